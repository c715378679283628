package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Redirects calls that would end the JVM, method references among them, to probes that throw. */
final class ExitCalls {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String PROBE = "exitJvm";
    private static final String WITH_STATUS = "(I)V";
    private static final String WITH_RUNTIME = "(Ljava/lang/Runtime;I)V";

    private ExitCalls() {}

    static void rewrite(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode call) {
                String probe = probeFor(call.owner, call.name, call.desc);
                if (probe != null) {
                    method.instructions.set(call, Bytecode.probe(PROBE, probe));
                }
            } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    if (dynamic.bsmArgs[i] instanceof Handle handle) {
                        String probe = probeFor(handle.getOwner(), handle.getName(), handle.getDesc());
                        if (probe != null) {
                            dynamic.bsmArgs[i] = new Handle(Opcodes.H_INVOKESTATIC, Bytecode.PROBES, PROBE, probe, false);
                        }
                    }
                }
            }
        }
    }

    /** Descriptor of the probe that stands for a call, or null if the call may stay. */
    private static String probeFor(String owner, String name, String descriptor) {
        if (!descriptor.equals(WITH_STATUS)) {
            return null;
        }
        if (owner.equals(SYSTEM) && name.equals("exit")) {
            return WITH_STATUS;
        }
        return owner.equals(RUNTIME) && (name.equals("exit") || name.equals("halt")) ? WITH_RUNTIME : null;
    }
}
