package dev.oraculum.api.generate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.settings.GenerateSettings;
import java.util.List;
import java.util.Map;

/**
 * The tests of a class; docs/formats.md ("Result of generate") has its JSON.
 *
 * @param schemaVersion version of the JSON
 * @param className binary name of the class under test
 * @param scope what of the class tests were wanted for; the figures below are of that
 * @param settings of the search
 * @param seed of all randomness
 * @param stop why the search ended
 * @param executed tests that the search ran
 * @param coverage goals of the class, and those that the written tests cover, by kind: {@code branch}, {@code line}, {@code method},
 *     {@code handler}
 * @param missed goals that no written test covers
 * @param mutants of the class, by line, and whether the written tests kill them
 * @param files the tests: compiled, and passed in two JVMs, in order and reversed
 * @param left tests that were found and are not written, by reason
 * @param templates how seed templates went
 * @param elapsed seconds by phase, and {@code total}
 */
public record GenerateReport(
        int schemaVersion,
        String className,
        Scope scope,
        GenerateSettings settings,
        long seed,
        Stop stop,
        long executed,
        Map<String, Coverage> coverage,
        List<Missed> missed,
        List<MutantResult> mutants,
        List<File> files,
        Map<String, Integer> left,
        Templates templates,
        Map<String, Double> elapsed,
        @JsonIgnore RunInfo run)
        implements Report {
    public GenerateReport {
        missed = List.copyOf(missed);
        mutants = List.copyOf(mutants);
        files = List.copyOf(files);
    }

    /** Why a search ended. */
    public enum Stop {
        /** Every goal is covered. */
        ALL_COVERED,
        /** Nothing was gained for long. */
        STAGNATION,
        /** The time is up. */
        BUDGET,
        /** As many tests were run as it may run. */
        MAX_TESTS,
        /** There is nothing to call. */
        NOTHING_TO_TRY
    }

    /** How many goals of a kind there are, and how many are covered. */
    public record Coverage(int goals, int covered) {}

    /**
     * A goal that no test covers.
     *
     * @param kind {@code branch}, {@code line}, {@code method} or {@code handler}
     * @param method {@code pkg.C.m(I)V}
     * @param line -1: unknown
     * @param outcome of a branch, which outcome, from 0: of a jump 0 jumps and 1 does not; of a switch 0 is the default
     * @param infeasible of a branch, what it looks at and no test in the package can set, and why; it may not be possible to cover it
     */
    public record Missed(String kind, String method, int line, int outcome, List<String> infeasible) {
        public Missed {
            infeasible = List.copyOf(infeasible);
        }
    }

    /**
     * How seed templates went: tests that build what a branch looks at (EvoObj).
     *
     * @param tests of those that were run, how many began as a template
     * @param refused templates that became no test, by reason
     */
    public record Templates(long tests, Map<String, Long> refused) {}

    /** What became of a mutant. */
    public enum MutantEnd {
        /** A written test fails on it. */
        KILLED,
        /** Tests run its line, and none fails. */
        SURVIVED,
        /** No written test runs its line. */
        NOT_REACHED,
        /** The time was up before it was its turn, more mutants were made than may be run, or no JVM takes its class file. */
        NOT_RUN
    }

    /**
     * A mutant.
     *
     * @param id method, mutator and place in the bytecode: {@code min(int,int)/MATH/7}
     * @param line 0: unknown
     * @param description what was changed
     */
    public record MutantResult(String className, String id, int line, String description, MutantEnd end) {}

    /** How many mutants ended so. */
    public long mutants(MutantEnd end) {
        return mutants.stream().filter(mutant -> mutant.end() == end).count();
    }

    /**
     * A file of tests.
     *
     * @param path relative to the root of test sources
     * @param className binary name
     * @param tests how many test methods it has
     */
    public record File(String path, String className, String source, int tests) {}
}
