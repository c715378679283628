package dev.oraculum.api.settings;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The words that settings have for the constants of an enum. */
final class SettingWords {
    private SettingWords() {}

    /** As JSON writes it. */
    static String of(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class).value();
        } catch (NoSuchFieldException e) {
            throw new AssertionError(constant + " is a field of its class", e);
        }
    }

    static <E extends Enum<E>> E constant(Class<E> type, Object word) {
        for (E constant : type.getEnumConstants()) {
            if (of(constant).equals(word)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("there is no " + type.getSimpleName() + " " + word);
    }
}
