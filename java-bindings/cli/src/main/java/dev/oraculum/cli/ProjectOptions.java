package dev.oraculum.cli;

import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Project;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.settings.InferSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what project to work on and how to run it. */
final class ProjectOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = {"--classpath", "--class-path", "-cp"}, paramLabel = "CP", order = 1,
            description = "Jars and folders of the code under test and what it needs, separated as for java; dir/* means its jars.")
    String classPath;

    @Option(names = "--tests", paramLabel = "CP", order = 2,
            description = "Jars and folders of its JUnit 3, 4, 5 or 6 tests and what they need.")
    String tests;

    @Option(names = "--method", paramLabel = "METHOD", order = 3,
            description = "The method: 'pkg.C#m', or 'pkg.C#m(int,java.lang.String)' where m is overloaded; 'pkg.C#<init>(int)' is a "
                    + "constructor.")
    String method;

    @Option(names = "--test-class", paramLabel = "NAME", arity = "1..*", order = 4,
            description = "Test classes to run; default: those under --tests that call a method of that name, or if none of them reaches "
                    + "it, that refer to its class.")
    List<String> testClasses = new ArrayList<>();

    @Option(names = "--exclude-failing-tests", order = 20,
            description = "Leave out tests that fail on the original program, instead of stopping.")
    boolean excludeFailingTests;

    @Option(names = "--exits", paramLabel = "all|last", order = 23,
            description = "Normal exits of the method at which states are taken; default: ${DEFAULT-VALUE}.")
    Exits exits = Exits.ALL;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    Path jvm;

    @Option(names = "--threads", paramLabel = "N", order = 27,
            description = "Threads of the search and worker JVMs; default: one per processor. Results do not depend on it.")
    int threads;

    @Mixin
    private WorkerOptions workerOptions;

    boolean anyGiven() {
        return classPath != null || tests != null || method != null;
    }

    /** One method. */
    Improve improve(ImproveRequest search) {
        requireGiven("--method", method);
        return configured(method, search);
    }

    /** What many methods have in common. */
    Improve improveEach(ImproveRequest search) {
        requireGiven("", "");
        return configured("", search);
    }

    /** @param many the methods where none is named */
    Infer infer(MethodSelection many, InferSettings settings) {
        requireGiven("", "");
        return Infer.of(project(), method == null ? many : MethodSelection.ofMethod(method))
                .withSettings(settings)
                .withExits(exits);
    }

    private void requireGiven(String option, String value) {
        Map<String, String> needed = new LinkedHashMap<>();
        needed.put("--classpath", classPath);
        needed.put("--tests", tests);
        needed.put(option, value);
        Usage.requireGiven(spec, needed);
        requireThreads();
    }

    private Improve configured(String ofMethod, ImproveRequest search) {
        return Improve.of(project(), ofMethod)
                .withSearch(search)
                .withExits(exits);
    }

    private Project project() {
        return Project.of(classPath(), tests())
                .withTestClasses(testClasses)
                .withThreads(threads)
                .withExcludeFailingTests(excludeFailingTests)
                .withJvm(jvm)
                .withWorkers(workerOptions.settings());
    }

    private List<Path> classPath() {
        return Usage.split(spec, "--classpath", classPath);
    }

    private List<Path> tests() {
        return Usage.split(spec, "--tests", tests);
    }

    void requireThreads() {
        Usage.requireThreads(spec, threads);
    }

    ParameterException usage(String message) {
        return Usage.wrong(spec, message);
    }
}
