package dev.oraculum.cli;

import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.rank.ProfileMode;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.report.Findings;
import dev.oraculum.api.settings.RankSettings;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oraculum rank}. */
@Command(
        name = "rank",
        sortOptions = false,
        description = {
            "Rank the assertions of generated tests by how probably they are wrong.",
            "",
            "Generated assertions say what the code does, not what it should do. Those that depend on values which the class's manual"
                    + " tests never see come first: they are worth reading.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no assertion is unsafe",
            "1:unsafe assertions, in the order in which to read them",
            "2:the command line or a file named there is wrong",
            "3:the tests could not be run, none of them passes or executes the class, or there is no assertion",
            "4:internal error"
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  The tests that EvoSuite made of a class:",
            "    oraculum rank --classpath target/classes \\",
            "        --manual-tests target/test-classes:junit.jar \\",
            "        --generated-tests evosuite:junit.jar:evosuite-standalone-runtime.jar \\",
            "        --class pkg.Account --sources evosuite-src --sarif unsafe.sarif",
        })
final class RankCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = {"--classpath", "--class-path", "-cp"}, paramLabel = "CP", order = 1,
            description = "Jars and folders of the code under test and of what it needs.")
    private String classPath;

    @Option(names = "--manual-tests", paramLabel = "CP", order = 2,
            description = "Jars and folders of the tests that people wrote, and of what they need: the measure of what is usual.")
    private String manualTests;

    @Option(names = "--manual-test-class", paramLabel = "NAME", arity = "1..*", order = 3,
            description = "Only these test classes; default: those that refer to the class.")
    private List<String> manualTestClasses = new ArrayList<>();

    @Option(names = "--generated-tests", paramLabel = "CP", order = 4,
            description = "Jars and folders of the generated tests and of what they need (EvoSuite's: evosuite-standalone-runtime.jar).")
    private String generatedTests;

    @Option(names = "--generated-test-class", paramLabel = "NAME", arity = "1..*", order = 5,
            description = "Only these test classes; default: those that refer to the class.")
    private List<String> generatedTestClasses = new ArrayList<>();

    @Option(names = "--class", paramLabel = "NAME", order = 6, description = "The class under test; the classes nested in it belong to it.")
    private String className;

    @Option(names = "--sources", paramLabel = "DIR", arity = "1..*", order = 7,
            description = "Folders of the generated tests' sources, to show assertions as they are written.")
    private List<Path> sources = new ArrayList<>();

    @Option(names = "--top", paramLabel = "N", order = 10,
            description = "How many assertions to show, and all that are tied with the last; default: 5.")
    private Integer top;

    @Option(names = "--threshold", paramLabel = "T", order = 11, descriptionKey = "rank.threshold")
    private Double threshold;

    @Option(names = "--depth", paramLabel = "N", order = 12,
            description = "How many fields are followed from parameters, receiver and return values; default: ${DEFAULT-VALUE}.")
    private int depth = Rank.DEFAULT_DEPTH;

    @Option(names = "--profile", paramLabel = "test|invocation", order = 13,
            description = "Executions are compared by what the test has executed by their end, or they themselves; default:"
                    + " ${DEFAULT-VALUE}.")
    private Profile profile = Profile.TEST;

    @Mixin
    private SettingOptions settingOptions;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    private Path jvm;

    @Option(names = "--threads", paramLabel = "N", order = 27,
            description = "Threads of the engine; default: one per processor. Results do not depend on it.")
    private int threads;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Option(names = "--sarif", paramLabel = "FILE", order = 32,
            description = "Write the unsafe assertions as SARIF 2.1.0, for code review tools.")
    private Path sarif;

    @Mixin
    private WorkerOptions workerOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    /** What the coverage profile of an invocation has. */
    enum Profile {
        TEST(ProfileMode.CUMULATIVE),
        INVOCATION(ProfileMode.INVOCATION);

        private final ProfileMode mode;

        Profile(ProfileMode mode) {
            this.mode = mode;
        }
    }

    @Override
    public Integer call() {
        requireOptions();
        OutputFiles.check("--json", json);
        OutputFiles.check("--sarif", sarif);
        for (Path folder : sources) {
            Usage.requireFolder(spec, "--sources", folder, "one that holds package folders (often src/test/java)");
        }
        Console console = consoleOptions.console(spec.commandLine());
        RankReport report = Oraculum.rank(request(), console.listener());
        new RankOutput(console, consoleOptions.isVerbose()).print(report);
        console.remedies(report.run().problems(), spec);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        if (sarif != null) {
            OutputFiles.write(sarif, Findings.ofResult(report.toJson()).sarif(sources));
        }
        return report.assertions().isEmpty() ? ExitCode.ALL_SAFE : ExitCode.UNSAFE;
    }

    private void requireOptions() {
        Map<String, String> needed = new LinkedHashMap<>();
        needed.put("--classpath", classPath);
        needed.put("--manual-tests", manualTests);
        needed.put("--generated-tests", generatedTests);
        needed.put("--class", className);
        Usage.requireGiven(spec, needed);
        Usage.requireThreads(spec, threads);
        if (depth < 0 || depth > Rank.GREATEST_DEPTH) {
            throw usage("--depth " + depth + ": expected 0 to " + Rank.GREATEST_DEPTH);
        }
    }

    private Rank request() {
        Project project = Project.of(Usage.split(spec, "--classpath", classPath), Usage.split(spec, "--manual-tests", manualTests))
                .withTestClasses(manualTestClasses)
                .withSources(sources)
                .withThreads(threads)
                .withJvm(jvm)
                .withWorkers(workerOptions.settings());
        return Rank.of(project, className, Usage.split(spec, "--generated-tests", generatedTests))
                .withGeneratedTestClasses(generatedTestClasses)
                .withSettings(settings())
                .withDepth(depth)
                .withProfile(profile.mode);
    }

    private RankSettings settings() {
        RankSettings chosen = settingOptions.start(RankSettings.defaults(), RankSettings.paper());
        settingOptions.requireKnown(chosen);
        chosen = settingOptions.given(chosen, "--threshold", "threshold", threshold);
        chosen = settingOptions.given(chosen, "--top", "top", top);
        return settingOptions.apply(chosen);
    }

    private ParameterException usage(String message) {
        return Usage.wrong(spec, message);
    }
}
