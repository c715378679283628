package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.OtherTime;
import dev.oraculum.runtime.Plan;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
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
    /** What of a class is woven. */
    enum Extent {
        /** Methods of the plan. */
        PLAN,
        /** Static initializers too. */
        INITIALIZERS,
        /** All: ticks, and calls that would end the JVM, beside them. */
        TICKS
    }

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
        return instrument(classFile, ticks ? Extent.TICKS : Extent.PLAN);
    }

    Optional<byte[]> instrument(byte[] classFile, Extent extent) {
        Set<String> withoutTicks = new HashSet<>();
        Set<String> untouched = new HashSet<>();
        while (true) {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
            boolean changed = false;
            if (extent == Extent.TICKS) {
                StaticProbes.tell(node);
            }
            for (MethodNode method : node.methods) {
                String key = method.name + method.desc;
                if (method.instructions.size() > 0 && !untouched.contains(key)) {
                    changed |= weave(node, method, withoutTicks.contains(key) ? Extent.PLAN : extent);
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

    /** Whether a class has a static initializer; faster than to look for what to weave. */
    static boolean hasInitializer(byte[] classFile) {
        boolean[] found = {false};
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                found[0] |= name.equals("<clinit>");
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }

    private boolean weave(ClassNode owner, MethodNode method, Extent extent) {
        boolean recorded = concerns(owner, method.name, method.desc);
        boolean ticks = extent == Extent.TICKS;
        boolean initializer = method.name.equals("<clinit>") && marksInitializers(extent);
        if (!ticks && !recorded && !initializer) {
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
        if (initializer) {
            InitializerProbes.weave(method);
        }
        if (ticks) {
            if (method.name.equals("<clinit>") && StaticProbes.concerns(owner)) {
                StaticProbes.weave(owner, method);
            }
            ExitCalls.rewrite(method);
            if (OtherTime.ON) {
                ClockReads.rewrite(method);
            }
            TickProbes.weave(method);
            AllocationProbes.weave(method);
            if (weaving != null) {
                weaving.weaveBeside(owner, method);
            }
        }
        return true;
    }

    private boolean marksInitializers(Extent extent) {
        // Which plan will look away is not known yet where there is none.
        return extent == Extent.INITIALIZERS || extent == Extent.TICKS && weaving != null && weaving.skipsInitializers();
    }

    private boolean concerns(ClassNode owner, String method, String descriptor) {
        return weaving != null && weaving.concerns(owner, method, descriptor);
    }
}
