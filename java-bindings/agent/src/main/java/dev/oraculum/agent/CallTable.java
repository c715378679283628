package dev.oraculum.agent;

import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes the class by which generated tests call members of the code under test: a switch over the members' numbers, so that no reflection
 * stands between, and the JVM compiles each call as one in source. A member is a method of its own: the JVM does not compile one of more
 * than 8000 bytes.
 */
public final class CallTable {
    /** What a member is. */
    public enum Kind {
        CONSTRUCTOR,
        METHOD,
        FIELD
    }

    /**
     * A member.
     *
     * @param owner internal name of the class by which it is named
     * @param isInterface whether that is an interface
     */
    public record Member(Kind kind, String owner, String name, String descriptor, boolean isStatic, boolean isInterface) {}

    /** As the interface of the made class names them: {@code Object call(int member, Object[] operands)}, and the same to write a field. */
    private static final String CALL = "call";

    private static final String SET = "set";
    private static final String SWITCH = "(I[Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String ONE = "([Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String OBJECT = "java/lang/Object";

    private final ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    private final String name;
    private final String values;
    private final List<Member> members;

    private CallTable(String name, String values, List<Member> members) {
        this.name = name;
        this.values = values;
        this.members = members;
    }

    /**
     * Makes the class file. The operands of a member are its receiver, unless it is static or a constructor, then its arguments; the last
     * one of {@code set} is the value. Those that the JVM wants as primitives are converted by {@code values}.
     *
     * @param name internal name of the class to make, in the package from which the members are called
     * @param table internal name of the interface that it implements; it is to have a constructor without parameters
     * @param values internal name of a class with {@code static int toInt(Object)} and so on for each primitive type
     * @param members at most some hundred
     */
    public static byte[] make(String name, String table, String values, List<Member> members) {
        CallTable made = new CallTable(name, values, members);
        made.out.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, name, null, OBJECT, new String[] {table});
        MethodVisitor constructor = made.out.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        made.choice(CALL, false);
        made.choice(SET, true);
        for (int i = 0; i < members.size(); i++) {
            made.call(i, members.get(i));
            if (members.get(i).kind() == Kind.FIELD) {
                made.set(i, members.get(i));
            }
        }
        made.out.visitEnd();
        return made.out.toByteArray();
    }

    /** The switch: of {@code set} the members that are no fields have no target. */
    private void choice(String method, boolean fieldsOnly) {
        MethodVisitor code = out.visitMethod(Opcodes.ACC_PUBLIC, method, SWITCH, null, null);
        code.visitCode();
        Label[] labels = new Label[members.size()];
        Label none = new Label();
        for (int i = 0; i < labels.length; i++) {
            labels[i] = fieldsOnly && members.get(i).kind() != Kind.FIELD ? none : new Label();
        }
        code.visitVarInsn(Opcodes.ILOAD, 1);
        code.visitTableSwitchInsn(0, labels.length - 1, none, labels);
        for (int i = 0; i < labels.length; i++) {
            if (labels[i] != none) {
                code.visitLabel(labels[i]);
                code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                code.visitVarInsn(Opcodes.ALOAD, 2);
                code.visitMethodInsn(Opcodes.INVOKESTATIC, name, method + i, ONE, false);
                code.visitInsn(Opcodes.ARETURN);
            }
        }
        code.visitLabel(none);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        code.visitTypeInsn(Opcodes.NEW, "java/lang/IllegalArgumentException");
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/IllegalArgumentException", "<init>", "()V", false);
        code.visitInsn(Opcodes.ATHROW);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private MethodVisitor begin(String method) {
        MethodVisitor code = out.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, method, ONE, null, null);
        code.visitCode();
        return code;
    }

    private void call(int number, Member member) {
        MethodVisitor code = begin(CALL + number);
        boolean constructor = member.kind() == Kind.CONSTRUCTOR;
        if (constructor) {
            code.visitTypeInsn(Opcodes.NEW, member.owner());
            code.visitInsn(Opcodes.DUP);
        }
        int operand = 0;
        if (!constructor && !member.isStatic()) {
            operand(code, operand++, Type.getObjectType(member.owner()));
        }
        Type result;
        if (member.kind() == Kind.FIELD) {
            code.visitFieldInsn(member.isStatic() ? Opcodes.GETSTATIC : Opcodes.GETFIELD, member.owner(), member.name(),
                    member.descriptor());
            result = Type.getType(member.descriptor());
        } else {
            for (Type argument : Type.getArgumentTypes(member.descriptor())) {
                operand(code, operand++, argument);
            }
            int opcode = constructor
                    ? Opcodes.INVOKESPECIAL
                    : member.isStatic() ? Opcodes.INVOKESTATIC : member.isInterface() ? Opcodes.INVOKEINTERFACE : Opcodes.INVOKEVIRTUAL;
            code.visitMethodInsn(opcode, member.owner(), member.name(), member.descriptor(), member.isInterface());
            result = constructor ? Type.getObjectType(member.owner()) : Type.getReturnType(member.descriptor());
        }
        box(code, result);
        end(code);
    }

    private void set(int number, Member member) {
        MethodVisitor code = begin(SET + number);
        int operand = 0;
        if (!member.isStatic()) {
            operand(code, operand++, Type.getObjectType(member.owner()));
        }
        operand(code, operand, Type.getType(member.descriptor()));
        code.visitFieldInsn(member.isStatic() ? Opcodes.PUTSTATIC : Opcodes.PUTFIELD, member.owner(), member.name(), member.descriptor());
        code.visitInsn(Opcodes.ACONST_NULL);
        end(code);
    }

    private static void end(MethodVisitor code) {
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private void operand(MethodVisitor code, int number, Type type) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        if (number <= 5) {
            code.visitInsn(Opcodes.ICONST_0 + number);
        } else {
            code.visitIntInsn(Opcodes.SIPUSH, number);
        }
        code.visitInsn(Opcodes.AALOAD);
        if (type.getSort() < Type.ARRAY) {
            String primitive = type.getClassName();
            String conversion = "to" + Character.toUpperCase(primitive.charAt(0)) + primitive.substring(1);
            code.visitMethodInsn(Opcodes.INVOKESTATIC, values, conversion, "(Ljava/lang/Object;)" + type.getDescriptor(), false);
        } else if (!type.getInternalName().equals(OBJECT)) {
            code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        }
    }

    private static void box(MethodVisitor code, Type type) {
        String box = switch (type.getSort()) {
            case Type.BOOLEAN -> "Boolean";
            case Type.BYTE -> "Byte";
            case Type.SHORT -> "Short";
            case Type.CHAR -> "Character";
            case Type.INT -> "Integer";
            case Type.LONG -> "Long";
            case Type.FLOAT -> "Float";
            case Type.DOUBLE -> "Double";
            default -> "";
        };
        if (type.getSort() == Type.VOID) {
            code.visitInsn(Opcodes.ACONST_NULL);
        } else if (!box.isEmpty()) {
            String owner = "java/lang/" + box;
            code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "valueOf", "(" + type.getDescriptor() + ")L" + owner + ";", false);
        }
    }
}
