package dev.oraculum.cli;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.CheckReport.DatumGone;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code oraculum check}. */
@Command(
        name = "check",
        sortOptions = false,
        description = {
            "Compare this version of the code with an oracle file.",
            "",
            "Runs the tests that the oracle was recorded with, watches the same variables, and reports every one that is given other "
                    + "values than then.",
            "",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no mismatch",
            "1:mismatches; or a test that passed then does not pass now; or variables or tests of the oracle are gone, so that nothing "
                    + "can be said of them",
            "2:the command line or the oracle file is wrong",
            "3:the tests could not be run, or none of them, or of the oracle's variables, is there",
            "4:internal error"
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  Before a change of the code, and after it:",
            "    oraculum select --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar --record --out oracle",
            "    oraculum check --oracle oracle/oracle.json --classpath target/classes \\",
            "        --tests target/test-classes:junit.jar",
        })
final class CheckCommand implements Callable<Integer> {
    private static final int SHOWN = 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--oracle", paramLabel = "FILE", order = 1, description = "The oracle file that `oraculum select --record` wrote.")
    private Path oracle;

    @Option(names = {"--classpath", "--class-path", "-cp"}, paramLabel = "CP", order = 2,
            description = "Jars and folders of this version of the code and of what it needs.")
    private String classPath;

    @Option(names = "--tests", paramLabel = "CP", order = 3, description = "Jars and folders of the tests and of what they need.")
    private String tests;

    @Option(names = "--test-class", paramLabel = "NAME", arity = "1..*", order = 4,
            description = "Only these test classes; default: all of the oracle.")
    private List<String> testClasses = new ArrayList<>();

    @Option(names = "--allow-gone", order = 5, description =
            "Variables and tests that this version does not have any more are named, but are no reason for exit code 1.")
    private boolean allowGone;

    @Option(names = "--test-timeout", paramLabel = "SECONDS", order = 25,
            description = "How long one test may run; then it is stopped, and does not pass; default: ten times what it took when it was "
                    + "recorded, and at least 20.")
    private Integer testTimeout;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26, description =
            "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    private Path jvm;

    @Option(names = "--json", paramLabel = "FILE", order = 31, description = "Write the result as JSON.")
    private Path json;

    @Option(names = "--junit-xml", paramLabel = "FILE", order = 32, description =
            "Write the result as JUnit's XML, for build servers: a test of the oracle is a test there.")
    private Path junitXml;

    @Mixin
    private WorkerOptions workerOptions;

    @Mixin
    private ConsoleOptions consoleOptions;

    @Override
    public Integer call() {
        Map<String, Object> needed = new LinkedHashMap<>();
        needed.put("--oracle", oracle);
        needed.put("--classpath", classPath);
        needed.put("--tests", tests);
        Usage.requireGiven(spec, needed);
        Usage.requireSeconds(spec, "--test-timeout", testTimeout);
        OutputFiles.check("--json", json);
        OutputFiles.check("--junit-xml", junitXml);
        Console console = consoleOptions.console(spec.commandLine());
        Project project = Project.of(Usage.split(spec, "--classpath", classPath), Usage.split(spec, "--tests", tests))
                .withTestClasses(testClasses)
                .withTestTimeout(testTimeout == null ? null : Duration.ofSeconds(testTimeout))
                .withJvm(jvm)
                .withWorkers(workerOptions.settings());
        Check request = Check.of(project, oracle);
        CheckReport report = Oraculum.check(request, console.listener());
        print(report, console);
        console.remedies(report.run().problems(), spec);
        if (json != null) {
            OutputFiles.write(json, report.toJson());
        }
        if (junitXml != null) {
            OutputFiles.write(junitXml, report.toJunitXml(request));
        }
        return report.agrees() && report.compared() && (allowGone || report.complete()) ? ExitCode.NO_MISMATCH : ExitCode.MISMATCHES;
    }

    private void print(CheckReport report, Console console) {
        report.problems().forEach(problem -> console.warning("outside any test: " + problem));
        int limit = consoleOptions.isVerbose() ? report.mismatches().size() : Math.min(SHOWN, report.mismatches().size());
        report.mismatches().stream().limit(limit).forEach(mismatch -> print(mismatch, console));
        if (report.mismatches().size() > limit) {
            console.line(".. and " + (report.mismatches().size() - limit) + " more mismatches (--verbose shows them, --json has all)");
        }
        report.testsNotPassing().forEach(test -> console.line("not passing  " + test.name() + " " + test.reason()));
        Set<String> notPassing = report.testsNotPassing().stream().map(LeftOut::name).collect(Collectors.toSet());
        report.testsNotRecorded().stream()
                .filter(test -> !notPassing.contains(test.name()))
                .forEach(test -> console.line("not recorded  " + test.name() + " " + test.reason()));
        printGone(report, console);
        console.line((report.mismatches().isEmpty() ? "no mismatch" : count(report.mismatches().size(), "mismatch", "mismatches")) + " in "
                + report.valuesCompared()
                + " comparisons of a variable in a test, of " + count(report.testsRun(), "test", "tests"));
        if (!report.compared()) {
            console.line("not compared: the values of " + count(report.testsNotRecorded().size(), "test", "tests")
                    + " that did not end as a test does, or could not be recorded");
        }
        if (!report.complete()) {
            String what = Stream.of(
                            report.dataGone().isEmpty() ? "" : count(report.dataGone().size(), "variable", "variables"),
                            report.testsGone().isEmpty() ? "" : count(report.testsGone().size(), "test", "tests"))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" and "));
            console.line("not checked: " + what + " of the oracle, which this version does not have; if that is meant, record a new oracle"
                    + (allowGone ? "" : ", or say --allow-gone"));
        }
    }

    /** What has the same reason, a class that is gone say, is said together. */
    private void printGone(CheckReport report, Console console) {
        report.testsGone().forEach(test -> console.line("gone      test " + test));
        Map<String, List<DatumGone>> byReason = new LinkedHashMap<>();
        report.dataGone().forEach(gone -> byReason.computeIfAbsent(gone.reason(), key -> new ArrayList<>()).add(gone));
        byReason.forEach((reason, data) -> {
            console.line("gone      " + (data.size() == 1 ? name(data.get(0)) : data.size() + " variables") + ": " + reason);
            if (data.size() > 1) {
                int limit = consoleOptions.isVerbose() ? data.size() : Math.min(SHOWN, data.size());
                data.stream().limit(limit).forEach(gone -> console.line("          " + name(gone)));
                if (data.size() > limit) {
                    console.line("          .. and " + (data.size() - limit) + " more (--verbose shows them, --json has all)");
                }
            }
        });
    }

    private static String name(DatumGone gone) {
        return gone.datum().variable() + " at " + gone.datum().place() + " (recorded in " + count(gone.tests(), "test", "tests") + ")";
    }

    private static void print(Mismatch mismatch, Console console) {
        console.line("mismatch  " + mismatch.subject());
        mismatch.details().forEach(line -> console.line("  " + line));
    }

    private static String count(long n, String one, String many) {
        return n + " " + (n == 1 ? one : many);
    }
}
