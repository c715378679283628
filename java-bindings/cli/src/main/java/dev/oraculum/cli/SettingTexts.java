package dev.oraculum.cli;

import dev.oraculum.api.settings.SettingsSchema;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ResourceBundle;

/** What options that have a setting's value say in the help, by group and name: {@code rank.threshold}. It comes from the schema. */
public final class SettingTexts extends ResourceBundle {
    static final String NAME = "dev.oraculum.cli.SettingTexts";

    private final Map<String, String> texts = new LinkedHashMap<>();

    /** For {@link ResourceBundle#getBundle}. */
    public SettingTexts() {
        for (SettingsSchema.Group group : SettingsSchema.get().groups()) {
            for (SettingsSchema.Setting setting : group.settings()) {
                String documentation = setting.documentation().replace("`", "").replaceAll("\\.$", "");
                String value = setting.defaultValue() == null ? "none" : setting.defaultValue().toString();
                texts.put(group.name() + "." + setting.name(), documentation + ": " + setting.expectation() + "; default: " + value + ".");
            }
        }
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
