package dev.oraculum.cli;

import dev.oraculum.api.MethodSelection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that make one run improve many methods. */
final class BatchOptions {
    @Option(names = "--all-methods", order = 5,
            description = "Improve all methods of the classes of --classpath that tests refer to, or of --class and --package.")
    private boolean allMethods;

    @Option(names = "--class", paramLabel = "NAME", arity = "1..*", order = 5, description = "Improve all methods of these classes.")
    private List<String> classes = new ArrayList<>();

    @Option(names = "--package", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "Improve all methods of the classes of these packages and their sub-packages.")
    private List<String> packages = new ArrayList<>();

    @Option(names = "--constructors", order = 6, description = "With many methods: constructors too.")
    private boolean constructors;

    @Option(names = "--total-budget", paramLabel = "TIME", converter = SearchOptions.DurationConverter.class, order = 12,
            description = "With many methods: time after which no further one is begun and searches end; --budget is for each search.")
    private Duration totalBudget;

    boolean given() {
        return allMethods || !classes.isEmpty() || !packages.isEmpty();
    }

    /** An option that makes sense with many methods only, or null. */
    String givenInVain() {
        return given() ? null : constructors ? "--constructors" : totalBudget != null ? "--total-budget" : null;
    }

    MethodSelection selection() {
        return new MethodSelection(List.of(), classes, packages, constructors);
    }

    /** Null: none. */
    Duration totalBudget() {
        return totalBudget;
    }
}
