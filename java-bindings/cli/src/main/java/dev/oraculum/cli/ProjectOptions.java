package dev.oraculum.cli;

import dev.oraculum.api.ImproveProject;
import dev.oraculum.api.ImproveRequest;
import dev.oraculum.api.WorkerSettings;
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
    private static final String ALLOW_WRITE = "write=";

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

    @Option(names = "--mutators", paramLabel = "NAME", split = ",", order = 21,
            description = "PIT's mutators or groups: DEFAULTS, STRONGER, ALL, MATH, ..; CLASSIC: ours, each operator by every other; "
                    + "default: DEFAULTS.")
    List<String> mutators = new ArrayList<>();

    @Option(names = "--mutate", paramLabel = "method|class", order = 22,
            description = "Mutate the method, or its whole class; default: ${DEFAULT-VALUE}.")
    ImproveProject.Mutate mutate = ImproveProject.Mutate.METHOD;

    @Option(names = "--exits", paramLabel = "all|last", order = 23,
            description = "Normal exits of the method at which states are taken; default: ${DEFAULT-VALUE}.")
    ImproveProject.Exits exits = ImproveProject.Exits.ALL;

    @Option(names = "--after-failure", paramLabel = "continue|stop", order = 23,
            description = "What a test on a mutant does after a failed assertion; going on leaves more incorrect states behind; default: "
                    + "${DEFAULT-VALUE}.")
    ImproveProject.AfterFailure afterFailure = ImproveProject.AfterFailure.CONTINUE;

    @Option(names = "--evidence", paramLabel = "FILE", order = 24,
            description = "Write the evidence to this file (SQLite) as it comes, so that a killed run can be resumed; of many methods, a "
                    + "folder of such files.")
    Path evidence;

    @Option(names = "--resume", order = 25,
            description = "Continue the run that --evidence holds: nothing that was finished is done again.")
    boolean resume;

    @Option(names = "--jvm", paramLabel = "PATH", order = 26,
            description = "Run the tests on this JDK (17 or newer); default: the one that runs Oraculum.")
    Path jvm;

    @Option(names = "--threads", paramLabel = "N", order = 27,
            description = "Threads of the search and worker JVMs; default: one per processor. Results do not depend on it.")
    int threads;

    @Mixin
    private WorkerOptions workerOptions;

    @Option(names = "--allow", paramLabel = "WHAT", split = ",", order = 28,
            description = "What mutants may do outside of their scratch folder: write=DIR, process, net, native, global, descriptor; "
                    + "repeatable. "
                    + "What a test does on the original program its mutants may do anyway.")
    private List<String> allow = new ArrayList<>();

    boolean anyGiven() {
        return classPath != null || tests != null || method != null;
    }

    ImproveProject project(ImproveRequest search) {
        requireGiven("--method", method);
        return configured(ImproveProject.of(classPath(), tests(), method), search);
    }

    /** What many methods have in common. */
    ImproveProject batchProject(ImproveRequest search) {
        requireGiven("", "");
        return configured(ImproveProject.ofAll(classPath(), tests()), search);
    }

    private void requireGiven(String option, String value) {
        Map<String, String> needed = new LinkedHashMap<>();
        needed.put("--classpath", classPath);
        needed.put("--tests", tests);
        needed.put(option, value);
        Usage.requireGiven(spec, needed);
        if (resume && evidence == null) {
            throw usage("--resume needs --evidence: the file (of many methods, the folder) of the run to continue");
        }
        requireThreads();
    }

    private ImproveProject configured(ImproveProject project, ImproveRequest search) {
        return project
                .withTestClasses(testClasses)
                .withSearch(search)
                .withThreads(threads)
                .withMutation(mutators, mutate)
                .withExits(exits)
                .withFailingTestsExcluded(excludeFailingTests)
                .withAfterFailure(afterFailure)
                .withEvidence(evidence, resume)
                .withJvm(jvm)
                .withWorkers(workers());
    }

    private WorkerSettings workers() {
        WorkerSettings settings = workerOptions.settings();
        try {
            settings = settings.withAllow(allow);
        } catch (IllegalArgumentException e) {
            throw usage("--allow: " + e.getMessage());
        }
        for (String what : settings.allow()) {
            if (what.startsWith(ALLOW_WRITE)) {
                OutputFiles.requireWritable("--allow write", Path.of(what.substring(ALLOW_WRITE.length())));
            }
        }
        return settings;
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
