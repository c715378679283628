package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.settings.GenerateSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oraculum juge}. */
@Command(
        name = "juge",
        sortOptions = false,
        customSynopsis = "oraculum juge [OPTION]...",
        description = {
            "Generate tests as JUGE's harness asks for them.",
            "",
            "Speaks the protocol of the Java unit testing tool competition on standard input and output: it is what a run tool starts. "
                    + "Tests are JUnit 4 classes in temp/testcases of the working folder; a budget holds from the class's name to its "
                    + "written tests. Everything else is said on standard error.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the harness was answered to its end, whatever was found",
            "2:the command line is wrong, or what comes on standard input is not the protocol",
            "4:internal error",
            "5:the harness was answered to its end, but some classes ended by an internal error"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  As the run tool of a harness:",
            "    oraculum juge",
            "",
            "  The same tests in each run, if the budget is large enough:",
            "    oraculum juge --seed 1 --max-tests 20000",
        })
final class JugeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--out", paramLabel = "DIR", order = 1, description = "Where tests are written; default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("temp", "testcases");

    @Option(names = "--seed", paramLabel = "N", order = 2, description = "Seed of all randomness; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--max-tests", paramLabel = "N", order = 3,
            description = "How many tests the search of a class may run; default: as many as the budget allows.")
    private Long maxTests;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    private Path jvm;

    @Option(names = "--threads", paramLabel = "N", order = 27, description = "Threads; default: one per processor.")
    private int threads;

    @Mixin
    private SettingOptions settingOptions;

    private boolean failed;

    @Override
    public Integer call() throws IOException {
        if (seed < 0) {
            throw Usage.wrong(spec, "--seed " + seed + ": expected 0 or more");
        }
        if (maxTests != null && maxTests < 1) {
            throw Usage.wrong(spec, "--max-tests " + maxTests + ": expected 1 or more");
        }
        Usage.requireThreads(spec, threads);
        GenerateSettings start = settingOptions.start(GenerateSettings.defaults(), GenerateSettings.paper());
        settingOptions.requireKnown(start);
        GenerateSettings settings = settingOptions.apply(start);
        OutputFiles.createFolder("--out", out);
        PrintWriter said = spec.commandLine().getErr();
        JugeProtocol harness = new JugeProtocol(
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), spec.commandLine().getOut());
        JugeProtocol.Benchmark benchmark = harness.benchmark();
        // Tests need nothing of ours.
        harness.begin(List.of());
        Project project = Project.of(benchmark.classPath()).withJvm(jvm).withThreads(threads);
        for (int i = 0; i < benchmark.classes(); i++) {
            JugeProtocol.Task task = harness.task();
            Generate request = Generate.of(project, task.className()).withSettings(settings).withSeed(seed).withBudget(task.budget())
                    .withMaxTests(maxTests == null ? 0 : maxTests).withJunit(4);
            said.println(task.className() + ": " + tested(request));
            said.flush();
            harness.ready();
        }
        return failed ? ExitCode.SOME_FAILED : ExitCode.GENERATED;
    }

    /** Tests that show faults fail on this version: a harness would take them for broken ones. */
    private String tested(Generate request) {
        try {
            GenerateReport report = Oraculum.generate(request, JobListener.NONE);
            int tests = 0;
            for (GenerateReport.File file : report.files()) {
                Path path = out.resolve(file.path());
                OutputFiles.createFolder("--out", path.getParent());
                OutputFiles.write(path, file.source());
                tests += file.tests();
            }
            return tests + (tests == 1 ? " test" : " tests");
        } catch (ProjectException e) {
            String details = e.details().isEmpty() ? "" : ": " + String.join("; ", e.details());
            return "no test: " + e.getMessage() + details;
        } catch (OraculumException e) {
            failed = true;
            return "no test, by a fault of Oraculum's: " + e.getMessage();
        }
    }
}
