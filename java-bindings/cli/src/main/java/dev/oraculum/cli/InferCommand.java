package dev.oraculum.cli;

import dev.oraculum.api.BatchListener;
import dev.oraculum.api.ImproveRequest;
import dev.oraculum.api.InferReport;
import dev.oraculum.api.InferSettings;
import dev.oraculum.api.Inference;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oraculum infer}. */
@Command(
        name = "infer",
        sortOptions = false,
        description = {
            "Infer likely invariants: what held at the entries and exits of methods whenever tests ran through them.",
            "",
            "Runs the tests on the unchanged program, or reads Daikon's traces.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:inferred",
            "1:there is no invariant",
            "2:the command line or a file named there is wrong; a corrupt trace is named with its line",
            "3:the project under test could not be run",
            "4:internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  A class of a built project, and a trace of Daikon's:",
            "    oraculum infer --classpath target/classes --tests target/test-classes:junit.jar --class pkg.Stack",
            "    oraculum infer --decls stack.decls --dtrace stack.dtrace.gz --format daikon",
        })
final class InferCommand implements Callable<Integer> {
    /** What is longer is printed in the assertion language; the JSON has both. */
    private static final int LONGEST_JAVA = 120;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ProjectOptions projectOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Option(names = "--class", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "All methods and constructors of these classes; default: of all classes that a test class refers to.")
    private List<String> classes = new ArrayList<>();

    @Option(names = "--dtrace", paramLabel = "FILE", arity = "1..*", order = 8,
            description = "Infer from traces of Daikon's (.dtrace, .dtrace.gz) instead of running a project.")
    private List<Path> traces = new ArrayList<>();

    @Option(names = "--decls", paramLabel = "FILE", arity = "1..*", order = 9,
            description = "Declarations of the traces, where these have none (.decls, .decls.gz).")
    private List<Path> declarations = new ArrayList<>();

    @Option(names = "--format", paramLabel = "java|daikon", order = 10,
            description = "Print invariants as Java where Java has words for them, or in Daikon's notation; default: ${DEFAULT-VALUE}.")
    private Format format = Format.JAVA;

    @Option(names = "--confidence", paramLabel = "C", order = 11, description =
            "Confidence that an invariant must have, 0 to 1; default: ${DEFAULT-VALUE}.")
    private double confidence = InferSettings.defaults().confidence();

    @Option(names = "--set", paramLabel = "NAME=VALUE", order = 12,
            description = "A setting: oneOf, interestingBoundsOnly, modulus, shifts, linearTernary, functions, subscripts, maxDerived, "
                    + "objects (docs/invariants.md).")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    /** How invariants are printed. */
    enum Format {
        JAVA,
        DAIKON
    }

    @Override
    public Integer call() {
        OutputFiles.check("--json", json);
        checkOptions();
        Console console = consoleOptions.console(spec.commandLine());
        InferReport report = traces.isEmpty() ? ofProject(console) : Oraculum.inferTraces(declarations, traces, settings(),
                projectOptions.threads);
        print(report, console);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        return report.invariants() == 0 ? ExitCode.NO_INVARIANT : ExitCode.INFERRED;
    }

    private void checkOptions() {
        projectOptions.requireThreads();
        if (!traces.isEmpty() && (projectOptions.anyGiven() || !classes.isEmpty())) {
            throw projectOptions.usage("--dtrace takes the place of --classpath, --tests, --class and --method; give either");
        }
        if (traces.isEmpty() && !declarations.isEmpty()) {
            throw projectOptions.usage("--decls needs --dtrace: the trace whose declarations they are");
        }
        if (projectOptions.method != null && !classes.isEmpty()) {
            throw projectOptions.usage("--method names one method, --class all of a class; give either");
        }
        for (Path file : traces) {
            Usage.requireFile(spec, "--dtrace", file);
        }
        for (Path file : declarations) {
            Usage.requireFile(spec, "--decls", file);
        }
    }

    private InferSettings settings() {
        try {
            InferSettings chosen = InferSettings.defaults().withConfidence(confidence);
            for (Map.Entry<String, String> setting : settings.entrySet()) {
                chosen = chosen.with(setting.getKey(), setting.getValue());
            }
            return chosen;
        } catch (IllegalArgumentException e) {
            String message = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw projectOptions.usage("--set or --confidence: " + message.lines().findFirst().orElse(message));
        }
    }

    private InferReport ofProject(Console console) {
        InferProgress progress = console.inferProgress();
        try {
            return ofProject(progress);
        } finally {
            progress.end();
        }
    }

    private InferReport ofProject(BatchListener ears) {
        ImproveRequest nothingToSearch = ImproveRequest.defaults();
        if (projectOptions.method != null) {
            return Oraculum.infer(projectOptions.project(nothingToSearch), MethodSelection.all(), settings(), ears);
        }
        MethodSelection selection = new MethodSelection(classes, List.of(), true);
        return Oraculum.infer(projectOptions.batchProject(nothingToSearch), selection, settings(), ears);
    }

    private void print(InferReport report, Console console) {
        if (report.exitsWithoutEntry() > 0) {
            console.listener().warning(report.exitsWithoutEntry() + " samples of exits without their entries were left out");
        }
        report.failures().forEach(failure -> console.listener().warning(failure.method() + ": " + failure.reason()));
        if (!report.testsLeftOut().isEmpty()) {
            int tests = (int) report.testsLeftOut().stream().map(InferReport.TestLeftOut::name).distinct().count();
            console.listener().warning(count(tests, "test", "tests") + " left no samples ("
                    + (consoleOptions.isVerbose() ? "see below" : "--verbose says which and why, --json too") + ")");
        }
        if (consoleOptions.isVerbose()) {
            report.testsLeftOut().forEach(test -> console.listener().warning(test.method() + ": left out: " + test.name() + ": "
                    + test.reason()));
        }
        if (format == Format.DAIKON) {
            report.toDaikon().stripTrailing().lines().forEach(console::line);
            return;
        }
        for (Inference.Point point : report.points()) {
            console.line("");
            console.line(point.name() + "  (" + point.samples() + (point.samples() == 1 ? " sample)" : " samples)"));
            for (Inference.Invariant invariant : point.invariants()) {
                console.line("  " + text(invariant));
            }
            if (point.variablesLeftOut() > 0) {
                console.line("  .. " + point.variablesLeftOut() + " derived variables were left out (--set maxDerived=N)");
            }
        }
        console.line("");
        console.line(report.invariants() + " invariants at " + report.points().size() + " program points; "
                + report.points().stream().mapToInt(Inference.Point::implied).sum() + " more are implied, "
                + report.points().stream().mapToInt(Inference.Point::elsewhere).sum() + " are said at another point");
    }

    private static String count(int n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }

    /** Java, unless its guards hide what it says: then the assertion language. */
    private static String text(Inference.Invariant invariant) {
        if (invariant.java() == null) {
            return invariant.daikon();
        }
        return invariant.java().length() > LONGEST_JAVA ? invariant.assertion() : invariant.java();
    }
}
