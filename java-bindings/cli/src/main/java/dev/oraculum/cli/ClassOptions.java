package dev.oraculum.cli;

import dev.oraculum.api.change.ChangedCode;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of {@code generate} that say of what tests are wanted: classes, or a part of one. */
final class ClassOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--class", paramLabel = "NAME", arity = "1..*", order = 2,
            description = "The class under test; what is nested in it counts. Several may be named: each gets a file of its own.")
    private List<String> classes = new ArrayList<>();

    @Option(names = "--package", paramLabel = "NAME", arity = "1..*", order = 2,
            description = "All top-level classes of these packages and their sub-packages that are the project's own.")
    private List<String> packages = new ArrayList<>();

    @Option(names = "--all", order = 2, description = "All top-level classes that are the project's own.")
    private boolean all;

    @Option(names = "--since", paramLabel = "REVISION", order = 2,
            description = "Only classes whose files changed since a branch, tag or commit of the git repository that the current folder is"
                    + " in, of those that --class, --package or --all mean; alone: as with --all. What is not committed counts.")
    private String since;

    @Option(names = "--own", paramLabel = "CP", order = 2,
            description = "With --package and --all: the entries of --classpath that are the project's own; default: its folders, or, "
                    + "if it "
                    + "has none, its first jar.")
    private String own;

    @Option(names = "--method", paramLabel = "METHOD", order = 2,
            description = "In place of --class: only this method (pkg.C#m, or pkg.C#m(int) of several of that name), with the lambdas and "
                    + "the local and anonymous classes in it.")
    private String method;

    @Option(names = "--branch", paramLabel = "LINE", order = 2,
            description = "With one --class: only this line of the source: its branches, and that it is run.")
    private Integer branch;

    /** Fails unless they name something, and in one way. */
    void check() {
        List<String> ways = new ArrayList<>();
        add(ways, "--class", !classes.isEmpty());
        add(ways, "--package", !packages.isEmpty());
        add(ways, "--all", all);
        add(ways, "--method", method != null);
        if (ways.size() > 1) {
            throw Usage.wrong(spec, String.join(" and ", ways) + ": give one of them");
        }
        if (branch != null && classes.size() != 1) {
            throw Usage.wrong(spec, "--branch is a line of one class: give it with one --class");
        }
        if (branch != null && branch < 1) {
            throw Usage.wrong(spec, "--branch " + branch + ": expected a line, 1 or more");
        }
        if (method != null && !method.matches("[^#]+#[^#]+")) {
            throw Usage.wrong(spec, "--method " + method + ": expected a class and a method, as pkg.C#m or pkg.C#m(int)");
        }
        if (since != null && method != null) {
            throw Usage.wrong(spec, "--since is about classes: it does not go with --method");
        }
        if (since != null && branch != null) {
            throw Usage.wrong(spec, "--branch is a line of one class: it does not go with --since");
        }
        if (own != null && packages.isEmpty() && !all && since == null) {
            throw Usage.wrong(spec, "--own goes with --package or --all");
        }
    }

    private static void add(List<String> ways, String option, boolean given) {
        if (given) {
            ways.add(option);
        }
    }

    /** What is missing; null: nothing is. */
    String given() {
        return classes.isEmpty() && packages.isEmpty() && !all && method == null && since == null ? null : "given";
    }

    /** Whether they are about classes in any number, of each of which the run says what became of it. */
    boolean isMany() {
        return classes.size() > 1 || !packages.isEmpty() || all || since != null;
    }

    /** Of many. */
    ClassSelection selection() {
        List<Path> entries = own == null ? List.of() : Usage.split(spec, "--own", own);
        return new ClassSelection(classes, packages, entries);
    }

    /** Null: changed or not. */
    String since() {
        return since;
    }

    /** Those of the selected classes that changed; empty: none did. */
    Optional<ClassSelection> changed(ChangedCode changed) {
        List<String> meant = changed.classes().stream()
                .filter(name -> classes.isEmpty() && packages.isEmpty() || classes.contains(name)
                        || packages.stream().anyMatch(of -> name.startsWith(of + ".")))
                .toList();
        return meant.isEmpty() ? Optional.empty() : Optional.of(new ClassSelection(meant, List.of(), List.of()));
    }

    /** Of one. */
    String className() {
        return method == null ? classes.get(0) : method.substring(0, method.indexOf('#'));
    }

    /** Of one. */
    Scope scope() {
        if (method != null) {
            return Scope.ofMethod(method.substring(method.indexOf('#') + 1));
        }
        return branch == null ? Scope.CLASS : Scope.ofLine(branch);
    }
}
