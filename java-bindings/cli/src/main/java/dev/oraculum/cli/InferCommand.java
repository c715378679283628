package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.settings.InferSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
            "Runs the tests on the unchanged program, or reads Daikon's traces, or what a test run of your build has recorded.",
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
            "    oraculum infer --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --class pkg.Stack",
            "    oraculum infer --decls stack.decls --dtrace stack.dtrace.gz \\",
            "        --format daikon",
        })
final class InferCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ProjectOptions projectOptions;

    @Mixin
    private RecordingOptions recordingOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Option(names = "--class", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "All methods and constructors of these classes; default: of all classes that a test class refers to.")
    private List<String> classes = new ArrayList<>();

    @Option(names = "--package", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "All methods and constructors of the classes of these packages and their sub-packages.")
    private List<String> packages = new ArrayList<>();

    @Option(names = "--dtrace", paramLabel = "FILE", arity = "1..*", order = 8,
            description = "Infer from traces of Daikon's (.dtrace, .dtrace.gz) instead of running a project.")
    private List<Path> traces = new ArrayList<>();

    @Option(names = "--decls", paramLabel = "FILE", arity = "1..*", order = 9,
            description = "Declarations of the traces, where these have none (.decls, .decls.gz).")
    private List<Path> declarations = new ArrayList<>();

    @Option(names = "--format", paramLabel = "java|daikon|jml", order = 10,
            description = "Print a page for each class, as Java where Java has words for it, the same as JML, or points one by one in "
                    + "Daikon's notation; default: ${DEFAULT-VALUE}.")
    private Format format = Format.JAVA;

    @Option(names = "--confidence", paramLabel = "C", order = 11, descriptionKey = "infer.confidence")
    private Double confidence;

    @Mixin
    private NamedSettings settingOptions;

    @Option(names = {"--preset", "--like"}, paramLabel = "default|daikon", order = 13,
            description = "Values of all settings that are not given: what we found best, or those with which Daikon comes "
                    + "(docs/settings.md); default: ${DEFAULT-VALUE}.")
    private Preset preset = Preset.DEFAULT;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Option(names = "--write-dtrace", paramLabel = "FILE", order = 32,
            description = "Write the samples of the project as a trace of Daikon's, with its declarations.")
    private Path writtenTrace;

    /** How invariants are printed. */
    enum Format {
        JAVA,
        DAIKON,
        JML
    }

    /** Where settings start from. */
    enum Preset {
        DEFAULT,
        DAIKON
    }

    @Override
    public Integer call() {
        OutputFiles.check("--json", json);
        OutputFiles.check("--write-dtrace", writtenTrace);
        checkOptions();
        Console console = consoleOptions.console(spec.commandLine());
        if (recordingOptions.planned != null) {
            recordingOptions.print(Oraculum.planRecording(request(), recordingOptions.planned), "method", "methods", console);
            return ExitCode.INFERRED;
        }
        InferReport report = traces.isEmpty() ? ofProject(console) : Oraculum.inferTraces(declarations, traces, settings(),
                projectOptions.threads);
        print(report, console);
        console.remedies(report.run().problems(), spec);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        return report.invariants() == 0 ? ExitCode.NO_INVARIANT : ExitCode.INFERRED;
    }

    private void checkOptions() {
        projectOptions.requireThreads();
        recordingOptions.check();
        if (!traces.isEmpty() && (recordingOptions.planned != null || recordingOptions.recorded != null)) {
            throw projectOptions.usage("--dtrace reads traces, and no tests run for it; leave --plan-recording and --recorded out");
        }
        if (!traces.isEmpty() && (projectOptions.anyGiven() || !classes.isEmpty() || !packages.isEmpty())) {
            throw projectOptions.usage("--dtrace takes the place of --classpath, --tests, --class, --package and --method; give either");
        }
        if (!traces.isEmpty() && writtenTrace != null) {
            throw projectOptions.usage("--write-dtrace writes the samples of a project; with --dtrace there is none");
        }
        if (traces.isEmpty() && !declarations.isEmpty()) {
            throw projectOptions.usage("--decls needs --dtrace: the trace whose declarations they are");
        }
        if (projectOptions.method != null && !(classes.isEmpty() && packages.isEmpty())) {
            throw projectOptions.usage("--method names one method, --class and --package are for many; give either");
        }
        for (Path file : traces) {
            Usage.requireFile(spec, "--dtrace", file);
        }
        for (Path file : declarations) {
            Usage.requireFile(spec, "--decls", file);
        }
    }

    private InferSettings settings() {
        InferSettings chosen = preset == Preset.DAIKON ? InferSettings.daikon() : InferSettings.defaults();
        settingOptions.requireKnown(chosen);
        return settingOptions.apply(settingOptions.given(chosen, "--confidence", "confidence", confidence));
    }

    private InferReport ofProject(Console console) {
        InferProgress progress = console.inferProgress();
        try {
            return ofProject(progress);
        } finally {
            progress.end();
        }
    }

    private InferReport ofProject(JobListener progress) {
        return Oraculum.infer(request().withTrace(writtenTrace), progress);
    }

    private Infer request() {
        return projectOptions.infer(new MethodSelection(List.of(), classes, packages, true), settings())
                .withRecorded(recordingOptions.recorded);
    }

    private void print(InferReport report, Console console) {
        InferOutput output = new InferOutput(console, consoleOptions.isVerbose());
        output.warnings(report);
        switch (format) {
            case DAIKON -> report.toDaikon().stripTrailing().lines().forEach(console::line);
            case JML -> report.toJml().stripTrailing().lines().forEach(console::line);
            case JAVA -> output.print(report);
        }
    }
}
