package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.Plan;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves all probes into a class file.
 *
 * <p>Works on the tree as it was read: stack map frames are kept and extended, never computed, since computing them would
 * need the class hierarchy, that is, loading classes in the middle of loading one. What cannot be woven (subroutines, a
 * method that would outgrow 64 KB) stays as it is, with a notice.
 */
public final class Instrumenter {
    /** Null: nothing is recorded. */
    private final Weaving weaving;
    private final Consumer<String> notices;

    /**
     * @param plan what to record, or null
     * @param notices told what was left alone and why
     */
    public Instrumenter(Plan plan, Consumer<String> notices) {
        this(plan == null ? null : RecordingKinds.weaving(plan), notices);
    }

    Instrumenter(Weaving weaving, Consumer<String> notices) {
        this.weaving = weaving;
        this.notices = notices;
    }

    /**
     * The woven class file, or empty if there was nothing to weave.
     *
     * @param ticks whether to put tick probes and redirect exit calls; recording goes by the plan alone
     * @throws IllegalArgumentException if it is no class file of a known version
     */
    public Optional<byte[]> instrument(byte[] classFile, boolean ticks) {
        Set<String> withoutTicks = new HashSet<>();
        Set<String> untouched = new HashSet<>();
        while (true) {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
            boolean changed = false;
            for (MethodNode method : node.methods) {
                String key = method.name + method.desc;
                if (method.instructions.size() > 0 && !untouched.contains(key)) {
                    changed |= weave(node, method, ticks && !withoutTicks.contains(key));
                }
            }
            if (!changed) {
                return Optional.empty();
            }
            try {
                ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
                node.accept(writer);
                return Optional.of(writer.toByteArray());
            } catch (MethodTooLargeException e) {
                String key = e.getMethodName() + e.getDescriptor();
                boolean recorded = concerns(node, e.getMethodName(), e.getDescriptor());
                if (recorded && withoutTicks.add(key)) {
                    notices.accept(node.name + "." + key + " is too long for tick probes: its loops are not bounded");
                } else if (recorded && weaving.weavesLess(node, e.getMethodName(), e.getDescriptor())) {
                    notices.accept(node.name + "." + key + " is too long for labels: it counts as code that cannot be followed");
                } else {
                    untouched.add(key);
                    notices.accept(node.name + "." + key + " is too long for probes: it is left as it is"
                            + (recorded ? ", " + weaving.loss() : ""));
                }
            }
        }
    }

    private boolean weave(ClassNode owner, MethodNode method, boolean ticks) {
        boolean recorded = concerns(owner, method.name, method.desc);
        if (!ticks && !recorded) {
            return false;
        }
        if (Bytecode.hasSubroutines(method)) {
            notices.accept(owner.name + "." + method.name + method.desc
                    + " has subroutines (jsr/ret), which are not woven: it is left as it is"
                    + (recorded ? ", " + weaving.loss() : ""));
            return false;
        }
        if (weaving != null) {
            weaving.prepare(owner, method).run();
        }
        if (ticks) {
            if (weaving != null && weaving.skipsInitializers() && method.name.equals("<clinit>")) {
                InitializerProbes.weave(method);
            }
            ExitCalls.rewrite(method);
            TickProbes.weave(method);
        }
        return true;
    }

    private boolean concerns(ClassNode owner, String method, String descriptor) {
        return weaving != null && weaving.concerns(owner, method, descriptor);
    }
}
