package dev.oraculum.cli;

import dev.oraculum.api.settings.SettingsSchema;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ResourceBundle;
import picocli.CommandLine.Model.CommandSpec;

/** What options that have a setting's value say in the help, by group and name: {@code rank.threshold}. It comes from the schema. */
final class SettingTexts extends ResourceBundle {
    private final Map<String, String> texts = new LinkedHashMap<>();

    private SettingTexts() {
        for (SettingsSchema.Group group : SettingsSchema.get().groups()) {
            for (SettingsSchema.Setting setting : group.settings()) {
                String documentation = setting.documentation().replace("`", "").replaceAll("\\.$", "");
                String value = setting.defaultValue() == null ? "none" : setting.defaultValue().toString();
                String key = setting.name().startsWith(group.name() + ".") ? setting.name() : group.name() + "." + setting.name();
                texts.put(key, documentation + ": " + setting.expectation() + "; default: " + value + ".");
            }
        }
    }

    /** Gives a command's options their texts, and returns the command. Not before they are shown: it reads the schema. */
    static CommandSpec addTo(CommandSpec command) {
        return command.resourceBundle(new SettingTexts());
    }

    @Override
    protected Object handleGetObject(String key) {
        return texts.get(key);
    }

    @Override
    public Enumeration<String> getKeys() {
        return Collections.enumeration(texts.keySet());
    }
}
