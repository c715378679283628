package dev.oraculum.api.settings;

import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.InheritedCorruption;
import java.util.Map;
import java.util.Objects;

/**
 * What is recorded of a state, and which states become evidence (docs/state-capture.md; docs/formats.md, "What becomes evidence").
 */
public final class StateSettings extends Settings<StateSettings> {
    /** {@link #defaults}. */
    public static final StateSettings DEFAULT = defaults();

    /** Bounds of the evidence: they depend on the machine. */
    private final EvidenceLimits limits;

    private StateSettings(boolean published) {
        super("states", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
        limits = EvidenceLimits.DEFAULT;
    }

    private StateSettings(StateSettings before, Map<String, Object> values, EvidenceLimits limits) {
        super(before, values);
        this.limits = Objects.requireNonNull(limits, "limits");
    }

    @Override
    StateSettings with(Map<String, Object> changed) {
        return new StateSettings(this, changed, limits);
    }

    /** What we found best. */
    public static StateSettings defaults() {
        return new StateSettings(false);
    }

    /** As published; what the paper leaves open is as by default. */
    public static StateSettings paper() {
        return new StateSettings(true);
    }

    public StateSettings withContents(boolean recorded) {
        return with("contents", recorded);
    }

    public StateSettings withContentsLimits(int elements, int characters) {
        return with("maxElements", elements).with("maxCharacters", characters);
    }

    public StateSettings withInheritedCorruption(InheritedCorruption what) {
        return with("inheritedCorruption", what);
    }

    public StateSettings withUnreadableShare(double share) {
        return with("unreadableShare", share);
    }

    public StateSettings withLimits(EvidenceLimits bounds) {
        return new StateSettings(this, values(), bounds);
    }

    public boolean contents() {
        return flag("contents");
    }

    public int maxElements() {
        return whole("maxElements");
    }

    public int maxCharacters() {
        return whole("maxCharacters");
    }

    public boolean publicObserversOnly() {
        return flag("publicObserversOnly");
    }

    /** Whether fields of other objects than the receiver are recorded, such as the nodes of a list. */
    public boolean fieldsOfObjects() {
        return flag("fieldsOfObjects");
    }

    /** Tests that are generated for the class beside the project's; 0: none. */
    public int generatedTests() {
        return whole("generatedTests");
    }

    /** Tests that are generated to attack an assertion found; 0: none. */
    public int assessorTests() {
        return whole("assessorTests");
    }

    public InheritedCorruption inheritedCorruption() {
        return SettingWords.constant(InheritedCorruption.class, get("inheritedCorruption"));
    }

    public double unreadableShare() {
        return number("unreadableShare");
    }

    public EvidenceLimits limits() {
        return limits;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && ((StateSettings) other).limits.equals(limits);
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + limits.hashCode();
    }
}
