package dev.oraculum.api.settings;

import dev.oraculum.api.improve.Improvement;
import java.util.Map;

/**
 * Parameters of the synthesis, which are all ours. A bound that is met does not end the synthesis: what lies beyond is left out, and
 * {@link Improvement#limits} names it. Names may have {@code synthesis.} in front, as on the command line.
 */
public final class SynthesisSettings extends Settings<SynthesisSettings> {
    private SynthesisSettings(boolean published) {
        super("synthesis", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private SynthesisSettings(SynthesisSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    SynthesisSettings with(Map<String, Object> changed) {
        return new SynthesisSettings(this, changed);
    }

    /** What we found best. */
    public static SynthesisSettings defaults() {
        return new SynthesisSettings(false);
    }
}
