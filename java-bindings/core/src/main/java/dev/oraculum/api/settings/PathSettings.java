package dev.oraculum.api.settings;

import java.util.Map;
import java.util.function.Function;

/** Settings of path selection (TARDIS, section 4). */
public final class PathSettings extends Settings<PathSettings> {
    private PathSettings(Function<SettingsSchema.Setting, Object> choose) {
        super("paths", choose);
    }

    private PathSettings(PathSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    PathSettings with(Map<String, Object> changed) {
        return new PathSettings(this, changed);
    }

    /** What we found best. */
    public static PathSettings defaults() {
        return new PathSettings(SettingsSchema.Setting::defaultValue);
    }

    /** As the paper has it. */
    public static PathSettings paper() {
        return new PathSettings(SettingsSchema.Setting::paper);
    }

    /** As the authors' code has it. */
    public static PathSettings authors() {
        return new PathSettings(setting -> setting.authors() == null ? setting.paper() : setting.authors());
    }
}
