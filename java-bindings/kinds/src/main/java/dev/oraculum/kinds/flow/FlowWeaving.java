package dev.oraculum.kinds.flow;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.FlowPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Weaves dynamic def-use chains: beside every local variable and every place on the operand stack of tracked code lies a label, which
 * follows the value through each instruction ({@link FlowMethod}).
 */
final class FlowWeaving implements Weaving {
    static final String FLOW = "dev/oraculum/runtime/flow/Flow";

    private final FlowPlan plan;
    /** Places of planned methods, by {@link #key}. */
    private final Map<String, Integer> methods = new HashMap<>();
    /** By {@link #key}, sites by instruction. */
    private final Map<String, Map<Integer, FlowPlan.Site>> sites = new HashMap<>();
    /** Methods that labels do not fit into: their invocations are counted and nothing else. */
    private final Set<String> countedOnly = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> tracked = new ConcurrentHashMap<>();

    FlowWeaving(FlowPlan plan) {
        this.plan = plan;
        for (int i = 0; i < plan.methods().size(); i++) {
            FlowPlan.Method method = plan.methods().get(i);
            methods.put(key(method.className(), method.name(), method.descriptor()), i);
        }
        for (FlowPlan.Site site : plan.sites()) {
            sites.computeIfAbsent(key(site.className(), site.method(), site.descriptor()), key -> new HashMap<>())
                    .put(site.instruction(), site);
        }
    }

    private static String key(String owner, String name, String descriptor) {
        return owner + "." + name + descriptor;
    }

    /** Whether the code of a class passes labels on. */
    boolean tracks(String className) {
        return tracked.computeIfAbsent(className, plan::tracks);
    }

    @Override
    public boolean concerns(String className) {
        return tracks(className);
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return tracks(owner.name);
    }

    @Override
    public String loss() {
        return "so it counts as code that cannot be followed";
    }

    @Override
    public boolean weavesLess(ClassNode owner, String methodName, String descriptor) {
        String key = key(owner.name, methodName, descriptor);
        return methods.containsKey(key) && countedOnly.add(key);
    }

    @Override
    public boolean skipsInitializers() {
        return true;
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        return () -> weave(owner, method);
    }

    private void weave(ClassNode owner, MethodNode method) {
        String key = key(owner.name, method.name, method.desc);
        int planned = methods.getOrDefault(key, -1);
        if (countedOnly.contains(key)) {
            count(method, planned);
            return;
        }
        try {
            FlowPlan.Method roots = planned < 0 ? null : plan.methods().get(planned);
            new FlowMethod(this, owner, method, planned, roots, sites.getOrDefault(key, Map.of())).weave();
        } catch (AnalyzerException | RuntimeException e) {
            throw new IllegalArgumentException("cannot analyse " + key + ": " + e.getMessage(), e);
        }
    }

    private static void count(MethodNode method, int planned) {
        InsnList code = new InsnList();
        code.add(Bytecode.push(planned));
        code.add(probe("invocation", "(I)I"));
        code.add(new InsnNode(Opcodes.POP));
        method.instructions.insert(code);
    }

    static AbstractInsnNode probe(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, FLOW, name, descriptor, false);
    }
}
