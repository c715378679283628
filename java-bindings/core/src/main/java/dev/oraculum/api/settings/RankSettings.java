package dev.oraculum.api.settings;

import java.util.Map;

/**
 * How a ranking is made (ZoomIn, section 3). Settings of the constraints' inference have {@code infer.} in front.
 */
public final class RankSettings extends Settings<RankSettings> {
    private RankSettings(boolean published) {
        super("rank", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private RankSettings(RankSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    RankSettings with(Map<String, Object> changed) {
        return new RankSettings(this, changed);
    }

    /** What we found best. */
    public static RankSettings defaults() {
        return new RankSettings(false);
    }

    /** The scores of the paper, over what Daikon as it comes says of the manual tests. */
    public static RankSettings paper() {
        return new RankSettings(true);
    }

    public RankSettings withThreshold(double threshold) {
        return with("threshold", threshold);
    }

    public RankSettings withTop(int top) {
        return with("top", top);
    }

    public double threshold() {
        return number("threshold");
    }

    public int top() {
        return whole("top");
    }

    public boolean dataFlow() {
        return flag("dataFlow");
    }

    public int maxConstraints() {
        return whole("maxConstraints");
    }

    public int maxViolations() {
        return whole("maxViolations");
    }
}
