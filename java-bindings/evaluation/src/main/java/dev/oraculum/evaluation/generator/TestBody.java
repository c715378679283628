package dev.oraculum.evaluation.generator;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * The Java text of a test: the statements of a sequence, then assertions on what they returned and on what observers say of the objects, in
 * the order they were observed.
 */
final class TestBody {
    private static final int MOST_OBSERVED = 2;
    private static final int MOST_ASSERTIONS = 5;
    private static final int LONGEST_TEXT = 120;
    private static final int LONGEST_ARRAY = 8;
    private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{3,}");
    /** Methods without parameters that change their object, by their names. */
    private static final Pattern CHANGES = Pattern.compile(
            "(next|remove|poll|pop|clear|increment|decrement|read|reset|close|sample|random|hashCode|wait|notify).*");

    private final Sequence sequence;
    private final Sequence.Outcome outcome;
    private final Class<?> subject;
    private final Random random;
    private final List<String> lines = new ArrayList<>();
    private final String[] names;
    private final Map<String, Integer> counts = new HashMap<>();

    TestBody(Sequence sequence, Sequence.Outcome outcome, Class<?> subject, Random random) {
        this.sequence = sequence;
        this.outcome = outcome;
        this.subject = subject;
        this.random = random;
        names = new String[sequence.statements.size()];
    }

    /** Null if there is nothing to assert. */
    List<String> lines() {
        int returned = outcome.values().size();
        for (int i = 0; i < returned; i++) {
            statement(i);
        }
        int before = lines.size();
        if (outcome.thrown() != null) {
            thrown(returned);
        } else {
            for (int i = 0; i < returned; i++) {
                Operation operation = sequence.statements.get(i).operation();
                if (operation != null && !operation.name().startsWith("hash")) {
                    assertValue(names[i], outcome.values().get(i), sequence.statements.get(i).type(), true);
                }
            }
            observe();
            while (lines.size() - before > MOST_ASSERTIONS) {
                lines.remove(before + random.nextInt(lines.size() - before));
            }
        }
        return lines.size() == before ? null : lines;
    }

    private void statement(int i) {
        Sequence.Statement s = sequence.statements.get(i);
        String expression = s.literal() != null ? s.literal().text() : s.operation().text(arguments(s));
        if (s.type() == void.class) {
            lines.add(expression + ";");
            return;
        }
        String type = s.type().getCanonicalName();
        String simple = s.type().getSimpleName().replace("[]", "Array");
        String base = Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
        names[i] = base + counts.merge(base, 1, Integer::sum);
        String cast = s.operation() != null && !s.type().isPrimitive() && s.operation().executable() instanceof Method ? "(" + type + ") "
                : "";
        lines.add(type + " " + names[i] + " = " + cast + expression + ";");
    }

    private List<String> arguments(Sequence.Statement s) {
        List<Class<?>> types = s.operation().inputs();
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            boolean variable = s.inputs().get(i) instanceof Integer;
            Class<?> given = variable ? sequence.statements.get((Integer) s.inputs().get(i)).type() : ((Literal) s.inputs().get(i)).type();
            String text = variable ? names[(Integer) s.inputs().get(i)] : ((Literal) s.inputs().get(i)).text();
            boolean receiver = i == 0 && s.operation().hasReceiver();
            boolean exact = given == types.get(i) && !text.equals("null");
            arguments.add(exact ? text : receiver ? "((" + types.get(i).getCanonicalName() + ") " + text + ")"
                    : "(" + types.get(i).getCanonicalName() + ") " + text);
        }
        return arguments;
    }

    private void thrown(int place) {
        Sequence.Statement s = sequence.statements.get(place);
        String type = outcome.thrown().getClass().getCanonicalName();
        lines.add("try {");
        lines.add("    " + s.operation().text(arguments(s)) + ";");
        lines.add("    fail(\"" + type + " expected\");");
        lines.add("} catch (" + type + " e) {");
        lines.add("    // expected");
        lines.add("}");
    }

    private void assertValue(String expression, Object value, Class<?> type, boolean references) {
        if (type == void.class) {
            return;
        }
        if (value == null) {
            lines.add("assertNull(" + expression + ");");
        } else if (value instanceof Boolean truth) {
            lines.add((truth ? "assertTrue(" : "assertFalse(") + (type == boolean.class ? "" : "(Boolean) ") + expression + ");");
        } else if (value instanceof Double || value instanceof Float) {
            boolean single = value instanceof Float;
            String cast = type.isPrimitive() ? "" : single ? "(Float) " : "(Double) ";
            lines.add("assertEquals(" + Literal.textOf(value) + ", " + cast + expression + ", "
                    + delta(((Number) value).doubleValue(), single) + ");");
        } else if (value instanceof Byte || value instanceof Short || value instanceof Integer || value instanceof Long
                || value instanceof Character) {
            String cast = type.isPrimitive() ? "" : "(" + value.getClass().getSimpleName() + ") ";
            lines.add("assertEquals(" + Literal.textOf(value) + ", " + cast + expression + ");");
        } else if (value instanceof String text) {
            if (text.length() <= LONGEST_TEXT && !IDENTITY.matcher(text).find()) {
                lines.add("assertEquals(" + Literal.textOf(text) + ", " + expression + ");");
            }
        } else if (value.getClass().isArray()) {
            assertArray(expression, value, type);
        } else if (references) {
            assertReference(expression, value);
        }
    }

    /** As EvoSuite's, relative where a hundredth is less than the digits that are worth comparing. */
    private static String delta(double value, boolean single) {
        double delta = Double.isFinite(value) && Math.abs(value) > 1e4 ? Math.abs(value) * 1e-6 : 0.01;
        return single ? Float.isFinite((float) delta) ? (float) delta + "F" : "0.01F" : Double.toString(delta);
    }

    private void assertArray(String expression, Object array, Class<?> type) {
        Class<?> element = type.getComponentType();
        int length = Array.getLength(array);
        if (element == null || length > LONGEST_ARRAY || !(element.isPrimitive() && element != boolean.class || element == String.class)) {
            if (element != null) {
                lines.add("assertEquals(" + length + ", " + expression + ".length);");
            }
            return;
        }
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(Literal.textOf(Array.get(array, i)));
        }
        String delta = element == double.class ? ", 0.01" : element == float.class ? ", 0.01F" : "";
        lines.add("assertArrayEquals(new " + type.getCanonicalName() + " {" + String.join(", ", elements) + "}, " + expression + delta
                + ");");
    }

    /** Compares the object with an earlier one, by identity or equality; else says that it is there. */
    private void assertReference(String expression, Object value) {
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < outcome.values().size(); i++) {
            Object other = outcome.values().get(i);
            if (names[i] != null && !names[i].equals(expression) && other != null && other.getClass() == value.getClass()
                    && !sequence.statements.get(i).type().isPrimitive()) {
                others.add(i);
            }
        }
        if (others.isEmpty()) {
            lines.add("assertNotNull(" + expression + ");");
            return;
        }
        int other = others.get(random.nextInt(others.size()));
        if (outcome.values().get(other) == value) {
            lines.add("assertSame(" + names[other] + ", " + expression + ");");
        } else {
            try {
                boolean equal = value.equals(outcome.values().get(other));
                lines.add((equal ? "assertTrue(" : "assertFalse(") + expression + ".equals((Object) " + names[other] + "));");
            } catch (RuntimeException | StackOverflowError e) {
                // Not comparable, or a collection that contains itself.
            }
        }
    }

    private void observe() {
        for (int i = 0; i < outcome.values().size(); i++) {
            Object object = outcome.values().get(i);
            if (object == null || object.getClass() != subject || names[i] == null || sequence.statements.get(i).type() != subject) {
                continue;
            }
            List<Method> observers = new ArrayList<>(Arrays.stream(subject.getMethods()).filter(TestBody::isObserver)
                    .sorted(Comparator.comparing(Method::getName)).toList());
            for (int n = 0; n < MOST_OBSERVED && !observers.isEmpty(); n++) {
                Method observer = observers.remove(random.nextInt(observers.size()));
                try {
                    Object value = observer.invoke(object);
                    if (value != null) {
                        assertValue(names[i] + "." + observer.getName() + "()", value, observer.getReturnType(), false);
                    }
                } catch (ReflectiveOperationException e) {
                    // An observer that throws says nothing.
                }
            }
        }
    }

    private static boolean isObserver(Method method) {
        Class<?> type = method.getReturnType();
        return method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers()) && !method.isBridge()
                && method.getDeclaringClass() != Object.class && (type.isPrimitive() && type != void.class || type == String.class)
                && !CHANGES.matcher(method.getName()).matches();
    }
}
