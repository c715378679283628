package dev.oraculum.cli;

import dev.oraculum.api.settings.Settings;
import dev.oraculum.api.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that chooses settings by name. */
class NamedSettings {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--set", paramLabel = "NAME=VALUE", order = 13,
            description = "A setting by its name (docs/settings.md); an unknown name lists all of them.")
    private Map<String, String> values = new LinkedHashMap<>();

    /** Settings with what {@code --set} says of them. Names of no group among the settings are refused by {@link #requireKnown}. */
    <S extends Settings<S>> S apply(S settings) {
        S chosen = settings;
        for (Map.Entry<String, String> value : values.entrySet()) {
            if (named(settings.schema(), value.getKey())) {
                chosen = with(chosen, "--set " + value.getKey() + "=" + value.getValue(), value.getKey(), value.getValue());
            }
        }
        return chosen;
    }

    /** Settings with the value of an option of their own; null: it is not given. */
    <S extends Settings<S>> S given(S settings, String option, String name, Object value) {
        return value == null ? settings : with(settings, option + " " + value, name, value);
    }

    /** @param groups all that this command has */
    void requireKnown(Settings<?>... groups) {
        List<SettingsSchema.Group> schemas = new ArrayList<>();
        for (Settings<?> group : groups) {
            schemas.add(group.schema());
        }
        for (String name : values.keySet()) {
            if (schemas.stream().noneMatch(schema -> named(schema, name))) {
                throw Usage.wrong(spec, "--set " + name + ": " + SettingsSchema.unknown(name, schemas));
            }
        }
    }

    private <S extends Settings<S>> S with(S settings, String written, String name, Object value) {
        try {
            return settings.with(name, value);
        } catch (IllegalArgumentException outOfRange) {
            throw Usage.wrong(spec, written + ": expected " + settings.schema().find(name).orElseThrow().expectation());
        }
    }

    private static boolean named(SettingsSchema.Group group, String name) {
        return group.settings().stream().anyMatch(setting -> setting.name().equals(name));
    }
}
