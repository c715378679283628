package dev.oraculum.generation.carving;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** What parameterized tests are called with, where an annotation says it: {@code @ValueSource} and {@code @CsvSource}. */
final class Arguments {
    private Arguments() {}

    /**
     * A list of arguments for each call, as boxes, strings and ASM types.
     *
     * @return empty: nothing says them
     */
    static List<List<Object>> of(MethodNode method) {
        Type[] parameters = Type.getArgumentTypes(method.desc);
        List<List<Object>> calls = new ArrayList<>();
        for (AnnotationNode annotation : TestMethods.annotations(method)) {
            String name = TestMethods.simpleName(annotation);
            if (name.equals("ValueSource") && parameters.length == 1) {
                values(annotation).forEach(value -> calls.add(List.of(value)));
            } else if (name.equals("CsvSource")) {
                for (Object row : values(annotation)) {
                    List<Object> arguments = row instanceof String text ? row(text, parameters) : List.of();
                    if (!arguments.isEmpty()) {
                        calls.add(arguments);
                    }
                }
            }
        }
        return calls;
    }

    /** All single values of an annotation. */
    static List<Object> values(AnnotationNode annotation) {
        List<Object> found = new ArrayList<>();
        for (int i = 1; annotation.values != null && i < annotation.values.size(); i += 2) {
            Object value = annotation.values.get(i);
            if (value instanceof List<?> list) {
                list.stream().filter(one -> !(one instanceof AnnotationNode)).forEach(found::add);
            } else if (value instanceof int[] all) {
                Arrays.stream(all).forEach(found::add);
            } else if (value instanceof long[] all) {
                Arrays.stream(all).forEach(found::add);
            } else if (value instanceof double[] all) {
                Arrays.stream(all).forEach(found::add);
            } else if (value instanceof char[] all) {
                new String(all).chars().forEach(unit -> found.add((char) unit));
            } else if (value instanceof String) {
                found.add(value);
            }
        }
        return found;
    }

    /** The cells of a row without quotes; empty: it is another row, or a cell does not fit its parameter. */
    private static List<Object> row(String text, Type[] parameters) {
        String[] cells = text.split(",", -1);
        if (cells.length != parameters.length || text.indexOf('\'') >= 0 || text.indexOf('\n') >= 0) {
            return List.of();
        }
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            Object argument = converted(cells[i].strip(), parameters[i]);
            if (argument == null) {
                return List.of();
            }
            arguments.add(argument);
        }
        return arguments;
    }

    private static Object converted(String cell, Type type) {
        try {
            return switch (type.getDescriptor()) {
                case "Z", "Ljava/lang/Boolean;" -> Boolean.valueOf(cell);
                case "B", "S", "I", "Ljava/lang/Integer;" -> Integer.decode(cell);
                case "J", "Ljava/lang/Long;" -> Long.decode(cell);
                case "F" -> Float.valueOf(cell);
                case "D", "Ljava/lang/Double;" -> Double.valueOf(cell);
                case "C" -> cell.length() == 1 ? (Object) cell.charAt(0) : null;
                case "Ljava/lang/String;", "Ljava/lang/Object;", "Ljava/lang/CharSequence;" -> cell.isEmpty() ? null : cell;
                default -> null;
            };
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
