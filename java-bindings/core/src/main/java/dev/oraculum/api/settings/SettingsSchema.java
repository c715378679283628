package dev.oraculum.api.settings;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.Engine;
import dev.oraculum.api.OraculumException;
import dev.oraculum.facts.SimilarNames;
import dev.oraculum.internal.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Every setting: name, values, default, published value, documentation and source. The engine has the truth ({@link Engine#settings});
 * {@link #get} is a copy of it that needs no engine. docs/settings.md is the same as a page.
 */
public record SettingsSchema(List<Group> groups) {
    /**
     * Settings that are given together.
     *
     * @param name {@code search}, {@code synthesis}, {@code states}, {@code infer}, {@code rank}, {@code select}, {@code seed},
     *     {@code generate} or {@code paths}
     * @param prefix what their names have in front where several groups are given together, as on the command line; often empty
     * @param title what they are about
     */
    public record Group(String name, String prefix, String title, List<Setting> settings) {
        /** @param name with or without the prefix */
        public Optional<Setting> find(String name) {
            return settings.stream().filter(s -> s.name().equals(name) || s.name().equals(prefix + name)).findFirst();
        }
    }

    /** What values a setting has. */
    public enum Type {
        /** A whole number: a {@link Long}. */
        @JsonProperty("whole")
        WHOLE,
        /** A real number: a {@link Double}. */
        @JsonProperty("number")
        NUMBER,
        /** A {@link Boolean}. */
        @JsonProperty("flag")
        FLAG,
        /** One of some words: a {@link String}. */
        @JsonProperty("choice")
        CHOICE
    }

    /**
     * A setting.
     *
     * @param least of a number; null: it is none
     * @param most of a number; null: it is none
     * @param below whether {@code most} itself is too much; null: it is no real number
     * @param words to choose from; null: it is no choice
     * @param optional whether it may have no value: {@code none}
     * @param defaultValue null: none
     * @param paper what is published, or the default where nothing is
     * @param authors what the authors' code has, where that is another value; null: what is published
     * @param source of the default, or of what differs from it
     */
    public record Setting(
            String name, Type type, Number least, Number most, Boolean below, List<String> words, boolean optional,
            @JsonProperty("default") Object defaultValue, Object paper, Object authors, String documentation, String source) {
        /** What to choose, as the end of a message: {@code a whole number from 1 to 10}. */
        public String expectation() {
            String values = switch (type) {
                case WHOLE -> most.longValue() == Long.MAX_VALUE
                        ? "a whole number of at least " + least.longValue()
                        : "a whole number from " + least.longValue() + " to " + most.longValue();
                case NUMBER -> "a number from " + plain(least) + (below ? " to less than " : " to ") + plain(most);
                case FLAG -> "true or false";
                case CHOICE -> String.join(" or ", words);
            };
            return optional ? values + ", or none" : values;
        }

        /**
         * A value of this setting.
         *
         * @param value of its type, or as text; null, or the text {@code none}: no value
         * @throws IllegalArgumentException it has another type, or is out of range
         */
        Object value(Object value) {
            if (value == null || value.equals("none")) {
                if (!optional) {
                    throw refused(value);
                }
                return null;
            }
            try {
                return switch (type) {
                    case WHOLE -> whole(value);
                    case NUMBER -> number(value);
                    case FLAG -> flag(value);
                    case CHOICE -> word(value);
                };
            } catch (NumberFormatException noNumber) {
                throw refused(value);
            }
        }

        private Long whole(Object value) {
            boolean isWhole = value instanceof Integer || value instanceof Long || value instanceof String;
            long number = isWhole ? Long.parseLong(value.toString().strip()) : least.longValue() - 1;
            if (!isWhole || number < least.longValue() || number > most.longValue()) {
                throw refused(value);
            }
            return number;
        }

        private Double number(Object value) {
            double number = value instanceof Number || value instanceof String ? Double.parseDouble(value.toString()) : Double.NaN;
            boolean fits = number >= least.doubleValue() && (below ? number < most.doubleValue() : number <= most.doubleValue());
            if (!fits) {
                throw refused(value);
            }
            return number;
        }

        private Boolean flag(Object value) {
            return switch (value.toString()) {
                case "true" -> true;
                case "false" -> false;
                default -> throw refused(value);
            };
        }

        private String word(Object value) {
            String word = value instanceof Enum<?> constant ? SettingWords.of(constant) : value.toString();
            if (!words.contains(word)) {
                throw refused(value);
            }
            return word;
        }

        private IllegalArgumentException refused(Object value) {
            return new IllegalArgumentException("setting " + name + " is " + (value == null ? "none" : value) + ": choose "
                    + expectation());
        }

        /** Without a fraction that says nothing. */
        private static String plain(Number number) {
            double value = number.doubleValue();
            return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** The schema of the engine that this library is built for. */
    public static SettingsSchema get() {
        return Holder.SCHEMA;
    }

    public Group group(String name) {
        return groups.stream().filter(g -> g.name().equals(name)).findFirst().orElseThrow();
    }

    /** What is wrong with a name that none of the groups has: what is near, and all there are. */
    public static String unknown(String name, List<Group> groups) {
        List<String> all = groups.stream().flatMap(group -> group.settings().stream()).map(Setting::name).toList();
        List<String> similar = SimilarNames.of(name, all);
        String meant = similar.isEmpty() ? "" : "; did you mean " + String.join(" or ", similar) + "?";
        return "there is no setting " + name + meant + "\nthe settings are " + String.join(", ", all);
    }

    private static final class Holder {
        private static final SettingsSchema SCHEMA = read();

        private static SettingsSchema read() {
            try (InputStream in = SettingsSchema.class.getResourceAsStream("settings.json")) {
                return Json.decode(in.readAllBytes(), SettingsSchema.class);
            } catch (IOException e) {
                throw new OraculumException(OraculumException.Code.INTERNAL, "the schema of settings cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
