package dev.oraculum.kinds;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.bytecode.LocalTypes;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/** Woven code of kinds that hand values of an invocation over, one after the other. The invocation lies in a local variable. */
public final class Roots {
    private Roots() {}

    /** The value is on the stack: passes it to the recorder. */
    public static void handOver(InsnList code, String descriptor, int invocation, int root) {
        char sort = LocalTypes.sort(Type.getType(descriptor));
        String parameter = sort == 'L' ? "Ljava/lang/Object;" : String.valueOf(sort);
        code.add(new VarInsnNode(Opcodes.ALOAD, invocation));
        code.add(Bytecode.push(root));
        code.add(Bytecode.probe("value", "(" + parameter + "L" + Bytecode.INVOCATION + ";I)V"));
    }

    /** Tells a frame of the local variable of the invocation. */
    public static void addLocal(FrameNode frame, int slot) {
        List<Object> locals = new ArrayList<>(frame.local);
        int used = locals.stream().mapToInt(type -> LocalTypes.isWide(type) ? 2 : 1).sum();
        for (; used < slot; used++) {
            locals.add(Opcodes.TOP);
        }
        locals.add(Bytecode.INVOCATION);
        frame.local = locals;
    }
}
