package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is read of JSON for people. A field that is missing, null or of another type gives null or nothing, never a value of ours. */
final class Fields {
    /** A number beyond it is shown as the file has it: all of its digits would say no more. */
    private static final double LONGEST = 1e15;

    private Fields() {}

    /** A text; null: there is none. */
    static String text(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isTextual() ? value.textValue() : null;
    }

    /** A text or number as it stands in the file; null: there is none. */
    static String value(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isTextual() || value.isNumber() ? value.asText() : null;
    }

    /** A number with so many digits behind the point; null: there is none. */
    static String decimal(JsonNode object, String name, int digits) {
        JsonNode value = object.path(name);
        if (!value.isNumber()) {
            return null;
        }
        double number = value.doubleValue();
        return Math.abs(number) < LONGEST ? String.format(Locale.ROOT, "%." + digits + "f", number) : value.asText();
    }

    /** A position, with a half where several share it; null: there is none. */
    static String position(JsonNode object, String name) {
        String shown = decimal(object, name, 1);
        return shown != null && shown.endsWith(".0") ? shown.substring(0, shown.length() - 2) : shown;
    }

    /** A count; 0: there is none. */
    static long count(JsonNode object, String name) {
        JsonNode value = object.path(name);
        return value.isIntegralNumber() && value.canConvertToLong() ? value.longValue() : 0;
    }

    /** The objects of a list. */
    static List<JsonNode> objects(JsonNode object, String name) {
        List<JsonNode> found = new ArrayList<>();
        if (object.path(name).isArray()) {
            object.path(name).forEach(found::add);
        }
        found.removeIf(item -> !item.isObject());
        return found;
    }

    /** The texts of a list. */
    static List<String> texts(JsonNode object, String name) {
        List<String> found = new ArrayList<>();
        if (object.path(name).isArray()) {
            object.path(name).forEach(item -> {
                if (item.isTextual()) {
                    found.add(item.textValue());
                }
            });
        }
        return found;
    }

    /** Seconds by phase, in one line; null: there are none. */
    static String seconds(JsonNode result) {
        JsonNode elapsed = result.path("elapsed");
        List<String> times = new ArrayList<>();
        elapsed.properties().forEach(phase -> {
            String seconds = decimal(elapsed, phase.getKey(), 1);
            if (seconds != null) {
                times.add(phase.getKey() + " " + seconds);
            }
        });
        return times.isEmpty() ? null : String.join(", ", times);
    }

    /** {@code 1 mutant}, {@code 2 mutants}, by the word for one. */
    static String counted(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    /** The number of a field in words, as {@link #counted}; null: there is none. */
    static String counted(JsonNode object, String name, String one) {
        String number = value(object, name);
        return number == null ? null : number + " " + one + (number.equals("1") ? "" : "s");
    }
}
