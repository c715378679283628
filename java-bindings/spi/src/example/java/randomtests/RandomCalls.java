package randomtests;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Random tests without templates: an object by a random constructor, a few random calls on it, and so on for all that these take. */
final class RandomCalls {
    private static final int DEEPEST = 4;
    private static final int MOST_CALLS = 3;

    private final Random random;
    private final List<String> lines = new ArrayList<>();

    RandomCalls(Random random) {
        this.random = random;
    }

    /** A test that calls a method of a class. */
    List<String> test(Class<?> type, Executable target) {
        String receiver = Modifier.isStatic(target.getModifiers()) || target instanceof Constructor ? null : value(type, 0);
        call(receiver, target, 0);
        return lines;
    }

    /** What a test in the package may call, in the same order on every JVM. */
    static List<Executable> callable(Class<?> type) {
        List<Executable> found = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
        found.addAll(Arrays.asList(type.getDeclaredConstructors()));
        found.removeIf(member -> Modifier.isPrivate(member.getModifiers()) || member.isSynthetic());
        found.sort(Comparator.comparing(Executable::toString));
        return found;
    }

    /** An expression of a type. */
    String value(Class<?> type, int depth) {
        if (type.isPrimitive() || type == String.class || type.isEnum()) {
            return literal(type);
        }
        if (type.isArray()) {
            int length = random.nextInt(4);
            List<String> elements = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                elements.add(value(type.getComponentType(), depth + 1));
            }
            return "new " + type.getCanonicalName() + " {" + String.join(", ", elements) + "}";
        }
        List<Executable> constructors = callable(type).stream().filter(member -> member instanceof Constructor).toList();
        boolean isInner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        if (depth >= DEEPEST || constructors.isEmpty() || Modifier.isAbstract(type.getModifiers()) || isInner) {
            return "(" + type.getCanonicalName() + ") null";
        }
        String made = call(null, constructors.get(random.nextInt(constructors.size())), depth + 1);
        String variable = "value" + lines.size();
        lines.add(type.getCanonicalName() + " " + variable + " = " + made + ";");
        List<Executable> methods = callable(type).stream()
                .filter(member -> member instanceof Method && !Modifier.isStatic(member.getModifiers()))
                .toList();
        for (int calls = methods.isEmpty() || type.getName().startsWith("java.") ? 0 : random.nextInt(MOST_CALLS + 1); calls > 0; calls--) {
            call(variable, methods.get(random.nextInt(methods.size())), depth + 1);
        }
        return variable;
    }

    /** Adds a call, or returns the expression that constructs. */
    private String call(String receiver, Executable member, int depth) {
        String arguments = String.join(", ", Arrays.stream(member.getParameterTypes()).map(type -> value(type, depth + 1)).toList());
        String owner = member.getDeclaringClass().getCanonicalName();
        if (member instanceof Constructor) {
            return "new " + owner + "(" + arguments + ")";
        }
        lines.add((receiver == null ? owner : receiver) + "." + member.getName() + "(" + arguments + ");");
        return receiver;
    }

    /** A value of a primitive type, a string or an enum, as Java has it. */
    String literal(Class<?> type) {
        if (type == boolean.class) {
            return String.valueOf(random.nextBoolean());
        }
        if (type == String.class) {
            return "\"" + "abcdefgh".substring(random.nextInt(8)) + "\"";
        }
        if (type.isEnum()) {
            Object constants = type.getEnumConstants();
            int count = Array.getLength(constants);
            return count == 0 ? "null" : type.getCanonicalName() + "." + ((Enum<?>) Array.get(constants, random.nextInt(count))).name();
        }
        if (type == char.class) {
            return "'" + (char) ('a' + random.nextInt(26)) + "'";
        }
        return "(" + type + ") " + (random.nextInt(12) - 1);
    }
}
