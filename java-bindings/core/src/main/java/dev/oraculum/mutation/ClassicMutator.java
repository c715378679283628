package dev.oraculum.mutation;

import java.util.ArrayList;
import java.util.List;
import org.pitest.mutationtest.engine.gregor.MethodInfo;
import org.pitest.mutationtest.engine.gregor.MethodMutatorFactory;
import org.pitest.mutationtest.engine.gregor.MutationContext;
import org.pitest.reloc.asm.MethodVisitor;
import org.pitest.reloc.asm.Opcodes;
import org.pitest.reloc.asm.Type;

/**
 * The classic operators of mutation testing (Offutt et al., "An Experimental Determination of Sufficient Mutant Operators", TOSEM 1996;
 * Mothra's scalar replacement), on class files. PIT's own do less: one replacement for each operator. A kind comes in variants, each a
 * mutator for PIT, which makes one mutant an instruction.
 */
final class ClassicMutator implements MethodMutatorFactory {
    /** What is replaced. */
    enum Kind {
        /** A comparison of integers by each of the other five. */
        RELATIONAL_OPERATOR(5),
        /** An arithmetic operator by each of the other four, a bit or shift operator by each of the other two. */
        ARITHMETIC_OPERATOR(4),
        /** A binary operator and its operands by either operand. */
        OPERAND(2),
        /** A number that is read, from a variable, a field, an array or the constants, by one more, one less and its negation. */
        UNARY_INSERTION(3),
        /** A variable by each of the next three parameters of its type. */
        VARIABLE(3);

        private final int variants;

        Kind(int variants) {
            this.variants = variants;
        }
    }

    private final Kind kind;
    private final int variant;

    private ClassicMutator(Kind kind, int variant) {
        this.kind = kind;
        this.variant = variant;
    }

    /** All of them. */
    static List<MethodMutatorFactory> all() {
        List<MethodMutatorFactory> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int variant = 1; variant <= kind.variants; variant++) {
                all.add(new ClassicMutator(kind, variant));
            }
        }
        return all;
    }

    @Override
    public String getGloballyUniqueId() {
        return "dev.oraculum.mutation." + getName();
    }

    @Override
    public String getName() {
        return kind + "_" + variant;
    }

    @Override
    public MethodVisitor create(MutationContext context, MethodInfo method, MethodVisitor next) {
        return new Mutation(context, method, next);
    }

    /** Computational type of a value on the stack, as {@code xLOAD} and {@code xADD} count them (JVMS §2.11.1). */
    private static int typeOf(int opcode, int first) {
        return (opcode - first) % 4;
    }

    private static boolean isWide(int type) {
        return type == 1 || type == 3;
    }

    private final class Mutation extends MethodVisitor {
        private static final List<Integer> BITS = List.of(Opcodes.IAND, Opcodes.IOR, Opcodes.IXOR);
        private static final List<Integer> SHIFTS = List.of(Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR);

        private final MutationContext context;
        private final List<Type> parameters = new ArrayList<>();
        private final List<Integer> slots = new ArrayList<>();

        Mutation(MutationContext context, MethodInfo method, MethodVisitor next) {
            super(Opcodes.ASM9, next);
            this.context = context;
            int slot = method.isStatic() ? 0 : 1;
            for (Type type : Type.getArgumentTypes(method.getMethodDescriptor())) {
                parameters.add(type);
                slots.add(slot);
                slot += type.getSize();
            }
        }

        private boolean chosen(String description) {
            return context.shouldMutate(context.registerMutation(ClassicMutator.this, description));
        }

        @Override
        public void visitJumpInsn(int opcode, org.pitest.reloc.asm.Label label) {
            int first = opcode >= Opcodes.IF_ICMPEQ ? Opcodes.IF_ICMPEQ : Opcodes.IFEQ;
            boolean comparison = opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ICMPLE;
            if (kind == Kind.RELATIONAL_OPERATOR && comparison && chosen("replaced a comparison, variant " + variant)) {
                super.visitJumpInsn(first + (opcode - first + variant) % 6, label);
            } else {
                super.visitJumpInsn(opcode, label);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            boolean arithmetic = opcode >= Opcodes.IADD && opcode <= Opcodes.DREM;
            boolean bits = opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR;
            if (kind == Kind.ARITHMETIC_OPERATOR && arithmetic && chosen("replaced an arithmetic operator, variant " + variant)) {
                int type = typeOf(opcode, Opcodes.IADD);
                super.visitInsn(Opcodes.IADD + ((opcode - Opcodes.IADD) / 4 + variant) % 5 * 4 + type);
            } else if (kind == Kind.ARITHMETIC_OPERATOR && bits && variant < 3 && chosen("replaced a bit operator, variant " + variant)) {
                super.visitInsn(otherBits(opcode));
            } else if (kind == Kind.OPERAND && arithmetic && chosen("replaced a binary operator by its operand " + variant)) {
                keepOperand(isWide(typeOf(opcode, Opcodes.IADD)));
            } else {
                super.visitInsn(opcode);
                if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.DCONST_1) {
                    unary(opcode <= Opcodes.ICONST_5 ? 0 : opcode <= Opcodes.LCONST_1 ? 1 : opcode <= Opcodes.FCONST_2 ? 2 : 3,
                            "a constant");
                } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.DALOAD) {
                    unary(opcode - Opcodes.IALOAD, "an element");
                }
            }
        }

        /** int and long alternate. */
        private int otherBits(int opcode) {
            int isLong = (opcode - Opcodes.ISHL) % 2;
            List<Integer> family = BITS.contains(opcode - isLong) ? BITS : SHIFTS;
            return family.get((family.indexOf(opcode - isLong) + variant) % 3) + isLong;
        }

        private void keepOperand(boolean wide) {
            if (variant == 2) {
                super.visitInsn(wide ? Opcodes.DUP2_X2 : Opcodes.SWAP);
                super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
                if (!wide) {
                    return;
                }
            }
            super.visitInsn(wide ? Opcodes.POP2 : Opcodes.POP);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            super.visitIntInsn(opcode, operand);
            if (opcode != Opcodes.NEWARRAY) {
                unary(0, "a constant");
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            super.visitLdcInsn(value);
            if (value instanceof Number) {
                unary(value instanceof Integer ? 0 : value instanceof Long ? 1 : value instanceof Float ? 2 : 3, "a constant");
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            super.visitFieldInsn(opcode, owner, name, descriptor);
            int type = "IJFD".indexOf(descriptor);
            if ((opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) && type >= 0) {
                unary(type, "field " + name);
            }
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            boolean load = opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD;
            int other = load && kind == Kind.VARIABLE ? replacement(opcode, variable) : -1;
            if (other >= 0 && chosen("replaced a variable by another parameter, variant " + variant)) {
                super.visitVarInsn(opcode, other);
                return;
            }
            super.visitVarInsn(opcode, variable);
            int parameter = slots.indexOf(variable);
            boolean isBoolean = parameter >= 0 && parameters.get(parameter).getSort() == Type.BOOLEAN;
            if (load && opcode != Opcodes.ALOAD && !isBoolean) {
                unary(opcode - Opcodes.ILOAD, "a variable");
            }
        }

        /**
         * The slot of another parameter of the type that is read; -1 if there are not so many. A local's exact type is not known, so
         * references are left to parameters.
         */
        private int replacement(int load, int variable) {
            int parameter = slots.indexOf(variable);
            if (parameter < 0 && load == Opcodes.ALOAD) {
                return -1;
            }
            List<Integer> others = new ArrayList<>();
            for (int i = 1; i <= parameters.size(); i++) {
                int next = (Math.max(parameter, -1) + i) % parameters.size();
                Type type = parameters.get(next);
                boolean same = parameter >= 0 ? type.equals(parameters.get(parameter))
                        : type.getOpcode(Opcodes.ILOAD) == load && type.getSort() != Type.BOOLEAN;
                if (same && next != parameter) {
                    others.add(slots.get(next));
                }
            }
            return variant <= others.size() ? others.get(variant - 1) : -1;
        }

        /** The value on the stack by one more, one less or its negation. */
        private void unary(int type, String what) {
            if (kind != Kind.UNARY_INSERTION || !chosen(
                    "changed " + what + (variant == 1 ? " by + 1" : variant == 2 ? " by - 1" : " to its negation"))) {
                return;
            }
            if (variant == 3) {
                super.visitInsn(Opcodes.INEG + type);
                return;
            }
            super.visitInsn(new int[] {Opcodes.ICONST_1, Opcodes.LCONST_1, Opcodes.FCONST_1, Opcodes.DCONST_1}[type]);
            super.visitInsn((variant == 1 ? Opcodes.IADD : Opcodes.ISUB) + type);
        }
    }
}
