package dev.oraculum.api.settings;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Values of a group of settings. Immutable. What settings there are, with their ranges, defaults and meaning: {@link SettingsSchema} and
 * docs/settings.md. A value that is out of range is refused when it is given; what two settings say of each other, when they are used.
 *
 * @param <S> the class itself
 */
public abstract sealed class Settings<S extends Settings<S>>
        permits SearchSettings, SynthesisSettings, StateSettings, InferSettings, RankSettings, SelectSettings, SeedSettings,
                GenerateSettings, PathSettings {
    private final SettingsSchema.Group group;
    /** By name without the group's prefix, in the order of the schema. */
    private final Map<String, Object> values;

    /** @param choose the default of a setting, or what is published */
    Settings(String group, Function<SettingsSchema.Setting, Object> choose) {
        this.group = SettingsSchema.get().group(group);
        Map<String, Object> chosen = new LinkedHashMap<>();
        for (SettingsSchema.Setting setting : this.group.settings()) {
            chosen.put(key(setting), setting.value(choose.apply(setting)));
        }
        values = Collections.unmodifiableMap(chosen);
    }

    Settings(S before, Map<String, Object> values) {
        this.group = ((Settings<?>) before).group;
        this.values = Collections.unmodifiableMap(values);
    }

    /** The same with other values of the settings. */
    abstract S with(Map<String, Object> changed);

    /**
     * These settings with another value of one of them.
     *
     * @param value of the setting's type, or as text; null or {@code "none"}: no value, if the setting may have none
     * @throws IllegalArgumentException there is no such setting, it has another type, or the value is out of range
     */
    public final S with(String name, Object value) {
        SettingsSchema.Setting setting = setting(name);
        Map<String, Object> changed = new LinkedHashMap<>(values);
        changed.put(key(setting), setting.value(value));
        return with(changed);
    }

    /**
     * The value of a setting: a {@link Long}, {@link Double}, {@link Boolean} or {@link String}; null: none.
     *
     * @throws IllegalArgumentException there is no such setting
     */
    public final Object get(String name) {
        return values.get(key(setting(name)));
    }

    final Map<String, Object> values() {
        return values;
    }

    /** The settings that there are. */
    public final SettingsSchema.Group schema() {
        return group;
    }

    final int whole(String name) {
        return Math.toIntExact((Long) get(name));
    }

    final double number(String name) {
        return (Double) get(name);
    }

    final boolean flag(String name) {
        return (Boolean) get(name);
    }

    private String key(SettingsSchema.Setting setting) {
        return setting.name().substring(group.prefix().length());
    }

    private SettingsSchema.Setting setting(String name) {
        return group.find(name).orElseThrow(() -> new IllegalArgumentException(SettingsSchema.unknown(name, List.of(group))));
    }

    /** Names with a dot are of an object within. */
    @JsonValue
    final Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            int dot = name.indexOf('.');
            if (dot < 0) {
                json.put(name, value);
            } else {
                @SuppressWarnings("unchecked")
                Map<String, Object> within = (Map<String, Object>) json.computeIfAbsent(name.substring(0, dot), n -> new LinkedHashMap<>());
                within.put(name.substring(dot + 1), value);
            }
        });
        return json;
    }

    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && ((Settings<?>) other).values.equals(values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(group.name(), values);
    }

    @Override
    public String toString() {
        return group.name() + values;
    }
}
