package dev.oraculum.api.settings;

import java.util.Map;

/** Settings of construction graphs and seed templates (EvoObj, sections 3 and 5.1). */
public final class SeedSettings extends Settings<SeedSettings> {
    private SeedSettings(boolean published) {
        super("seed", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private SeedSettings(SeedSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    SeedSettings with(Map<String, Object> changed) {
        return new SeedSettings(this, changed);
    }

    /** What we found best. */
    public static SeedSettings defaults() {
        return new SeedSettings(false);
    }

    /** The values of the paper and its authors' code. */
    public static SeedSettings paper() {
        return new SeedSettings(true);
    }
}
