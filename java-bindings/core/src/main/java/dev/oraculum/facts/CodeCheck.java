package dev.oraculum.facts;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Checks the types that a method's code names, and that its arguments have room; the data flow is left to those who follow it. */
final class CodeCheck extends MethodVisitor {
    private final int argumentSlots;

    CodeCheck(String descriptor, boolean isStatic, MethodVisitor next) {
        super(Opcodes.ASM9, next);
        this.argumentSlots = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            Descriptors.requireClass(type);
        } else {
            Descriptors.requireClassOrArray(type);
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        Descriptors.requireClassOrArray(owner);
        Descriptors.requireName(name);
        Descriptors.requireField(descriptor);
        super.visitFieldInsn(opcode, owner, name, descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        Descriptors.requireClassOrArray(owner);
        Descriptors.requireName(name);
        Descriptors.requireMethod(descriptor);
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        Descriptors.requireName(name);
        Descriptors.requireMethod(descriptor);
        Descriptors.requireConstant(bootstrap);
        for (Object argument : arguments) {
            Descriptors.requireConstant(argument);
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitLdcInsn(Object value) {
        Descriptors.requireConstant(value);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        Descriptors.requireField(descriptor);
        if (dimensions < 1 || !descriptor.startsWith("[".repeat(dimensions))) {
            throw new IllegalArgumentException("an array of " + dimensions + " dimensions of type '" + descriptor + "'");
        }
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        if (type != null) {
            Descriptors.requireClass(type);
        }
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLocalVariable(String name, String descriptor, String signature, Label start, Label end, int index) {
        Descriptors.requireName(name);
        Descriptors.requireField(descriptor);
        super.visitLocalVariable(name, descriptor, signature, start, end, index);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (maxLocals < argumentSlots) {
            throw new IllegalArgumentException("a method with fewer local variables than arguments");
        }
        super.visitMaxs(maxStack, maxLocals);
    }
}
