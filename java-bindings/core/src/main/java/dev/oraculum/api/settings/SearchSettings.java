package dev.oraculum.api.settings;

import java.util.Map;

/**
 * Parameters of the co-evolution: GAssert's (section 3 and Table 3), and ours. The defaults differ from what is published where experience
 * taught us better; {@link #paper} does not.
 */
public final class SearchSettings extends Settings<SearchSettings> {
    private SearchSettings(boolean published) {
        super("search", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private SearchSettings(SearchSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    SearchSettings with(Map<String, Object> changed) {
        return new SearchSettings(this, changed);
    }

    /** What we found best. */
    public static SearchSettings defaults() {
        return new SearchSettings(false);
    }

    /** As published; what the paper leaves open is as by default. */
    public static SearchSettings paper() {
        return new SearchSettings(true);
    }
}
