package dev.oraculum.cli;

import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.settings.StateSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say what to search for. */
final class SearchOptions {
    /** Between two reports of progress. */
    private static final long PROGRESS_MILLIS = 100;

    @Option(names = "--assertion", paramLabel = "EXPR", order = 10,
            description = "The assertion to improve, a Java boolean expression over the method's variables, old_x for x on entry,"
                    + " result for the return value; default: true.")
    String assertion;

    @Option(names = "--initial", paramLabel = "true|invariants", order = 10,
            description = "Where the search starts without --assertion: from true, or from the likely invariants of the method's exit;"
                    + " default: ${DEFAULT-VALUE}.")
    ImproveRequest.Initial initial = ImproveRequest.Initial.TRUE;

    @Option(names = "--budget", paramLabel = "TIME", converter = DurationConverter.class, order = 11,
            description = "Time of the search: 30s, 5m, 1h; default: 60s, 30m with --preset paper.")
    Duration budget;

    @Option(names = "--seed", paramLabel = "N", order = 12,
            description = "Of all randomness: same seed, same result, unless the budget ends the search; default: ${DEFAULT-VALUE}.")
    long seed = 0;

    @Mixin
    private SettingOptions settingOptions;

    @Option(names = "--engine", paramLabel = "ENGINE", converter = EngineConverter.class, order = 14,
            description = "coevolution searches as GAssert does, synthesis computes the best choice among clauses of simple atoms,"
                    + " hybrid lets the one work on what the other misses; default: hybrid, coevolution with --preset paper.")
    SearchEngine engine;

    ImproveRequest request(boolean history) {
        ImproveRequest start = settingOptions.start(ImproveRequest.defaults(), ImproveRequest.paper());
        settingOptions.requireKnown(start.settings(), start.synthesis());
        return start.withAssertion(assertion)
                .withSeed(seed)
                .withBudget(budget == null ? start.budget() : budget)
                .withProgressMillis(PROGRESS_MILLIS)
                .withHistory(history)
                .withSettings(settingOptions.apply(start.settings()))
                .withEngine(engine == null ? start.engine() : engine)
                .withSynthesis(settingOptions.apply(start.synthesis()))
                .withInitial(initial);
    }

    /** What states are recorded, before options say otherwise. */
    StateSettings states() {
        return settingOptions.start(StateSettings.defaults(), StateSettings.paper());
    }

    static final class EngineConverter implements ITypeConverter<SearchEngine> {
        @Override
        public SearchEngine convert(String text) {
            return Arrays.stream(SearchEngine.values())
                    .filter(engine -> engine.name().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                    "'" + text + "' is no engine: expected coevolution, synthesis or hybrid"));
        }
    }

    /** {@code 90s}, {@code 1500ms}, {@code 5m}, {@code 1h}; a bare number is seconds. */
    static final class DurationConverter implements ITypeConverter<Duration> {
        /** Far beyond any run, and short enough to be counted in nanoseconds. */
        private static final Duration LONGEST = Duration.ofDays(3650);

        private static final Pattern FORM = Pattern.compile("(\\d+)(ms|s|m|h|)");

        @Override
        public Duration convert(String text) {
            Matcher matcher = FORM.matcher(text.strip());
            if (matcher.matches()) {
                try {
                    long amount = Long.parseLong(matcher.group(1));
                    Duration duration = switch (matcher.group(2)) {
                        case "ms" -> Duration.ofMillis(amount);
                        case "m" -> Duration.ofMinutes(amount);
                        case "h" -> Duration.ofHours(amount);
                        default -> Duration.ofSeconds(amount);
                    };
                    if (duration.toMillis() > 0 && duration.compareTo(LONGEST) <= 0) {
                        return duration;
                    }
                    if (duration.compareTo(LONGEST) > 0) {
                        throw new TypeConversionException("'" + text + "' is too long: expected at most " + LONGEST.toHours() + "h");
                    }
                } catch (ArithmeticException | NumberFormatException tooLong) {
                    // Falls through to the message.
                }
            }
            throw new TypeConversionException("'" + text + "' is no time: expected a positive number with ms, s, m or h, such as 60s");
        }
    }
}
