package dev.oraculum.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import dev.oraculum.api.ImproveRequest;
import dev.oraculum.api.SearchEngine;
import dev.oraculum.api.SearchSettings;
import dev.oraculum.api.SynthesisSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that say what to search for. */
final class SearchOptions {
    /** Between two reports of progress. */
    private static final long PROGRESS_MILLIS = 100;
    /** In front of the names of the synthesis's settings. */
    private static final String SYNTHESIS = "synthesis.";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--assertion", paramLabel = "EXPR", order = 10,
            description = "The assertion to improve, a Java boolean expression over the method's variables, old_x for x on entry, result for the return value; "
                    + "default: true.")
    String assertion;

    @Option(names = "--initial", paramLabel = "true|invariants", order = 10,
            description = "Where the search starts without --assertion: from true, or from the likely invariants of the method's exit; default: ${DEFAULT-VALUE}.")
    ImproveRequest.Initial initial = ImproveRequest.Initial.TRUE;

    @Option(names = "--budget", paramLabel = "TIME", converter = DurationConverter.class, order = 11,
            description = "Time of the search: 30s, 5m, 1h; default: 60s.")
    Duration budget = Duration.ofSeconds(60);

    @Option(names = "--seed", paramLabel = "N", order = 12,
            description = "Of all randomness: same seed, same result, unless the budget ends the search; default: ${DEFAULT-VALUE}.")
    long seed = 0;

    @Option(names = "--set", paramLabel = "NAME=VALUE", order = 13,
            description = "A parameter of the search, such as populationSize=500 or synthesis.maxAtoms=5000; an unknown name lists all of them.")
    Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--engine", paramLabel = "ENGINE", converter = EngineConverter.class, order = 14,
            description = "coevolution searches as GAssert does, synthesis computes the best choice among clauses of simple atoms, hybrid lets the one work on what the other misses; "
                    + "default: hybrid.")
    SearchEngine engine = SearchEngine.HYBRID;

    ImproveRequest request(boolean history) {
        Map<String, String> evolution = new LinkedHashMap<>();
        Map<String, String> synthesis = new LinkedHashMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith(SYNTHESIS)) {
                synthesis.put(name.substring(SYNTHESIS.length()), value);
            } else {
                evolution.put(name, value);
            }
        });
        return new ImproveRequest(
                assertion, seed, budget, PROGRESS_MILLIS, history, read(SearchSettings.class, "", evolution), engine, read(SynthesisSettings.class, SYNTHESIS, synthesis), initial);
    }

    /** @param prefix of the names as the user writes them */
    private <T> T read(Class<T> type, String prefix, Map<String, String> values) {
        Map<String, String> types = types(type, prefix);
        for (String name : values.keySet()) {
            if (!types.containsKey(prefix + name)) {
                Map<String, String> all = types(SearchSettings.class, "");
                all.putAll(types(SynthesisSettings.class, SYNTHESIS));
                String known = all.entrySet().stream().map(e -> e.getKey() + " (" + e.getValue() + ")").collect(Collectors.joining(", "));
                throw new ParameterException(spec.commandLine(), "--set " + prefix + name + ": there is no such setting" + Usage.didYouMean(prefix + name, all.keySet()) + "\nthe settings are " + known);
            }
        }
        try {
            return new ObjectMapper().convertValue(values, type);
        } catch (IllegalArgumentException e) {
            if (e.getCause() instanceof InvalidFormatException format && !format.getPath().isEmpty()) {
                String name = prefix + format.getPath().get(0).getFieldName();
                throw new ParameterException(spec.commandLine(), "--set " + name + "=" + format.getValue() + ": expected a value of type " + types.get(name));
            }
            String reason = e.getCause() instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw new ParameterException(spec.commandLine(), "--set: " + reason);
        }
    }

    private static Map<String, String> types(Class<?> settings, String prefix) {
        return Arrays.stream(settings.getRecordComponents())
                .collect(Collectors.toMap(c -> prefix + c.getName(), c -> c.getType().getSimpleName(), (a, b) -> a, LinkedHashMap::new));
    }

    static final class EngineConverter implements ITypeConverter<SearchEngine> {
        @Override
        public SearchEngine convert(String text) {
            return Arrays.stream(SearchEngine.values())
                    .filter(engine -> engine.name().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + text + "' is no engine: expected coevolution, synthesis or hybrid"));
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
