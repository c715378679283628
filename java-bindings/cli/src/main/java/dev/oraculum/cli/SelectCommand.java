package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.oracle.RecordReport;
import dev.oraculum.api.program.CallGraphAlgorithm;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.settings.SelectSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oraculum select}. */
@Command(
        name = "select",
        sortOptions = false,
        description = {
            "Select the variables worth asserting on.",
            "",
            "Reads class files and orders variables, each at the statement that defines it, by how many faults elsewhere show in their"
                    + " values. With --tests, these are run once to see what they execute (--set variant=published: they are not);"
                    + " without, nothing is run.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:selected",
            "1:there is nothing to select: no code, or none that the tests reach; --record: the tests give nothing that is the same in"
                    + " every run",
            "2:the command line or a file named there is wrong",
            "3:a class or an entry of the class path is missing or cannot be read, or the JDK of --jvm; --record: the tests could not"
                    + " be run, or none passes",
            "4:internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  A library, a class, and what some tests should look at:",
            "    oraculum select --classpath commons-csv.jar",
            "    oraculum select --classpath target/classes --class pkg.Account \\",
            "        --dot account.dot",
            "    oraculum select --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --test-class pkg.AccountTest",
            "  Record what the tests give them, as an oracle file and JUnit tests:",
            "    oraculum select --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --record --out oracle",
        })
final class SelectCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = {"--classpath", "--class-path", "-cp"}, paramLabel = "CP", order = 1,
            description = "Jars and folders: the classes to analyse first, then what they need; separated as for java; dir/* means its"
                    + " jars.")
    private String classPath;

    @Option(names = "--class", paramLabel = "NAME", arity = "1..*", order = 2,
            description = "Analyse these classes, with their nested classes; default: all of the first entry of --classpath.")
    private List<String> classes = new ArrayList<>();

    @Option(names = "--package", paramLabel = "NAME", arity = "1..*", order = 3,
            description = "Analyse the classes of these packages and their sub-packages.")
    private List<String> packages = new ArrayList<>();

    @Option(names = "--tests", paramLabel = "CP", order = 4,
            description = "Jars and folders of the JUnit tests that the selection is for: only what they may reach is selected, and"
                    + " what they execute counts.")
    private String tests;

    @Option(names = "--test-class", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "Only these test classes; default: all under --tests.")
    private List<String> testClasses = new ArrayList<>();

    @Option(names = "--count", paramLabel = "N", order = 10, descriptionKey = "select.count")
    private Integer count;

    @Option(names = "--alpha", paramLabel = "A", order = 11, descriptionKey = "select.alpha")
    private Double alpha;

    @Option(names = "--fp", paramLabel = "differentiated|uniform=F", order = 12,
            description = "How much a selected variable takes from others that observe the same: as much as it observes it, or the"
                    + " share F; default: differentiated.")
    private String impact;

    @Option(names = "--sites", paramLabel = "shared|whole", order = 13,
            description = "Whether the callers of a method, and the readers of a field, share what flows there, or each counts alone;"
                    + " default: shared.")
    private Sites sites;

    @Option(names = "--call-graph", paramLabel = "cfa|rta", order = 14, descriptionKey = "select.callGraph")
    private CallGraphAlgorithm callGraph;

    @Option(names = "--record", order = 20,
            description = "Run the tests, record the values of the selected variables, and write them as an oracle for `oraculum check`"
                    + " and as JUnit tests where they can be replayed.")
    private boolean record;

    @Option(names = "--out", paramLabel = "DIR", order = 21,
            description = "Where --record writes; made if it is not there; default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("oraculum-oracle");

    @Option(names = "--values", paramLabel = "N", order = 22,
            description = "Of one variable in one test, how many values are kept; what comes later still takes part in the comparison;"
                    + " default: ${DEFAULT-VALUE}.")
    private int kept = RecordOracle.DEFAULT_KEPT;

    @Option(names = "--test-timeout", paramLabel = "SECONDS", order = 25,
            description = "How long one test may run; one that does not end in it is stopped, named and left out; default:"
                    + " ${DEFAULT-VALUE}.")
    private int testTimeout = (int) RecordOracle.DEFAULT_TEST_TIMEOUT.toSeconds();

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    private Path jvm;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Option(names = "--dot", paramLabel = "FILE", order = 32, description = "Write the graph around the selection, for Graphviz.")
    private Path dot;

    @Mixin
    private RecordingOptions recordingOptions;

    @Mixin
    private SettingOptions settingOptions;

    @Mixin
    private WorkerOptions workerOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    /** What becomes of a method with several callers. */
    enum Sites {
        SHARED,
        WHOLE
    }

    @Override
    public Integer call() {
        if (classPath == null) {
            throw usage("missing --classpath");
        }
        OutputFiles.check("--json", json);
        OutputFiles.check("--dot", dot);
        if (tests == null && !testClasses.isEmpty()) {
            throw usage("--test-class needs --tests: the class path that has it");
        }
        Usage.requireSeconds(spec, "--test-timeout", testTimeout);
        if (record) {
            checkRecord();
        }
        checkRecording();
        Console console = consoleOptions.console(spec.commandLine());
        Select request = request();
        if (recordingOptions.planned != null) {
            recordingOptions.print(
                    Oraculum.planRecording(request, kept, recordingOptions.planned), "variable", "variables", console);
            return ExitCode.SELECTED;
        }
        SelectReport report = Oraculum.select(request, console.listener());
        new SelectTable(console).print(report);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        if (dot != null) {
            OutputFiles.write(dot, report.toDot());
        }
        if (report.selected().isEmpty()) {
            return ExitCode.NOTHING_TO_SELECT;
        }
        return record ? record(request, report, console) : ExitCode.SELECTED;
    }

    private void checkRecord() {
        if (tests == null) {
            throw usage("--record needs --tests: the tests to run");
        }
        if (kept < 1) {
            throw usage("--values " + kept + ": expected 1 or more");
        }
        OutputFiles.checkFolder("--out", out);
    }

    private void checkRecording() {
        recordingOptions.check();
        if (tests == null && (recordingOptions.planned != null || recordingOptions.recorded != null)) {
            throw usage("--plan-recording and --recorded need --tests: the tests that your build runs");
        }
    }

    private int record(Select request, SelectReport report, Console console) {
        RecordReport recorded = Oraculum.record(RecordOracle.of(request, report).withKept(kept), console.listener());
        boolean any = recorded.oracle().tests().stream().anyMatch(test -> !test.values().isEmpty());
        Path oracle = out.resolve("oracle.json");
        if (any) {
            OutputFiles.createFolder("--out", out);
            OutputFiles.write(oracle, recorded.oracle().toJson());
        }
        for (GeneratedTests.File file : recorded.generated().files()) {
            Path path = out.resolve(file.path());
            OutputFiles.createFolder("--out", path.getParent());
            OutputFiles.write(path, file.source());
        }
        String source = recordingOptions.recorded == null ? "run in two JVMs, twice in each" : "that your build ran";
        new RecordOutput(console, consoleOptions.isVerbose()).print(recorded, source, out, any ? oracle : null);
        console.remedies(recorded.run().problems(), spec);
        return any ? ExitCode.SELECTED : ExitCode.NOTHING_TO_SELECT;
    }

    private Select request() {
        List<Path> testPath = tests == null ? List.of() : Usage.split(spec, "--tests", tests);
        Project project = Project.of(Usage.split(spec, "--classpath", classPath), testPath)
                .withTestClasses(testClasses)
                .withTestTimeout(Duration.ofSeconds(testTimeout))
                .withJvm(jvm)
                .withWorkers(workerOptions.settings());
        return Select.of(project).withClasses(classes).withPackages(packages).withSettings(settings()).withGraph(dot != null)
                .withRecorded(recordingOptions.recorded);
    }

    private SelectSettings settings() {
        SelectSettings chosen = settingOptions.start(SelectSettings.defaults(), SelectSettings.paper());
        settingOptions.requireKnown(chosen);
        chosen = settingOptions.given(chosen, "--count", "count", count);
        chosen = settingOptions.given(chosen, "--alpha", "alpha", alpha);
        chosen = impact == null ? chosen : chosen.withUniformImpact(uniformImpact());
        chosen = sites == null ? chosen : chosen.withShareSites(sites == Sites.SHARED);
        chosen = settingOptions.given(chosen, "--call-graph", "callGraph", callGraph);
        return settingOptions.apply(chosen);
    }

    /** The share of {@code uniform=F}; null: differentiated. */
    private Double uniformImpact() {
        if (impact.equals("differentiated")) {
            return null;
        }
        try {
            double share = impact.startsWith("uniform=") ? Double.parseDouble(impact.substring("uniform=".length())) : Double.NaN;
            if (share >= 0 && share <= 1) {
                return share;
            }
        } catch (NumberFormatException notANumber) {
            throw usage("--fp " + impact + ": expected differentiated, or uniform= and a number from 0 to 1");
        }
        throw usage("--fp " + impact + ": expected differentiated, or uniform= and a number from 0 to 1");
    }

    private ParameterException usage(String message) {
        return Usage.wrong(spec, message);
    }
}
