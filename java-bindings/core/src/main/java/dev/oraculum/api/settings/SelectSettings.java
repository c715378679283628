package dev.oraculum.api.settings;

import dev.oraculum.api.program.CallGraphAlgorithm;
import java.util.Map;

/**
 * Settings of a selection (SODS, sections 3.2 and 3.3).
 */
public final class SelectSettings extends Settings<SelectSettings> {
    private SelectSettings(boolean published) {
        super("select", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private SelectSettings(SelectSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    SelectSettings with(Map<String, Object> changed) {
        return new SelectSettings(this, changed);
    }

    /** What we found best. */
    public static SelectSettings defaults() {
        return new SelectSettings(false);
    }

    /** The best of the values that the paper compares. */
    public static SelectSettings paper() {
        return new SelectSettings(true);
    }

    public SelectSettings withCount(int count) {
        return with("count", count);
    }

    public SelectSettings withAlpha(double alpha) {
        return with("alpha", alpha);
    }

    /** @param share null: differentiated */
    public SelectSettings withUniformImpact(Double share) {
        return with("uniformImpact", share);
    }

    public SelectSettings withShareSites(boolean shared) {
        return with("shareSites", shared);
    }

    public SelectSettings withCallGraph(CallGraphAlgorithm algorithm) {
        return with("callGraph", algorithm);
    }

    public int count() {
        return whole("count");
    }

    public double alpha() {
        return number("alpha");
    }

    public CallGraphAlgorithm callGraph() {
        return SettingWords.constant(CallGraphAlgorithm.class, get("callGraph"));
    }
}
