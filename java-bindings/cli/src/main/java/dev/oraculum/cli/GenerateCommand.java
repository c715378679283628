package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.change.ChangedCode;
import dev.oraculum.api.generate.ClassOutcome;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.GenerateAllReport;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.api.generate.GenerateReport.MutantResult;
import dev.oraculum.api.seed.Explain;
import dev.oraculum.api.seed.ExplainReport;
import dev.oraculum.api.settings.GenerateSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oraculum generate}. */
@Command(
        name = "generate",
        sortOptions = false,
        description = {
            "Generate JUnit tests of classes.",
            "",
            "Searches for tests that reach the branches of a class, makes them short, asserts what mutants of the class change, "
                    + "and writes those that compile and pass every time. It runs the class: in worker JVMs, without files, sockets and "
                    + "processes.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:tests were written",
            "1:no test was found that can be kept",
            "2:the command line or a file named there is wrong",
            "3:the class is missing or cannot be read, or the project could not be run",
            "4:internal error",
            "5:many classes: gone through, but some ended by an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  oraculum generate --classpath target/classes --class pkg.Stack \\",
            "      --out src/test/java",
            "",
            "  All classes of a package and of those below it, in ten minutes:",
            "    oraculum generate --classpath \"target/classes:$$(cat cp.txt)\" \\",
            "        --package org.example.app --budget 600 --out src/test/java",
        })
final class GenerateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = {"--classpath", "--class-path", "-cp"}, paramLabel = "CP", order = 1,
            description = "Jars and folders of the class and of what it needs; separated as for java; dir/* means its jars.")
    private String classPath;

    @Mixin
    private ClassOptions classOptions;

    @Mixin
    private ShardOption shardOption;

    @Mixin
    private HistoryOption historyOption;

    @Option(names = "--out", paramLabel = "DIR", order = 3,
            description = "Root of the test sources to write to; made if it is not there; default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("oraculum-tests");

    @Option(names = "--tests", paramLabel = "CP", order = 7,
            description = "Jars and folders of the JUnit 3, 4, 5 or 6 tests that the class has, and of what they need: the search starts "
                    + "from what they do, and looks only for what they miss.")
    private String tests;

    @Option(names = "--test-class", paramLabel = "NAME", arity = "1..*", order = 8,
            description = "Only these of the test classes; default: those under --tests that refer to the class.")
    private List<String> testClasses = new ArrayList<>();

    @Option(names = "--force", order = 4, description = "Write over files that are there, instead of stopping.")
    private boolean force;

    @Option(names = "--resume", order = 4,
            description = "With many classes: leave out those whose file is there, instead of stopping; so a run that was "
                    + "interrupted goes on.")
    private boolean resume;

    @Option(names = "--explain", paramLabel = "METHOD:LINE", order = 6,
            description = "Print, for each branch of that line (pkg.C#m:42), what it looks at as a graph in DOT, and a test with slots "
                    + "that builds it; nothing is searched for and written. It takes --classpath, --seed, --set generate.seed.NAME=VALUE "
                    + "and --json.")
    private String explain;

    @Option(names = "--junit", paramLabel = "4|5", order = 5, description = "Which JUnit the tests are for; default: ${DEFAULT-VALUE}.")
    private int junit = 5;

    @Option(names = "--budget", paramLabel = "SECONDS", order = 10,
            description = "How long it may take, to the written files: the search ends at half of it, minimisation at three fifths, the "
                    + "run of mutants when as much is left as the check of the tests will take. With many classes it is for all of them: "
                    + "each gets a share by its branches, and what it leaves goes to those after it. Default: 60 for each class.")
    private Integer budget;

    @Option(names = "--max-tests", paramLabel = "N", order = 11,
            description = "How many tests the search may run, of each class: with it, and enough time, the same seed gives the same "
                    + "files; default: no "
                    + "limit.")
    private Long maxTests;

    @Option(names = "--seed", paramLabel = "N", order = 12, description = "Seed of all random choices; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private SettingOptions settingOptions;

    @Option(names = "--engine", paramLabel = "search|paths|hybrid", order = 14, descriptionKey = "generate.engine")
    private String engine;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the class on this JDK (17 or newer); default: the one that runs Oraculum.")
    private Path jvm;

    @Option(names = "--threads", paramLabel = "N", order = 27,
            description = "With many classes: how many are worked on at the same time; default: one per processor.")
    private int threads;

    @Option(names = "--solver-library", paramLabel = "FILE", order = 28,
            description = "Native library of Z3 (libz3.so), or the jar tools.aqua:z3-turnkey, with which symbolic execution solves what "
                    + "its own solver does not; it is loaded into a process of its own.")
    private Path solverLibrary;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Mixin
    private WorkerOptions workerOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Override
    public Integer call() {
        if (explain != null) {
            return explain();
        }
        Usage.requireGiven(spec, options());
        classOptions.check();
        Usage.requireSeconds(spec, "--budget", budget);
        if (maxTests != null && maxTests < 1) {
            throw Usage.wrong(spec, "--max-tests " + maxTests + ": expected 1 or more");
        }
        if (junit != 4 && junit != 5) {
            throw Usage.wrong(spec, "--junit " + junit + ": expected 4 or 5");
        }
        if (tests == null && !testClasses.isEmpty()) {
            throw Usage.wrong(spec, "--test-class needs --tests: the jars or folders that have the test classes");
        }
        OutputFiles.check("--json", json);
        OutputFiles.checkFolder("--out", out);
        Usage.requireThreads(spec, threads);
        if (force && resume) {
            throw Usage.wrong(spec, "--force writes over files that --resume leaves: give one of them");
        }
        shardOption.shard();
        Generate request = request();
        if (classOptions.isMany()) {
            return generateAll(request);
        }
        if (shardOption.given()) {
            throw Usage.wrong(spec, "--shard goes with --package, --all or several --class");
        }
        if (historyOption.given()) {
            throw Usage.wrong(spec, "--history goes with --package, --all or several --class");
        }
        if (resume) {
            throw Usage.wrong(spec, "--resume goes with --package, --all or several --class");
        }
        // The file may be made while the search runs, and a nested class may be given by another name: it is looked for again.
        checkFree(out.resolve(request.testPath()));
        checkFree(out.resolve(request.faultsPath()));
        Console console = consoleOptions.console(spec.commandLine());
        GenerateReport report = Oraculum.generate(request, console.listener());
        report.allFiles().forEach(file -> checkFree(out.resolve(file.path())));
        for (GenerateReport.File file : report.allFiles()) {
            Path path = out.resolve(file.path());
            OutputFiles.createFolder("--out", path.getParent());
            OutputFiles.write(path, file.source());
        }
        print(console, report);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        return report.files().isEmpty() ? ExitCode.NO_TESTS : ExitCode.GENERATED;
    }

    private int generateAll(Generate each) {
        Console console = consoleOptions.console(spec.commandLine());
        ClassSelection selection = classOptions.selection();
        if (classOptions.since() != null) {
            ChangedCode changed = ChangedCode.since(each.project(), Path.of(""), classOptions.since());
            Optional<ClassSelection> left = classOptions.changed(changed);
            int classes = left.map(some -> some.classes().size()).orElse(0);
            console.line("since     " + classOptions.since() + ": files of " + changed.classes().size()
                    + (changed.classes().size() == 1 ? " class" : " classes") + " changed, of " + classes + " of those selected");
            if (left.isEmpty()) {
                return ExitCode.GENERATED;
            }
            selection = left.get();
        }
        GenerateAll all = GenerateAll.of(each.project(), selection)
                .withEach(each)
                .withTotalBudget(budget == null ? null : Duration.ofSeconds(budget))
                .withOut(out)
                .withShard(shardOption.shard())
                .withHistory(historyOption.folder())
                .withExisting(force ? GenerateAll.Existing.REPLACE : resume ? GenerateAll.Existing.LEAVE : GenerateAll.Existing.STOP);
        BatchProgress progress = console.classProgress();
        GenerateAllReport report;
        try {
            report = Oraculum.generateAll(all, progress);
        } finally {
            progress.end();
        }
        console.result(report);
        if (report.count(ClassOutcome.INTERRUPTED) + report.count(ClassOutcome.OUT_OF_TIME) > 0) {
            console.line("the same command with --resume goes on with those that are not finished");
        }
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        if (report.count(ClassOutcome.INTERNAL_ERROR) > 0) {
            return ExitCode.SOME_FAILED;
        }
        if (report.count(ClassOutcome.NOT_WRITTEN) > 0) {
            return ExitCode.BAD_USAGE;
        }
        if (report.count(ClassOutcome.GENERATED) + report.count(ClassOutcome.ALREADY_THERE) > 0) {
            return ExitCode.GENERATED;
        }
        return report.results().isEmpty() && report.count(ClassOutcome.PROJECT_FAILED) > 0 ? ExitCode.PROJECT_FAILED : ExitCode.NO_TESTS;
    }

    private void checkFree(Path path) {
        if (Files.exists(path) && !force) {
            throw new ParameterException(
                    spec.commandLine(),
                    path + " is there already: nothing was written; choose another --out, or --force to write over it");
        }
    }

    private Integer explain() {
        Map<String, Object> given = new java.util.LinkedHashMap<>();
        given.put("--classpath", classPath);
        Usage.requireGiven(spec, given);
        if (!explain.matches("[^#:]+#[^#:]+:[1-9][0-9]{0,8}")) {
            throw Usage.wrong(spec, "--explain " + explain + ": expected a method and a line, as pkg.C#m:42");
        }
        OutputFiles.check("--json", json);
        GenerateSettings start = settingOptions.start(GenerateSettings.defaults(), GenerateSettings.paper());
        settingOptions.requireKnown(start);
        Explain request = new Explain(Project.of(Usage.split(spec, "--classpath", classPath)), explain, settingOptions.apply(start), seed);
        Console console = consoleOptions.console(spec.commandLine());
        ExplainReport report = Oraculum.explain(request, console.listener());
        for (ExplainReport.Explained branch : report.branches()) {
            console.line("// branch " + branch.operation() + " of " + branch.method());
            if (branch.refused() != null) {
                console.line("// no template: " + branch.refused());
                continue;
            }
            branch.template().graph().dot().lines().forEach(console::line);
            branch.java().forEach(console::line);
            branch.template().unset().forEach(unset -> console.line("// not set: " + unset.reason()
                    + (unset.infeasible() ? "; no test in the package can set it" : "")));
        }
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        return ExitCode.GENERATED;
    }

    private Map<String, ?> options() {
        Map<String, Object> given = new java.util.LinkedHashMap<>();
        given.put("--classpath", classPath);
        given.put("--class, --package, --all or --method", classOptions.given());
        return given;
    }

    private Generate request() {
        GenerateSettings start = settingOptions.start(GenerateSettings.defaults(), GenerateSettings.paper());
        settingOptions.requireKnown(start);
        Project project = Project.of(Usage.split(spec, "--classpath", classPath))
                .withTests(tests == null ? List.of() : Usage.split(spec, "--tests", tests))
                .withTestClasses(testClasses)
                .withJvm(jvm)
                .withThreads(threads)
                .withWorkers(workerOptions.settings());
        Generate of = classOptions.isMany() ? Generate.of(project, "")
                : Generate.of(project, classOptions.className()).withScope(classOptions.scope());
        return of.withSettings(settingOptions.given(settingOptions.apply(start), "--engine", "generate.engine", engine))
                .withSeed(seed)
                .withBudget(budget == null ? Generate.DEFAULT_BUDGET : Duration.ofSeconds(budget))
                .withMaxTests(maxTests == null ? 0 : maxTests)
                .withJunit(junit)
                .withSolverLibrary(solverLibrary);
    }

    private void print(Console console, GenerateReport report) {
        for (GenerateReport.File file : report.files()) {
            console.line("written   " + out.resolve(file.path()) + " (" + file.tests() + (file.tests() == 1 ? " test)" : " tests)"));
        }
        if (report.files().isEmpty()) {
            console.line(coversAll(report.existing(), report.coverage())
                    ? "the existing tests cover every goal: there is nothing to add"
                    : "no test was found that can be kept");
        }
        printExisting(console, report);
        console.line("coverage  " + report.coverage().entrySet().stream()
                .map(kind -> kind.getValue().covered() + " of " + kind.getValue().goals() + " " + plural(kind.getKey()))
                .collect(Collectors.joining(", ")));
        printMutants(console, report);
        report.faults().forEach(fault -> console.line("fault     " + fault.className() + ": not so that " + fault.contract() + "; "
                + out.resolve(report.faultsFile().path()) + " has " + fault.test() + ", which fails"));
        report.missingTypes().forEach(
                type -> console.line("absent    " + type + ": not on the class path; what needs it is not tested"));
        report.left().forEach((reason, tests) -> console.line("left out  " + tests + (tests == 1 ? " test: " : " tests: ") + reason));
        if (consoleOptions.isVerbose()) {
            for (GenerateReport.Missed missed : report.missed()) {
                console.line("missed    " + missed.kind() + " in " + missed.method() + (missed.line() < 0 ? "" : ", line " + missed.line())
                        + missed.infeasible().stream().map(reason -> "; " + reason).collect(Collectors.joining())
                        + obstacle(missed.obstacle()));
            }
        } else if (!report.missed().isEmpty()) {
            List<Integer> lines = report.missed().stream().map(GenerateReport.Missed::line).filter(line -> line > 0).distinct().sorted()
                    .toList();
            console.line("missed    " + report.missed().size() + (report.missed().size() == 1 ? " goal" : " goals") + ", at lines "
                    + shown(lines) + " (-v lists all)");
        }
        report.missed().stream().flatMap(missed -> missed.infeasible().stream()).distinct()
                .filter(reason -> !reason.matches(".*\\.(this|val)\\$.*")).limit(5)
                .forEach(reason -> console.line("cannot    " + reason + ": no test in the package can set it"));
        printFound(console, report.found());
        console.line("search    " + report.executed() + " tests run" + templates(report.templates()) + solved(report.symbolic())
                + "; ended: "
                + report.stop().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        console.line("time      " + report.elapsed().entrySet().stream()
                .map(e -> String.format(Locale.ROOT, "%s %.1f s", e.getKey(), e.getValue()))
                .collect(Collectors.joining(", ")));
    }

    /** What covered branches first, where it was not the search alone. */
    private static void printFound(Console console, GenerateReport.Found found) {
        if (found.template() + found.solver() > 0) {
            List<Integer> lines = found.solved().stream().map(GenerateReport.Solved::line).filter(line -> line > 0).distinct().sorted()
                    .toList();
            console.line("found     branches first covered by search " + found.search() + ", by template " + found.template()
                    + ", by solver " + found.solver() + (lines.isEmpty() ? "" : " (lines " + shown(lines) + ")"));
        }
    }

    private static String obstacle(GenerateReport.Obstacle obstacle) {
        if (obstacle == null) {
            return "";
        }
        return switch (obstacle.why()) {
            case UNSATISFIABLE -> "; no literals can take it: ";
            case UNKNOWN_VALUE -> "; it depends on code that is not executed symbolically"
                    + (obstacle.calls().isEmpty() ? "" : ": " + String.join(", ", obstacle.calls()));
            case OUT_OF_BUDGET -> "; not tried: ";
            case NOT_SOLVED -> "; the solver found nothing for ";
            case NOT_CONSTRUCTIBLE -> "; solved, but no test took it: ";
        } + (obstacle.condition() == null ? "" : obstacle.condition());
    }

    private static boolean coversAll(GenerateReport.Existing existing, Map<String, GenerateReport.Coverage> coverage) {
        return existing != null && coverage.entrySet().stream()
                .allMatch(kind -> kind.getValue().goals() == existing.covered().get(kind.getKey()));
    }

    private static void printExisting(Console console, GenerateReport report) {
        GenerateReport.Existing existing = report.existing();
        if (existing == null) {
            return;
        }
        int classes = existing.testClasses().size();
        console.line("existing  " + existing.tests() + (existing.tests() == 1 ? " test" : " tests") + " of " + classes
                + (classes == 1 ? " class" : " classes") + " cover " + existing.covered().entrySet().stream()
                        .map(kind -> kind.getValue() + " of " + report.coverage().get(kind.getKey()).goals() + " " + plural(kind.getKey()))
                        .collect(Collectors.joining(", "))
                + "; " + existing.seeds() + (existing.seeds() == 1 ? " seed" : " seeds"));
        console.line("added     " + existing.covered().entrySet().stream()
                .map(kind -> report.coverage().get(kind.getKey()).covered() - kind.getValue() + " " + plural(kind.getKey()))
                .collect(Collectors.joining(", ")));
    }

    private static String templates(GenerateReport.Templates templates) {
        long refused = templates.refused().values().stream().mapToLong(Long::longValue).sum();
        return (templates.tests() == 0 ? "" : ", " + templates.tests() + " of them from templates")
                + (refused == 0 ? "" : ", " + refused + " templates refused (--json says why)");
    }

    private static String solved(GenerateReport.Symbolic symbolic) {
        long branches = symbolic.branches();
        return symbolic.tests() == 0 ? "" : ", " + symbolic.tests() + " of them solved"
                + (branches == 0 ? "" : " (first to cover " + branches + (branches == 1 ? " branch)" : " branches)"));
    }

    /** How many of each verdict, and the lines of those that the tests do not kill. */
    private void printMutants(Console console, GenerateReport report) {
        if (report.mutants().isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder("mutants   ");
        long equivalent = report.mutants(MutantEnd.EQUIVALENT);
        text.append(report.mutants(MutantEnd.KILLED)).append(" of ").append(report.killable()).append(" killed");
        for (MutantEnd end : List.of(MutantEnd.UNCHANGED, MutantEnd.UNASSERTED, MutantEnd.NOT_REACHED, MutantEnd.NOT_RUN)) {
            List<MutantResult> so = report.mutants().stream().filter(mutant -> mutant.end() == end).toList();
            if (!so.isEmpty()) {
                List<Integer> lines = so.stream().map(MutantResult::line).filter(line -> line > 0).distinct().sorted().toList();
                text.append(", ").append(so.size()).append(' ').append(words(end))
                        .append(lines.isEmpty() ? "" : " (lines " + shown(lines) + ")");
            }
        }
        console.line(text + (equivalent == 0 ? "" : "; besides, " + equivalent + " equivalent"));
        if (consoleOptions.isVerbose()) {
            report.mutants().stream().filter(mutant -> mutant.end() != MutantEnd.KILLED)
                    .forEach(mutant -> console.line("mutant    " + sentence(mutant)));
        }
    }

    private static String sentence(MutantResult mutant) {
        StringBuilder text = new StringBuilder(words(mutant.end()) + ": " + (mutant.line() > 0 ? "line " + mutant.line() + ", " : "")
                + mutant.description());
        GenerateReport.Difference difference = mutant.difference();
        if (difference != null) {
            text.append("; ").append(difference.of()).append(": ").append(difference.original()).append(", on the mutant ")
                    .append(difference.mutant()).append(" (")
                    .append(difference.test() == null ? "a test that is not written" : difference.test()).append("; ")
                    .append(switch (difference.why()) {
                        case HIDDEN -> "nothing that a test may look at shows it";
                        case NOT_SAYABLE -> "no assertion says it";
                        case NOT_WRITTEN -> "its assertion is not written";
                        case INCONCLUSIVE -> "how the test ends in a build is not known";
                    }).append(')');
        }
        GenerateReport.Blocked blocked = mutant.blocked();
        if (blocked != null) {
            String line = blocked.line() < 0 ? "" : " in line " + blocked.line();
            text.append("; ").append(switch (blocked.kind()) {
                case "method" -> "no test calls " + blocked.method();
                case "branch" -> "no test takes outcome " + blocked.outcome() + " of the branch" + line;
                case "handler" -> "no test comes to the handler" + line;
                default -> "an exception leaves the code before it";
            });
        }
        if (mutant.missedBy().count() > 0) {
            int more = mutant.missedBy().count() - mutant.missedBy().tests().size();
            text.append("; missed by ").append(String.join(", ", mutant.missedBy().tests()))
                    .append(more == 0 ? "" : " and " + more + " more");
        }
        return text.toString();
    }

    private static String words(MutantEnd end) {
        return switch (end) {
            case KILLED -> "killed";
            case EQUIVALENT -> "equivalent";
            case UNCHANGED -> "unchanged";
            case UNASSERTED -> "not asserted";
            case NOT_REACHED -> "not reached";
            case NOT_RUN -> "not run";
        };
    }

    private static String plural(String kind) {
        return kind.equals("branch") ? "branches" : kind + "s";
    }

    private static String shown(List<Integer> lines) {
        String first = lines.stream().limit(12).map(String::valueOf).collect(Collectors.joining(", "));
        return lines.size() > 12 ? first + ", .." : first;
    }
}
