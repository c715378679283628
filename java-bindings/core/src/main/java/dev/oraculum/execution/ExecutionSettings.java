package dev.oraculum.execution;

import dev.oraculum.api.WorkerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What to run, and how.
 *
 * @param installation our own parts
 * @param jvm the JVM under test
 * @param classPath the project's, tests and their libraries included, in order
 * @param testClasses binary names of the test classes that will be asked for; {@link TestSelection} finds them
 * @param plan the state plan or the data plan in its encoded form; empty: record nothing
 * @param workers how many units may run at once
 * @param heapMegabytes {@code -Xmx} of a worker
 * @param jvmArguments further arguments for the JVM under test, such as {@code --add-opens}
 * @param budgets how long a test may run
 * @param failuresSetAside whether a test on a mutant goes on after a failed assertion, and so leaves more states behind
 * @param surroundings of the worker processes: environment, working directory, sandbox
 * @param variables of the environment that workers get besides, or with other values
 */
public record ExecutionSettings(
        Installation installation,
        Jvm jvm,
        List<Path> classPath,
        List<String> testClasses,
        byte[] plan,
        int workers,
        int heapMegabytes,
        List<String> jvmArguments,
        Budgets budgets,
        boolean failuresSetAside,
        WorkerSettings surroundings,
        Map<String, String> variables) {
    /** Enough for the tests of libraries, and small enough that an allocating mutant ends within a second or two. */
    public static final int DEFAULT_HEAP_MEGABYTES = 512;

    private static final String FAST_COMPILER = "-XX:TieredStopAtLevel=1";

    public ExecutionSettings {
        classPath = List.copyOf(classPath);
        testClasses = List.copyOf(testClasses);
        jvmArguments = List.copyOf(jvmArguments);
        plan = plan.clone();
        variables = Map.copyOf(variables);
        if (workers < 1 || heapMegabytes < 16) {
            throw new IllegalArgumentException("at least one worker, of at least 16 MB: got " + workers + " of " + heapMegabytes + " MB");
        }
    }

    /** One worker with the default heap and budgets. */
    public static ExecutionSettings of(
            Installation installation, Jvm jvm, List<Path> classPath, List<String> testClasses, byte[] plan) {
        return new ExecutionSettings(
                installation,
                jvm,
                classPath,
                testClasses,
                plan,
                1,
                DEFAULT_HEAP_MEGABYTES,
                List.of(),
                Budgets.DEFAULTS,
                true,
                WorkerSettings.DEFAULT,
                Map.of());
    }

    /** Another plan, encoded; empty: record nothing. */
    public ExecutionSettings withPlan(byte[] newPlan) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, newPlan, workers, heapMegabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    public ExecutionSettings withClassPath(List<Path> paths) {
        return new ExecutionSettings(
                installation, jvm, paths, testClasses, plan, workers, heapMegabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    /** @param names binary names, in the order in which they run */
    public ExecutionSettings withTestClasses(List<String> names) {
        return new ExecutionSettings(
                installation, jvm, classPath, names, plan, workers, heapMegabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    public ExecutionSettings withWorkers(int count) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, count, heapMegabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    public ExecutionSettings withHeap(int megabytes) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, megabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    public ExecutionSettings withJvmArguments(List<String> arguments) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, heapMegabytes, arguments, budgets, failuresSetAside,
                surroundings, variables);
    }

    /** With these before its own arguments. */
    public ExecutionSettings withMoreJvmArguments(List<String> more) {
        return withJvmArguments(Stream.concat(more.stream(), jvmArguments.stream()).toList());
    }

    /**
     * For JVMs that run mutants one after the other, whose tests are short. With each mutant the JVM throws away what it has compiled of
     * the class, and all code into which that was inlined: so nothing is, and the slower compiler has no use.
     */
    public ExecutionSettings forMutants() {
        return withMoreJvmArguments(List.of(FAST_COMPILER, "-XX:-Inline"));
    }

    /** For JVMs whose tests are short: code runs too seldom for the slower compiler to pay. */
    public ExecutionSettings forShortTests() {
        return withMoreJvmArguments(List.of(FAST_COMPILER));
    }

    public ExecutionSettings withBudgets(Budgets changed) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, heapMegabytes, jvmArguments, changed, failuresSetAside,
                surroundings, variables);
    }

    public ExecutionSettings withFailuresSetAside(boolean setAside) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, heapMegabytes, jvmArguments, budgets, setAside, surroundings,
                variables);
    }

    public ExecutionSettings withSurroundings(WorkerSettings changed) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, heapMegabytes, jvmArguments, budgets, failuresSetAside, changed,
                variables);
    }

    public ExecutionSettings withVariables(Map<String, String> changed) {
        return new ExecutionSettings(
                installation, jvm, classPath, testClasses, plan, workers, heapMegabytes, jvmArguments, budgets, failuresSetAside,
                surroundings, changed);
    }
}
