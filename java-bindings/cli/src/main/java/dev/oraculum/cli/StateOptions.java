package dev.oraculum.cli;

import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.settings.StateSettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say what is recorded of a state, and which states become evidence. */
final class StateOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--no-contents", order = 28,
            description = "Do not record what strings, arrays, collections and maps hold.")
    private boolean noContents;

    @Option(names = "--max-elements", paramLabel = "N", order = 28, descriptionKey = "states.maxElements")
    private Integer maxElements;

    @Option(names = "--max-characters", paramLabel = "N", order = 28, descriptionKey = "states.maxCharacters")
    private Integer maxCharacters;

    @Option(names = "--generated-tests", paramLabel = "N", order = 28, descriptionKey = "states.generatedTests")
    private Integer generatedTests;

    @Option(names = "--unreadable-share", paramLabel = "SHARE", order = 28, descriptionKey = "states.unreadableShare")
    private Double unreadableShare;

    @Option(names = "--inherited-corruption", paramLabel = "keep|drop", order = 28, descriptionKey = "states.inheritedCorruption")
    private InheritedCorruption inheritedCorruption;

    @Option(names = "--max-states", paramLabel = "N", order = 28,
            description = "Distinct states above which the evidence is refused; default: 10000000.")
    private long maxStates = EvidenceLimits.DEFAULT.maxStates();

    @Option(names = "--evidence-memory", paramLabel = "SIZE", converter = SizeConverter.class, order = 28,
            description = "Memory above which the evidence is refused: 512M, 8G; default: a quarter of the machine's, 2G at least.")
    private Long memory;

    /** @param start what is recorded where no option says otherwise */
    StateSettings settings(StateSettings start) {
        EvidenceLimits limits = EvidenceLimits.DEFAULT;
        try {
            limits = memory == null ? limits : limits.withMemory(memory);
            StateSettings chosen = noContents ? start.withContents(false) : start;
            chosen = given(chosen, "maxElements", maxElements);
            chosen = given(chosen, "maxCharacters", maxCharacters);
            chosen = given(chosen, "generatedTests", generatedTests);
            chosen = given(chosen, "unreadableShare", unreadableShare);
            return given(chosen, "inheritedCorruption", inheritedCorruption).withLimits(limits.withMaxStates(maxStates));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private static StateSettings given(StateSettings settings, String name, Object value) {
        return value == null ? settings : settings.with(name, value);
    }

    /** An option that says what to record, or null. */
    String recordingOption() {
        return noContents ? "--no-contents" : maxElements != null ? "--max-elements" : maxCharacters != null ? "--max-characters"
                : generatedTests != null ? "--generated-tests" : null;
    }

    /** {@code 512M}, {@code 8G}; a bare number is bytes. */
    static final class SizeConverter implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,15})([KMGkmg]?)");

        @Override
        public Long convert(String text) {
            Matcher matcher = FORM.matcher(text.strip());
            if (matcher.matches()) {
                int shift = switch (matcher.group(2).toUpperCase(java.util.Locale.ROOT)) {
                    case "K" -> 10;
                    case "M" -> 20;
                    case "G" -> 30;
                    default -> 0;
                };
                long number = Long.parseLong(matcher.group(1));
                if (number > 0 && number <= Long.MAX_VALUE >> shift) {
                    return number << shift;
                }
            }
            throw new TypeConversionException("'" + text + "' is no size: expected a positive number with K, M or G, such as 8G");
        }
    }
}
