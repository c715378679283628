package dev.oraculum.api.generate;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.GenerateJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Generate JUnit tests of a class.
 *
 * @param project its class path has the class. Its tests, if it has any, are what the search starts from, and goals that they cover are not
 *     looked for; those of the classes that are named, else of all that refer to the class
 * @param className binary name of the class under test
 * @param scope what of the class tests are wanted for
 * @param settings of the search
 * @param seed of all randomness
 * @param budget wall time: the search ends at half of it, minimisation at three fifths, the run of mutants when as much is left as the
 *     check of the tests will take
 * @param maxTests how many tests the search may run; 0: as many as the budget allows. With it, and enough budget, the same seed gives the
 *     same files
 * @param junit which JUnit the tests are for: 4 or 5
 * @param solverLibrary native library of Z3, or the jar {@code tools.aqua:z3-turnkey}, which symbolic execution solves with where its own
 *     solver finds nothing; null: none. It is loaded into a process of its own. One that cannot be used, or that crashes there, is a
 *     warning
 */
public record Generate(
        Project project, String className, Scope scope, GenerateSettings settings, long seed, Duration budget, long maxTests, int junit,
        Path solverLibrary)
        implements Request<GenerateReport> {
    /** What a job may take by default. */
    public static final Duration DEFAULT_BUDGET = Duration.ofSeconds(60);

    public Generate {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(settings, "settings");
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException("budget is " + budget + ": expected more than 0");
        }
        if (maxTests < 0) {
            throw new IllegalArgumentException("maxTests is " + maxTests + ": expected 1 or more, or 0 for no limit");
        }
        if (junit != 4 && junit != 5) {
            throw new IllegalArgumentException("junit is " + junit + ": expected 4 or 5");
        }
        if (project.classPath().isEmpty()) {
            throw new IllegalArgumentException("classPath is empty: name the jars or folders of the class and of what it needs");
        }
        if (project.tests().isEmpty() && !project.testClasses().isEmpty()) {
            throw new IllegalArgumentException("testClasses are named, but tests is empty: name the jars or folders that have them");
        }
    }

    /** All defaults, seed 0. */
    public static Generate of(Project project, String className) {
        return new Generate(project, className, Scope.CLASS, GenerateSettings.defaults(), 0, DEFAULT_BUDGET, 0, 5, null);
    }

    /**
     * Where the tests belong in a folder of sources, with the class given by its binary name: in its package, or in one below that if its
     * jar lets no other class in, as it is signed or sealed.
     */
    public String testPath() {
        return GenerateJob.testPath(project, className);
    }

    /** The same of the tests that show its faults, if there are any. */
    public String faultsPath() {
        return GenerateJob.faultsPath(project, className);
    }

    @Override
    public List<Phase> phases() {
        List<Phase> phases = new ArrayList<>(
                List.of(Phase.FACTS, Phase.EXISTING_TESTS, Phase.TEST_SEARCH, Phase.MINIMISATION, Phase.ASSERTIONS, Phase.SUITE));
        if (project.tests().isEmpty()) {
            phases.remove(Phase.EXISTING_TESTS);
        }
        return phases;
    }

    @Override
    public GenerateReport run(JobListener listener) {
        return GenerateJob.generate(this, listener);
    }

    public Generate withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** @param name binary name of another class under test */
    public Generate withClassName(String name) {
        return Records.with(this, "className", name);
    }

    public Generate withScope(Scope changed) {
        return Records.with(this, "scope", changed);
    }

    public Generate withSettings(GenerateSettings changed) {
        return Records.with(this, "settings", changed);
    }

    public Generate withSeed(long changed) {
        return Records.with(this, "seed", changed);
    }

    public Generate withBudget(Duration changed) {
        return Records.with(this, "budget", changed);
    }

    /** @param count 0: as many as the budget allows */
    public Generate withMaxTests(long count) {
        return Records.with(this, "maxTests", count);
    }

    /** @param version 4 or 5 */
    public Generate withJunit(int version) {
        return Records.with(this, "junit", version);
    }

    /** @param file null: none */
    public Generate withSolverLibrary(Path file) {
        return Records.with(this, "solverLibrary", file);
    }
}
