package dev.oraculum.evaluation.generator;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a call shows of its operation: classes of inputs and outputs, as in EvoSuite's input and output criteria. A test is worth keeping
 * while one of its features is rare.
 */
final class Features {
    /** As in a minimized suite. */
    private static final int ENOUGH = 1;
    private static final double HUGE = 1e9;

    private final Map<String, Integer> counts = new HashMap<>();

    /** Whether the call has a feature that few calls before had; counts its features if so. */
    boolean isRare(Operation operation, List<Object> inputs, Object output) {
        List<String> features = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            features.add(operation.key() + i + kind(inputs.get(i)));
        }
        features.add(operation.key() + "out" + kind(output));
        boolean rare = features.stream().anyMatch(f -> counts.getOrDefault(f, 0) < ENOUGH);
        if (rare) {
            features.forEach(f -> counts.merge(f, 1, Integer::sum));
        }
        return rare;
    }

    private static String kind(Object value) {
        if (value == null || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Number number) {
            return kind(number.doubleValue());
        }
        if (value instanceof String text) {
            return text.isEmpty() ? "empty" : text.isBlank() ? "blank" : text.length() == 1 ? "letter"
                    : text.chars().allMatch(Character::isLetter) ? "word" : "text";
        }
        if (value instanceof Character c) {
            return Character.isLetter(c) ? "letter" : Character.isDigit(c) ? "digit" : "other";
        }
        if (value.getClass().isArray()) {
            return "length " + Math.min(2, Array.getLength(value));
        }
        return value.getClass().getSimpleName() + (value instanceof Collection<?> c ? Math.min(2, c.size()) : "");
    }

    private static String kind(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
            return Double.toString(value);
        }
        double size = Math.abs(value);
        return (value < 0 ? "-" : "") + (size < 1 ? "fraction" : size == 1 ? "one" : size < HUGE ? "number" : "huge");
    }
}
