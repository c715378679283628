package dev.oraculum.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Types and literals of one Java source, and the imports that they take. */
final class JavaText {
    private final String packageName;
    /** By simple name of an outermost class, its full name. */
    private final Map<String, String> imports = new TreeMap<>();

    JavaText(String packageName) {
        this.packageName = packageName;
    }

    List<String> imports() {
        return imports.values().stream().filter(name -> !packageOf(name).equals("java.lang") && !packageOf(name).equals(packageName))
                .sorted().toList();
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** @param name binary name */
    String type(String name) {
        String packageOfName = packageOf(name);
        String nested = name.substring(packageOfName.isEmpty() ? 0 : packageOfName.length() + 1);
        String outer = nested.indexOf('$') > 0 ? nested.substring(0, nested.indexOf('$')) : nested;
        String full = packageOfName.isEmpty() ? outer : packageOfName + "." + outer;
        boolean ours = imports.computeIfAbsent(outer, key -> full).equals(full);
        String text = nested.replace('$', '.');
        return ours || packageOfName.isEmpty() ? text : packageOfName + "." + text;
    }

    String type(Type type) {
        return switch (type.getSort()) {
            case Type.ARRAY -> type(type.getElementType()) + "[]".repeat(type.getDimensions());
            case Type.OBJECT -> type(type.getClassName());
            default -> type.getClassName();
        };
    }

    /** A component type as Java writes it: {@code int}, {@code java.lang.String[]}. */
    String component(String name) {
        int brackets = name.indexOf('[');
        String element = brackets < 0 ? name : name.substring(0, brackets);
        boolean primitive = element.indexOf('.') < 0
                && List.of("boolean", "byte", "char", "short", "int", "long", "float", "double").contains(element);
        return (primitive ? element : type(element)) + (brackets < 0 ? "" : name.substring(brackets));
    }

    static String primitive(char sort, long bits) {
        return switch (sort) {
            case 'Z' -> bits != 0 ? "true" : "false";
            case 'C' -> "'" + escape((char) bits, '\'') + "'";
            case 'B' -> "(byte) " + bits;
            case 'S' -> "(short) " + bits;
            case 'J' -> bits == Long.MIN_VALUE ? "Long.MIN_VALUE" : bits + "L";
            case 'F' -> real(Float.intBitsToFloat((int) bits), "Float", Float.intBitsToFloat((int) bits) + "f");
            case 'D' -> real(Double.longBitsToDouble(bits), "Double", Double.toString(Double.longBitsToDouble(bits)));
            default -> Long.toString(bits);
        };
    }

    private static String real(double value, String box, String text) {
        if (Double.isNaN(value)) {
            return box + ".NaN";
        }
        return Double.isInfinite(value) ? box + (value > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY") : text;
    }

    static String boxed(char sort, long bits) {
        String box = switch (sort) {
            case 'Z' -> "Boolean";
            case 'C' -> "Character";
            case 'B' -> "Byte";
            case 'S' -> "Short";
            case 'J' -> "Long";
            case 'F' -> "Float";
            case 'D' -> "Double";
            default -> "Integer";
        };
        return box + ".valueOf(" + primitive(sort, bits) + ")";
    }

    static String string(String text) {
        return text.chars().mapToObj(c -> escape((char) c, '"')).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escape(char c, char quote) {
        return switch (c) {
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> c == quote ? "\\" + c : c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c);
        };
    }
}
