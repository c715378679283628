package dev.oraculum.api.settings;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.api.program.CallGraphAlgorithm;
import java.util.Map;

/**
 * Settings of a selection (SODS, sections 3.2 and 3.3).
 */
public final class SelectSettings extends Settings<SelectSettings> {
    /** By what definitions and chains are weighed. */
    public enum Variant {
        /** As the paper has it, plain or, for tests, extended. */
        @JsonProperty("published")
        PUBLISHED,
        /** By what a run of the tests executes; without tests, by how likely a client's call reaches a definition. */
        @JsonProperty("observed")
        OBSERVED
    }

    /** What several paths of chains between two data count together. */
    public enum Paths {
        /** Their sum, at most 1. */
        @JsonProperty("sum")
        SUM,
        /** As much as the strongest of them. */
        @JsonProperty("strongest")
        STRONGEST
    }

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

    public SelectSettings withVariant(Variant variant) {
        return with("variant", variant);
    }

    public SelectSettings withPaths(Paths paths) {
        return with("paths", paths);
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

    public SelectSettings withConditions(boolean followed) {
        return with("conditions", followed);
    }

    public SelectSettings withCallGraph(CallGraphAlgorithm algorithm) {
        return with("callGraph", algorithm);
    }

    public int count() {
        return whole("count");
    }

    public Variant variant() {
        return SettingWords.constant(Variant.class, get("variant"));
    }

    public Paths paths() {
        return SettingWords.constant(Paths.class, get("paths"));
    }

    public boolean conditions() {
        return flag("conditions");
    }

    public double alpha() {
        return number("alpha");
    }

    public CallGraphAlgorithm callGraph() {
        return SettingWords.constant(CallGraphAlgorithm.class, get("callGraph"));
    }
}
