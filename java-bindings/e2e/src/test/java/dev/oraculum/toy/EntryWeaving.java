package dev.oraculum.toy;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Weaving;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which probes go where: one at the entry of each method, with its first argument if that is an int. */
final class EntryWeaving implements Weaving {
    private final EntryPlan plan;
    private final int place;

    EntryWeaving(EntryPlan plan, int place) {
        this.plan = plan;
        this.place = place;
    }

    @Override
    public boolean concerns(String className) {
        return className.equals(plan.className());
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return concerns(owner.name) && plan.methods().contains(methodName + descriptor);
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        int site = plan.methods().indexOf(method.name + method.desc);
        return site < 0 ? NOTHING : () -> method.instructions.insert(probe(method, site));
    }

    private InsnList probe(MethodNode method, int site) {
        Type[] parameters = Type.getArgumentTypes(method.desc);
        boolean takesInt = parameters.length > 0 && parameters[0].getSort() == Type.INT;
        InsnList code = new InsnList();
        if (takesInt) {
            code.add(new VarInsnNode(Opcodes.ILOAD, Bytecode.isStatic(method) ? 0 : 1));
        }
        code.add(Bytecode.push(place));
        code.add(Bytecode.push(site));
        code.add(Bytecode.probe("site", takesInt ? "(III)V" : "(II)V"));
        return code;
    }
}
