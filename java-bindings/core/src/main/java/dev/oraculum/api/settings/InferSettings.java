package dev.oraculum.api.settings;

import java.util.Map;

/**
 * Settings of the inference of likely invariants.
 */
public final class InferSettings extends Settings<InferSettings> {
    private InferSettings(boolean published) {
        super("infer", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private InferSettings(InferSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    InferSettings with(Map<String, Object> changed) {
        return new InferSettings(this, changed);
    }

    /** What we found best. */
    public static InferSettings defaults() {
        return new InferSettings(false);
    }

    /** Those with which Daikon comes, which GAssert and ZoomIn ran: its default set of invariants. */
    public static InferSettings daikon() {
        return new InferSettings(true);
    }

    public InferSettings withConfidence(double limit) {
        return with("confidence", limit);
    }
}
