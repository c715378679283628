package dev.oraculum.program;

import java.util.Arrays;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** The invokedynamic call sites that compilers make. */
final class Bootstraps {
    enum Kind {
        /** Makes a function object of a lambda or method reference. */
        LAMBDA,
        /** {@code toString}, {@code hashCode} or {@code equals} of a record: reads its components. */
        RECORD,
        /** Computes its result from its arguments, as a call of the JDK would: concatenation, switches over patterns, anything unknown. */
        OPERATOR
    }

    private Bootstraps() {}

    /** The factories of the JDK whose call sites compute from their arguments, but for the {@code toString} of what is joined. */
    private static final Set<String> COMPUTING = Set.of(
            "java/lang/invoke/LambdaMetafactory",
            "java/lang/invoke/StringConcatFactory",
            "java/lang/invoke/ConstantBootstraps",
            "java/lang/runtime/SwitchBootstraps");

    /** Whether facts say all that the call site does: not of records, whose components' methods are called, nor of factories of others. */
    static boolean isTransparent(InvokeDynamicInsnNode insn) {
        return COMPUTING.contains(insn.bsm.getOwner());
    }

    static Kind kind(InvokeDynamicInsnNode insn) {
        return switch (insn.bsm.getOwner()) {
            case "java/lang/invoke/LambdaMetafactory" -> implementation(insn) == null ? Kind.OPERATOR : Kind.LAMBDA;
            case "java/lang/runtime/ObjectMethods" -> components(insn).length == 0 ? Kind.OPERATOR : Kind.RECORD;
            default -> Kind.OPERATOR;
        };
    }

    /** The method behind a lambda or method reference; null if the call site is not as compilers make it. */
    static Handle implementation(InvokeDynamicInsnNode insn) {
        return insn.bsmArgs.length > 1 && insn.bsmArgs[1] instanceof Handle handle ? handle : null;
    }

    /** The fields of a record's components. */
    static Handle[] components(InvokeDynamicInsnNode insn) {
        return Arrays.stream(insn.bsmArgs).filter(Handle.class::isInstance).map(Handle.class::cast).toArray(Handle[]::new);
    }
}
