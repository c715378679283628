package dev.oraculum.replay;

import dev.oraculum.replay.RecordedValue.ArrayOf;
import dev.oraculum.replay.RecordedValue.Box;
import dev.oraculum.replay.RecordedValue.ClassLiteral;
import dev.oraculum.replay.RecordedValue.Constant;
import dev.oraculum.replay.RecordedValue.ListOf;
import dev.oraculum.replay.RecordedValue.Null;
import dev.oraculum.replay.RecordedValue.Reference;
import dev.oraculum.replay.RecordedValue.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Writes a slice of calls as the statements of a test, with what the targets returned asserted. */
final class ReplayWriter {
    /** Variable and its declared type, by object. */
    private record Variable(String name, Type type) {}

    private final JavaText text;
    private final boolean jupiter;
    private final Set<String> assertions = new TreeSet<>();

    ReplayWriter(JavaText text, boolean jupiter) {
        this.text = text;
        this.jupiter = jupiter;
    }

    /** Names of the assertions used so far. */
    Set<String> assertions() {
        return assertions;
    }

    /** Whether a result can be asserted on; else why not. */
    static String unassertable(RecordedValue result) {
        if (result instanceof Reference reference) {
            return "it returns an object of class " + reference.className() + ", which has no literal";
        }
        if (result instanceof RecordedValue.Unwritable unwritable) {
            return "it returns " + unwritable.what() + ", too long to be written down";
        }
        List<RecordedValue> elements = result instanceof ArrayOf array ? array.elements() : result instanceof ListOf list ? list.elements()
                : List.of();
        return elements.stream().map(ReplayWriter::unassertable).filter(problem -> problem != null).findFirst().orElse(null);
    }

    /**
     * The statements of a test, without indentation.
     *
     * @param read what to assert on after the target; null: on what the targets return
     */
    List<String> statements(List<RecordedCall> all, CallSlice slice, FieldRead read) {
        Map<Integer, Variable> variables = new HashMap<>();
        Map<Integer, Integer> producers = CallSlice.producers(all);
        Set<Integer> used = new HashSet<>();
        slice.calls().forEach(i -> used.addAll(all.get(i).given()));
        if (read != null) {
            used.add(read.object());
        }
        List<String> lines = new ArrayList<>();
        for (int i : slice.calls()) {
            RecordedCall call = all.get(i);
            String expression = expression(call, variables);
            Type type = call.type();
            int number = RecordedValue.number(call.result());
            if (read == null && slice.targets().contains(i)) {
                lines.add(assertion(call.result(), type, expression));
            } else if (number >= 0 && used.contains(number) && producers.get(number) != null && producers.get(number) == i) {
                Variable variable = new Variable(name(type, variables.size() + 1), type);
                variables.put(number, variable);
                lines.add(text.type(type) + " " + variable.name() + " = " + expression + ";");
            } else if (!call.isFieldRead()) {
                lines.add(expression + ";");
            }
        }
        if (read != null) {
            lines.add(assertion(read, variables.get(read.object())));
        }
        return lines;
    }

    private String assertion(FieldRead read, Variable variable) {
        Type owner = Type.getObjectType(read.owner());
        String field = (variable.type().equals(owner) ? variable.name() : "((" + text.type(owner) + ") " + variable.name() + ")") + "."
                + read.name();
        String literal = read.literal().orElseThrow();
        return switch (literal) {
            case "null" -> call("assertNull", field);
            case "true" -> call("assertTrue", field);
            case "false" -> call("assertFalse", field);
            default -> call("assertEquals", literal, field);
        };
    }

    private static String name(Type type, int number) {
        String name = type.getClassName().replaceAll("\\[\\]", "");
        String simple = name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
        int capitals = 1;
        while (capitals < simple.length() && Character.isUpperCase(simple.charAt(capitals))
                && (capitals + 1 == simple.length() || !Character.isLowerCase(simple.charAt(capitals + 1)))) {
            capitals++;
        }
        return simple.substring(0, capitals).toLowerCase(Locale.ROOT) + simple.substring(capitals) + number;
    }

    private String expression(RecordedCall call, Map<Integer, Variable> variables) {
        if (call.isFieldRead()) {
            return text.type(Type.getObjectType(call.owner())) + "." + call.name();
        }
        List<RecordedValue> arguments = call.hasReceiver() ? call.operands().subList(1, call.operands().size()) : call.operands();
        Type[] types = Type.getArgumentTypes(call.descriptor());
        List<String> written = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            written.add(value(arguments.get(i), types[i], variables));
        }
        String list = "(" + String.join(", ", written) + ")";
        Type owner = Type.getObjectType(call.owner());
        if (call.isConstructor()) {
            return "new " + text.type(owner) + list;
        }
        if (call.isStatic()) {
            return text.type(owner) + "." + call.name() + list;
        }
        String receiver = value(call.operands().get(0), owner, variables);
        return (receiver.startsWith("(") || receiver.startsWith("new ") ? "(" + receiver + ")" : receiver) + "." + call.name() + list;
    }

    /** A value where a type is expected: cast where overloads could be confused. */
    private String value(RecordedValue value, Type expected, Map<Integer, Variable> variables) {
        Variable variable = variables.get(RecordedValue.number(value));
        if (variable != null) {
            return variable.type().equals(expected) ? variable.name() : "(" + text.type(expected) + ") " + variable.name();
        }
        boolean reference = expected.getSort() >= Type.ARRAY;
        if (value instanceof Null) {
            return "(" + text.type(expected) + ") null";
        } else if (value instanceof Box box) {
            // A char, byte, short or boolean is an int to the JVM, but not to the compiler.
            return reference ? cast(JavaText.boxed(box.sort(), box.bits()), expected, boxType(box.sort()))
                    : JavaText.primitive(box.sort(), box.bits());
        } else if (value instanceof Text string) {
            return cast(JavaText.string(string.text()), expected, "java.lang.String");
        } else if (value instanceof Constant constant) {
            return cast(text.type(constant.className()) + "." + constant.name(), expected, constant.className());
        } else if (value instanceof ClassLiteral literal) {
            return text.component(literal.className()) + ".class";
        } else if (value instanceof ArrayOf array) {
            return array(array, variables);
        } else if (value instanceof ListOf list) {
            return "(" + text.type(expected) + ") new " + text.type("java.util.ArrayList") + "(" + asList(list, variables) + ")";
        }
        throw new IllegalStateException("a slice holds what cannot be written: " + value);
    }

    private static String boxType(char sort) {
        return "java.lang." + JavaText.boxed(sort, 0).replaceAll("\\..*", "");
    }

    private String cast(String expression, Type expected, String actual) {
        return expected.getClassName().equals(actual) ? expression : "(" + text.type(expected) + ") " + expression;
    }

    private String array(ArrayOf array, Map<Integer, Variable> variables) {
        String component = text.component(array.component());
        boolean primitive = component.equals(array.component()) && component.indexOf('[') < 0 && Character.isLowerCase(component.charAt(0))
                && component.indexOf('.') < 0;
        Type expected = primitive ? Type.INT_TYPE : Type.getObjectType("java/lang/Object");
        String elements = array.elements().stream().map(element -> element(element, expected, component, variables))
                .collect(Collectors.joining(", "));
        int brackets = component.indexOf('[');
        String type = brackets < 0 ? component + "[]" : component.substring(0, brackets) + "[]" + component.substring(brackets);
        return "new " + type + " {" + elements + "}";
    }

    /** Elements need no cast to choose an overload, only to be of the component's type. */
    private String element(RecordedValue element, Type expected, String component, Map<Integer, Variable> variables) {
        if (element instanceof Null) {
            return "null";
        }
        String value = value(element, expected, variables);
        String object = "(" + text.type(Type.getObjectType("java/lang/Object")) + ") ";
        String plain = value.startsWith(object) ? value.substring(object.length()) : value;
        boolean variable = RecordedValue.number(element) >= 0 && !component.equals("Object");
        return variable ? "(" + component + ") " + plain : plain;
    }

    private String asList(ListOf list, Map<Integer, Variable> variables) {
        Type object = Type.getObjectType("java/lang/Object");
        return text.type("java.util.Arrays") + ".asList(new Object[] {"
                + list.elements().stream().map(element -> element(element, object, "Object", variables)).collect(Collectors.joining(", "))
                + "})";
    }

    private String assertion(RecordedValue result, Type type, String expression) {
        if (result instanceof Null) {
            return call("assertNull", expression);
        } else if (result instanceof Box box && type.getSort() == Type.BOOLEAN) {
            return call(box.bits() != 0 ? "assertTrue" : "assertFalse", expression);
        } else if (result instanceof Box box) {
            // Boxed: NaN, negative zero, and no overload to choose.
            boolean whole = type.getSort() < Type.ARRAY && "IJ".indexOf(box.sort()) >= 0;
            return whole
                    ? call("assertEquals", JavaText.primitive(box.sort(), box.bits()), expression)
                    : call("assertEquals", "(Object) " + JavaText.boxed(box.sort(), box.bits()), expression);
        } else if (result instanceof ArrayOf array) {
            boolean known = type.getSort() == Type.ARRAY;
            String written = array(array, Map.of());
            String cast = "(" + written.substring("new ".length(), written.indexOf(" {")) + ") ";
            boolean reals = jupiter || !array.component().equals("float") && !array.component().equals("double");
            return reals
                    ? call("assertArrayEquals", written, known ? expression : cast + expression)
                    : call("assertTrue", text.type("java.util.Arrays") + ".equals(" + written + ", "
                    + (known ? expression : cast + expression) + ")");
        } else if (result instanceof ListOf list) {
            return call("assertEquals", asList(list, Map.of()), expression);
        }
        return call("assertEquals", value(result, type, Map.of()), expression);
    }

    private String call(String assertion, String... arguments) {
        assertions.add(assertion);
        return assertion + "(" + String.join(", ", arguments) + ");";
    }
}
