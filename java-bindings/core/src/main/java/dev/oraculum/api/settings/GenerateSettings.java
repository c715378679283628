package dev.oraculum.api.settings;

import java.util.Map;

/** Settings of the generation of tests (DynaMOSA, TSE 2018; EvoSuite 1.2.0). */
public final class GenerateSettings extends Settings<GenerateSettings> {
    private GenerateSettings(boolean published) {
        super("generate", published ? SettingsSchema.Setting::paper : SettingsSchema.Setting::defaultValue);
    }

    private GenerateSettings(GenerateSettings before, Map<String, Object> values) {
        super(before, values);
    }

    @Override
    GenerateSettings with(Map<String, Object> changed) {
        return new GenerateSettings(this, changed);
    }

    /** Loop iterations and calls of code under test that a test may have. */
    public int ticks() {
        return whole("ticks");
    }

    /** Mutants of the class that the tests run on, at most. */
    public int mutants() {
        return whole("mutants");
    }

    /** Tests for which the search aims at what a mutant of an instruction would leave otherwise; 0: no weak mutation. */
    public int weakMutation() {
        return whole("weakMutation");
    }

    /** As many variants as so many of the smallest rounds have, without a mutant more killed, end the trial of variants. */
    public int variantRounds() {
        return whole("variantRounds");
    }

    /** Tests without a gain after which a search may end, at least. */
    public int patience() {
        return whole("patience");
    }

    /** So many times the tests that a search had run at its last gain have to bring no other before it ends. */
    public int patienceFactor() {
        return whole("patienceFactor");
    }

    /** Those of seed templates, {@code generate.seed.*}. */
    public SeedSettings seed() {
        SeedSettings seed = SeedSettings.defaults();
        for (SettingsSchema.Setting setting : seed.schema().settings()) {
            seed = seed.with(setting.name(), get("generate.seed." + setting.name()));
        }
        return seed;
    }

    /** All defaults. */
    public static GenerateSettings defaults() {
        return new GenerateSettings(false);
    }

    /** What is published of each. */
    public static GenerateSettings paper() {
        return new GenerateSettings(true);
    }
}
