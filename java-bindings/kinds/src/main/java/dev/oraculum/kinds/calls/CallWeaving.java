package dev.oraculum.kinds.calls;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.CallPlan;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves the recording of calls into the code of tests: before each planned call its operands go to a probe, after it the result. Operands
 * wait in new local variables that live within straight-line code, so stack map frames stay as they are.
 */
final class CallWeaving implements Weaving {
    /** Classes of the JDK whose objects tests make to hand them on, and whose methods touch nothing outside the heap. */
    private static final List<String> VALUES = List.of(
            "java/util/ArrayList", "java/util/LinkedList", "java/util/HashMap", "java/util/LinkedHashMap", "java/util/TreeMap",
            "java/util/HashSet",
            "java/util/LinkedHashSet", "java/util/List", "java/util/Map", "java/util/Set", "java/util/Collection", "java/util/Properties",
            "java/util/Iterator",
            "java/util/Date", "java/util/Locale", "java/io/StringReader", "java/io/StringWriter", "java/io/PrintWriter",
            "java/io/ByteArrayInputStream",
            "java/io/ByteArrayOutputStream", "java/io/InputStreamReader", "java/io/BufferedReader", "java/lang/StringBuilder",
            "java/lang/StringBuffer",
            "java/math/BigDecimal", "java/math/BigInteger");

    private final CallPlan plan;

    CallWeaving(CallPlan plan) {
        this.plan = plan;
    }

    @Override
    public boolean concerns(String className) {
        return plan.callers().contains(className);
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return concerns(owner.name);
    }

    @Override
    public String loss() {
        return "so none of its calls can be recorded";
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        AbstractInsnNode[] instructions = method.instructions.toArray();
        return () -> weave(method, instructions);
    }

    private void weave(MethodNode method, AbstractInsnNode[] instructions) {
        Deque<TypeInsnNode> fresh = new ArrayDeque<>();
        int scratch = method.maxLocals;
        int most = 0;
        for (AbstractInsnNode insn : instructions) {
            if (insn.getOpcode() == Opcodes.NEW) {
                fresh.push((TypeInsnNode) insn);
            } else if (insn instanceof MethodInsnNode call) {
                boolean constructor = call.name.equals("<init>");
                boolean ofNew = constructor && !fresh.isEmpty() && fresh.peek().desc.equals(call.owner);
                boolean kept = ofNew && next(fresh.pop()) instanceof InsnNode copy && copy.getOpcode() == Opcodes.DUP;
                boolean planned = plan.callees().contains(call.owner) || VALUES.contains(call.owner);
                boolean special = call.getOpcode() == Opcodes.INVOKESPECIAL;
                if (planned && (constructor ? kept : !special)) {
                    most = Math.max(most, weave(method, call, constructor, scratch));
                }
            } else if (insn instanceof FieldInsnNode field && field.getOpcode() == Opcodes.GETSTATIC && plan.callees().contains(field.owner)
                    && field.desc.length() > 1) {
                weave(method, field);
            }
        }
        method.maxLocals += most;
    }

    /** A constant of the code under test is a call without operands. */
    private static void weave(MethodNode method, FieldInsnNode field) {
        String callee = field.getOpcode() + " " + field.owner + " " + field.name + " " + field.desc;
        InsnList before = new InsnList();
        before.add(Bytecode.push(0));
        before.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
        before.add(new LdcInsnNode(callee));
        before.add(Bytecode.probe("callBegins", "([Ljava/lang/Object;Ljava/lang/String;)V"));
        method.instructions.insertBefore(field, before);
        InsnList after = new InsnList();
        after.add(new InsnNode(Opcodes.DUP));
        after.add(new LdcInsnNode(callee));
        after.add(Bytecode.probe("callEnds", "(Ljava/lang/Object;Ljava/lang/String;)V"));
        method.instructions.insert(field, after);
    }

    private static AbstractInsnNode next(AbstractInsnNode insn) {
        AbstractInsnNode next = insn.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }

    /** @return slots taken */
    private static int weave(MethodNode method, MethodInsnNode call, boolean constructor, int scratch) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        boolean receiver = call.getOpcode() != Opcodes.INVOKESTATIC && !constructor;
        int count = arguments.length + (receiver ? 1 : 0);
        Type[] operands = new Type[count];
        int[] slots = new int[count];
        int slot = scratch;
        for (int i = 0; i < count; i++) {
            operands[i] = !receiver ? arguments[i] : i == 0 ? Type.getObjectType(call.owner) : arguments[i - 1];
            slots[i] = slot;
            slot += operands[i].getSize();
        }
        String callee = call.getOpcode() + " " + call.owner + " " + call.name + " " + call.desc;
        InsnList before = new InsnList();
        for (int i = count - 1; i >= 0; i--) {
            before.add(new VarInsnNode(operands[i].getOpcode(Opcodes.ISTORE), slots[i]));
        }
        before.add(Bytecode.push(count));
        before.add(new TypeInsnNode(Opcodes.ANEWARRAY, "java/lang/Object"));
        for (int i = 0; i < count; i++) {
            before.add(new InsnNode(Opcodes.DUP));
            before.add(Bytecode.push(i));
            before.add(new VarInsnNode(operands[i].getOpcode(Opcodes.ILOAD), slots[i]));
            box(before, operands[i]);
            before.add(new InsnNode(Opcodes.AASTORE));
        }
        before.add(new LdcInsnNode(callee));
        before.add(Bytecode.probe("callBegins", "([Ljava/lang/Object;Ljava/lang/String;)V"));
        for (int i = 0; i < count; i++) {
            before.add(new VarInsnNode(operands[i].getOpcode(Opcodes.ILOAD), slots[i]));
        }
        method.instructions.insertBefore(call, before);
        InsnList after = new InsnList();
        Type result = Type.getReturnType(call.desc);
        if (constructor) {
            after.add(new InsnNode(Opcodes.DUP));
        } else if (result == Type.VOID_TYPE) {
            after.add(new InsnNode(Opcodes.ACONST_NULL));
        } else {
            after.add(new InsnNode(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
            box(after, result);
        }
        after.add(new LdcInsnNode(callee));
        after.add(Bytecode.probe("callEnds", "(Ljava/lang/Object;Ljava/lang/String;)V"));
        method.instructions.insert(call, after);
        return slot - scratch;
    }

    private static void box(InsnList code, Type type) {
        String box = switch (type.getSort()) {
            case Type.BOOLEAN -> "Boolean";
            case Type.BYTE -> "Byte";
            case Type.CHAR -> "Character";
            case Type.SHORT -> "Short";
            case Type.INT -> "Integer";
            case Type.LONG -> "Long";
            case Type.FLOAT -> "Float";
            case Type.DOUBLE -> "Double";
            default -> null;
        };
        if (box != null) {
            String name = "java/lang/" + box;
            code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, name, "valueOf", "(" + type.getDescriptor() + ")L" + name + ";", false));
        }
    }
}
