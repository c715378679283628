package dev.oraculum.kinds.flow;

import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/** What is known of methods of the JDK, so that labels need not go by what any untracked code might do. */
final class UntrackedCalls {
    private static final Set<String> VALUES = Set.of(
            "java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte", "java/lang/Character", "java/lang/Boolean",
            "java/lang/Float",
            "java/lang/Double");

    private static final Pattern QUESTION = Pattern.compile(
            "(get|is|has|contains|indexOf|lastIndexOf|equals|compare|hashCode|toString|charAt"
                    + "|substring|length|size|stream|iterator|keySet|values|entrySet)"
                    + "([A-Z].*)?");

    /** Of {@code java.util.Arrays}, what leaves its arrays as they are. */
    private static final Pattern OF_ARRAYS = Pattern.compile(
            "(deep)?([eE]quals|[hH]ashCode|[tT]oString)|compare.*|mismatch|asList|stream|copyOf.*|binarySearch|spliterator");

    private static final Pattern WRAPPER = Pattern.compile("(unmodifiable|synchronized|checked).*");

    private static final Pattern VIEW = Pattern.compile(
            "subList|keySet|navigableKeySet|values|entrySet|(head|tail|sub|descending)(Map|Set)");

    private UntrackedCalls() {}

    /** Whether the result is a function of the operands' values, and no other code runs. */
    static boolean isOfValues(MethodInsnNode call) {
        if (call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath")) {
            return true;
        }
        if (!VALUES.contains(call.owner) && !call.owner.equals("java/lang/String")) {
            return false;
        }
        boolean compares = call.name.equals("equals") || call.name.equals("compareTo");
        for (Type type : Type.getArgumentTypes(call.desc)) {
            if (!isValue(type) && !compares) {
                return false;
            }
        }
        return true;
    }

    /** Whether values of a type never change, so that their label is that of the reference. */
    static boolean isValue(Type type) {
        return type.getSort() < Type.ARRAY || type.getSort() == Type.OBJECT
                && (VALUES.contains(type.getInternalName()) || type.getInternalName().equals("java/lang/String"));
    }

    /** Whether a value of a type may hold something that is labelled apart from the reference. */
    static boolean holdsContents(Type type) {
        return !isValue(type);
    }

    /** Whether a call changes neither its receiver nor its arguments, by the names of the JDK. */
    static boolean isPure(MethodInsnNode call) {
        if (call.owner.equals("java/util/Arrays")) {
            return OF_ARRAYS.matcher(call.name).matches();
        }
        if (call.owner.startsWith("java/util/concurrent/atomic/") || call.owner.startsWith("java/nio/")) {
            return false; // getAndSet, and buffers, whose get moves on
        }
        if (call.owner.equals("java/lang/String") || call.owner.equals("java/util/Objects")) {
            return true;
        }
        return call.owner.startsWith("java/") && QUESTION.matcher(call.name).matches() && !call.name.equals("getChars");
    }

    /** Whether a call that is part of a fluent assertion runs the code that the assertion is about. */
    static boolean assertsOfCode(MethodInsnNode call) {
        return call.owner.startsWith("org/assertj/")
                && (call.name.equals("assertThatThrownBy") || call.name.equals("assertThatCode") || call.name.equals("isThrownBy"));
    }

    /** Whether the result of a call gives access to what its receiver or its first argument holds. */
    static boolean isView(MethodInsnNode call) {
        if (call.owner.equals("java/util/Collections")) {
            return WRAPPER.matcher(call.name).matches();
        }
        if (call.owner.equals("java/util/Arrays")) {
            return call.name.equals("asList");
        }
        if (call.name.equals("<init>")) {
            return call.owner.startsWith("java/io/") || call.owner.startsWith("java/util/zip/") || call.owner.equals("java/util/Formatter");
        }
        return call.owner.startsWith("java/util/") && call.getOpcode() != Opcodes.INVOKESTATIC && VIEW.matcher(call.name).matches();
    }

    /** An array's {@code clone}, or that of Object. */
    static boolean clones(MethodInsnNode call) {
        return call.name.equals("clone")
                && call.desc.equals("()Ljava/lang/Object;")
                && (call.owner.startsWith("[") || call.getOpcode() == Opcodes.INVOKESPECIAL && call.owner.equals("java/lang/Object"));
    }

    /** {@code Arrays.copyOf} and {@code copyOfRange}. */
    static boolean copies(MethodInsnNode call) {
        int arguments = Type.getArgumentTypes(call.desc).length;
        return call.owner.equals("java/util/Arrays")
                && (call.name.equals("copyOf") && arguments == 2 || call.name.equals("copyOfRange") && arguments == 3);
    }
}
