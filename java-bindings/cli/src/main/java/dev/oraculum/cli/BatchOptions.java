package dev.oraculum.cli;

import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.change.ChangedCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    @Option(names = "--since", paramLabel = "REVISION", order = 6,
            description = "Only methods that changed since a branch, tag or commit of the git repository that --sources, or else the"
                    + " current folder, is in; what is not committed counts. Without --class and --package: of all classes of --classpath.")
    private String since;

    @Option(names = "--constructors", order = 6, description = "With many methods: constructors too.")
    private boolean constructors;

    @Option(names = "--total-budget", paramLabel = "TIME", converter = SearchOptions.DurationConverter.class, order = 12,
            description = "With many methods: time after which no further one is begun and searches end; --budget is for each search.")
    private Duration totalBudget;

    boolean given() {
        return allMethods || !classes.isEmpty() || !packages.isEmpty() || since != null;
    }

    /** An option that makes sense with many methods only, or null. */
    String givenInVain() {
        return given() ? null : constructors ? "--constructors" : totalBudget != null ? "--total-budget" : null;
    }

    MethodSelection selection() {
        return new MethodSelection(List.of(), classes, packages, constructors);
    }

    /** Null: changed or not. */
    String since() {
        return since;
    }

    /** Those of the selected ones that changed; empty: none did. */
    Optional<MethodSelection> changed(ChangedCode changed) {
        List<String> all = new ArrayList<>(changed.methods());
        if (constructors) {
            all.addAll(changed.constructors());
        }
        List<String> meant = all.stream().filter(this::isMeant).toList();
        return meant.isEmpty() ? Optional.empty() : Optional.of(new MethodSelection(meant, List.of(), List.of(), constructors));
    }

    private boolean isMeant(String method) {
        String of = method.substring(0, method.indexOf('#'));
        return allMethods || classes.isEmpty() && packages.isEmpty()
                || classes.stream().anyMatch(name -> of.equals(name) || of.replace('$', '.').equals(name.replace('$', '.')))
                || packages.stream().anyMatch(name -> of.startsWith(name + "."));
    }

    /** Null: none. */
    Duration totalBudget() {
        return totalBudget;
    }
}
