package dev.oraculum.agent;

import dev.oraculum.runtime.CallPlan;
import dev.oraculum.runtime.CapturePlan;
import dev.oraculum.runtime.DataPlan;
import java.util.HashSet;
import java.util.List;
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
    private static final String WITHOUT = ", so none of its states can be recorded";

    private final CapturePlan plan;
    /** Methods whose data are recorded; null: no data are. */
    private final List<DataPlan.Method> data;
    /** Calls to record; null: none. */
    private final CallPlan calls;
    private final Consumer<String> notices;

    /**
     * @param plan the method to record, or null
     * @param notices told what was left alone and why
     */
    public Instrumenter(CapturePlan plan, Consumer<String> notices) {
        this(plan, null, notices);
    }

    /**
     * @param data the methods of the class whose data are to be recorded; null: data of no class are
     */
    public Instrumenter(CapturePlan plan, List<DataPlan.Method> data, Consumer<String> notices) {
        this(plan, data, null, notices);
    }

    Instrumenter(CapturePlan plan, List<DataPlan.Method> data, CallPlan calls, Consumer<String> notices) {
        this.plan = plan;
        this.data = data;
        this.calls = calls;
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
                boolean recorded = isPlanned(node, e.getMethodName(), e.getDescriptor()) || hasData(e.getMethodName(), e.getDescriptor());
                if (recorded && withoutTicks.add(key)) {
                    notices.accept(node.name + "." + key + " is too long for tick probes: its loops are not bounded");
                } else {
                    untouched.add(key);
                    notices.accept(node.name + "." + key + " is too long for probes: it is left as it is"
                            + (recorded ? WITHOUT : ""));
                }
            }
        }
    }

    private boolean weave(ClassNode owner, MethodNode method, boolean ticks) {
        boolean recorded = isPlanned(owner, method.name, method.desc);
        DataPlan.Method planned = data == null ? null : DefinitionSites.planned(data, method);
        boolean initializer = data != null && ticks && method.name.equals("<clinit>");
        boolean caller = calls != null && calls.callers().contains(owner.name);
        if (!ticks && !recorded && planned == null && !caller) {
            return false;
        }
        if (Bytecode.hasSubroutines(method)) {
            notices.accept(owner.name + "." + method.name + method.desc
                    + " has subroutines (jsr/ret), which are not woven: it is left as it is"
                    + (recorded || planned != null ? WITHOUT : ""));
            return false;
        }
        if (caller) {
            CallProbes.weave(method, calls);
        }
        if (initializer) {
            DataProbes.weaveInitializer(method);
        } else if (planned != null) {
            DataProbes.weave(method, planned);
        }
        if (recorded) {
            CaptureProbes.weave(owner, method, plan);
        }
        if (ticks) {
            ExitCalls.rewrite(method);
            TickProbes.weave(method);
        }
        return true;
    }

    private boolean isPlanned(ClassNode owner, String method, String descriptor) {
        return plan != null
                && owner.name.equals(plan.className())
                && method.equals(plan.methodName())
                && descriptor.equals(plan.descriptor());
    }

    private boolean hasData(String method, String descriptor) {
        return data != null && data.stream().anyMatch(planned -> planned.name().equals(method) && planned.descriptor().equals(descriptor));
    }
}
