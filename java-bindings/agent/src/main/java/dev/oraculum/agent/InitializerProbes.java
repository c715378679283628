package dev.oraculum.agent;

import dev.oraculum.bytecode.Bytecode;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Tells the recorder when a static initializer begins and ends: most plans look away meanwhile. */
final class InitializerProbes {
    private InitializerProbes() {}

    static void weave(MethodNode initializer) {
        for (AbstractInsnNode insn : initializer.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.RETURN) {
                initializer.instructions.insertBefore(insn, Bytecode.probe("initializerEnds", "()V"));
            }
        }
        initializer.instructions.insert(Bytecode.probe("initializerBegins", "()V"));
    }
}
