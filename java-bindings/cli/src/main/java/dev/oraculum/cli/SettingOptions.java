package dev.oraculum.cli;

import picocli.CommandLine.Option;

/** The options that choose settings by name, and where they start from. */
final class SettingOptions extends NamedSettings {
    @Option(names = "--preset", paramLabel = "default|paper", order = 13,
            description = "Values of all settings that are not given: what we found best, or what the paper published (docs/settings.md); "
                    + "default: ${DEFAULT-VALUE}.")
    private Preset preset = Preset.DEFAULT;

    /** Where settings start from. */
    enum Preset {
        DEFAULT,
        PAPER
    }

    /** One of two, by the preset. */
    <T> T start(T byDefault, T published) {
        return preset == Preset.PAPER ? published : byDefault;
    }
}
