package dev.oraculum.evaluation.specifications;

import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The values that a file of specifications names for a parameter, by the parameter's type: numbers, {@code MIN}, {@code MAX}, {@code 'a'},
 * {@code "text"}, {@code null}, {@code [1,2]}, {@code all3(-1,0)} (every array or list of at most 3 elements of these), names of
 * constants of an enum, and {@code *} (every object of a class that the files describe).
 */
final class SmallValues {
    private static final String ALL = "all";

    private final SmallObjects objects;

    SmallValues(SmallObjects objects) {
        this.objects = objects;
    }

    /** Every combination of values of the parameters, which {@code |} separates. */
    List<List<Value>> combinations(Type[] types, String text) {
        String[] columns = text.isBlank() ? new String[0] : text.split("\\|");
        if (columns.length != types.length) {
            throw new IllegalArgumentException("values of " + columns.length + " parameters where there are " + types.length + ": " + text);
        }
        List<List<Value>> rows = List.of(List.of());
        for (int i = 0; i < types.length; i++) {
            List<List<Value>> longer = new ArrayList<>();
            List<Value> values = column(types[i], columns[i].strip());
            for (List<Value> row : rows) {
                for (Value value : values) {
                    List<Value> next = new ArrayList<>(row);
                    next.add(value);
                    longer.add(List.copyOf(next));
                }
            }
            rows = longer;
        }
        return rows;
    }

    private List<Value> column(Type type, String text) {
        List<Value> values = new ArrayList<>();
        for (String word : text.split("\\s+")) {
            if (word.equals("*")) {
                values.addAll(objects.values(raw(type).getSimpleName()));
            } else if (word.startsWith(ALL) && word.endsWith(")")) {
                int open = word.indexOf('(');
                int longest = Integer.parseInt(word.substring(ALL.length(), open));
                values.addAll(all(type, longest, word.substring(open + 1, word.length() - 1)));
            } else {
                values.add(one(type, word));
            }
        }
        return values;
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        return type instanceof Class<?> of ? of : Object.class;
    }

    private static Type element(Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic.getActualTypeArguments()[0];
        }
        return raw(type).isArray() ? raw(type).getComponentType() : Object.class;
    }

    private List<Value> all(Type type, int longest, String elements) {
        List<String> words = List.of(elements.split(","));
        List<Value> values = new ArrayList<>();
        List<List<String>> shorter = List.of(List.of());
        for (int length = 0; length <= longest; length++) {
            List<List<String>> next = new ArrayList<>();
            for (List<String> row : shorter) {
                values.add(one(type, "[" + String.join(",", row) + "]"));
                for (String word : words) {
                    List<String> longer = new ArrayList<>(row);
                    longer.add(word);
                    next.add(longer);
                }
            }
            shorter = next;
        }
        return values;
    }

    private Value one(Type type, String word) {
        Class<?> raw = raw(type);
        if (word.equals("null")) {
            return new Value(word, classes -> null);
        }
        if (word.startsWith("[")) {
            String inner = word.substring(1, word.length() - 1);
            String[] words = inner.isEmpty() ? new String[0] : inner.split(",");
            List<Value> elements = Arrays.stream(words).map(e -> one(element(type), e)).toList();
            String text = elements.stream().map(Value::text).collect(Collectors.joining(", ", "[", "]"));
            if (raw.isArray()) {
                return new Value(text, classes -> array(raw.getComponentType(), elements, classes));
            }
            return new Value(text, classes -> elements.stream().map(e -> e.make(classes)).collect(Collectors.toCollection(ArrayList::new)));
        }
        if (raw.isEnum()) {
            String name = raw.getName().substring(raw.getPackageName().length() + 1);
            return new Value(word, classes -> constant(classes.subject(name), word));
        }
        literal(raw, word);
        return new Value(word, classes -> literal(raw, word));
    }

    private static Object array(Class<?> component, List<Value> elements, SubjectClasses classes) {
        Object array = Array.newInstance(component, elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, elements.get(i).make(classes));
        }
        return array;
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants()).filter(c -> ((Enum<?>) c).name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no constant " + name));
    }

    /** Of a box a new object each time, as far as Java makes one. */
    private static Object literal(Class<?> type, String word) {
        String name = type.getSimpleName().toLowerCase(Locale.ROOT);
        boolean least = word.equals("MIN");
        boolean most = word.equals("MAX");
        return switch (name) {
            case "boolean" -> Boolean.valueOf(word);
            case "byte" -> least ? Byte.MIN_VALUE : most ? Byte.MAX_VALUE : Byte.parseByte(word);
            case "short" -> least ? Short.MIN_VALUE : most ? Short.MAX_VALUE : Short.parseShort(word);
            case "int", "integer" -> least ? Integer.MIN_VALUE : most ? Integer.MAX_VALUE : (Object) Integer.valueOf(word);
            case "long" -> least ? Long.MIN_VALUE : most ? Long.MAX_VALUE : (Object) Long.valueOf(word);
            case "float" -> Float.parseFloat(word);
            case "double" -> least ? -Double.MAX_VALUE : most ? Double.MAX_VALUE : Double.parseDouble(word);
            case "char", "character" -> word.charAt(1);
            case "string", "object" -> word.substring(1, word.length() - 1).replace('_', ' ').intern();
            default -> throw new IllegalArgumentException("no values of type " + type.getName() + " can be written: " + word);
        };
    }
}
