package dev.oraculum.api.generate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Report;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.settings.GenerateSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
 * @param coverage goals of the class, and those that the written tests or existing ones cover, by kind: {@code branch}, {@code line},
 *     {@code method}, {@code handler}
 * @param existing the tests that the class has; null: none were named
 * @param missed goals that no written test covers, nor an existing one
 * @param mutants of the class, by line, each with its verdict
 * @param files the tests: compiled, and passed in two JVMs, in order and reversed
 * @param faults contracts of {@code Object} and {@code Comparable} that objects of the tests break
 * @param faultsFile tests of these, which fail; null: there are none
 * @param left tests that were found and are not written, by reason
 * @param missingTypes binary names of classes that members of the class name and the class path lacks: no test calls these members
 * @param templates how seed templates went
 * @param symbolic how symbolic execution went
 * @param found of the branches that the search covered, how many were first covered by its own tests, by seed templates and by symbolic
 *     execution
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
        Existing existing,
        List<Missed> missed,
        List<MutantResult> mutants,
        List<File> files,
        List<Fault> faults,
        File faultsFile,
        Map<String, Integer> left,
        List<String> missingTypes,
        Templates templates,
        Symbolic symbolic,
        Found found,
        Map<String, Double> elapsed,
        @JsonIgnore RunInfo run)
        implements Report {
    public GenerateReport {
        missed = List.copyOf(missed);
        mutants = List.copyOf(mutants);
        files = List.copyOf(files);
        faults = List.copyOf(faults);
        missingTypes = List.copyOf(missingTypes);
        run = run == null ? RunInfo.UNKNOWN : run;
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
        NOTHING_TO_TRY,
        /** It was told to end: the tests that it had by then are written, with assertions as far as it had come to these. */
        INTERRUPTED
    }

    /** How many goals of a kind there are, and how many are covered. */
    public record Coverage(int goals, int covered) {}

    /**
     * The tests that the class has.
     *
     * @param testClasses binary names
     * @param tests that were run
     * @param notPassing tests that do not pass, and test classes that were not run, with the reason; what these cover does not count
     * @param sequences of calls that were carved out of them
     * @param seeds sequences that the search started from; of equal ones one
     * @param covered goals that they cover, by kind
     */
    public record Existing(
            List<String> testClasses, int tests, List<LeftOut> notPassing, int sequences, int seeds, Map<String, Integer> covered) {
        public Existing {
            testClasses = List.copyOf(testClasses);
            notPassing = List.copyOf(notPassing);
        }
    }

    /**
     * A goal that no test covers.
     *
     * @param kind {@code branch}, {@code line}, {@code method} or {@code handler}
     * @param method {@code pkg.C.m(I)V}
     * @param line -1: unknown
     * @param outcome of a branch, which outcome, from 0: of a jump 0 jumps and 1 does not; of a switch 0 is the default
     * @param infeasible of a branch, what it looks at and no test in the package can set, and why; it may not be possible to cover it
     * @param obstacle why symbolic execution has made no test; null: it was off, or no test that it executed came to the branch
     */
    public record Missed(String kind, String method, int line, int outcome, List<String> infeasible, Obstacle obstacle) {
        public Missed {
            infeasible = List.copyOf(infeasible);
        }
    }

    /** What became of the alternative that leads to a missed branch, of several the one that came closest. */
    public enum NotSolved {
        /** No literals take it, by proof. */
        UNSATISFIABLE,
        /** The branch depends on a value of code that is not executed symbolically. */
        UNKNOWN_VALUE,
        /** It was not tried. */
        OUT_OF_BUDGET,
        /** No literals were found within the solver's limit. */
        NOT_SOLVED,
        /** Literals were found, and no test with them takes it. */
        NOT_CONSTRUCTIBLE
    }

    /**
     * Why symbolic execution has made no test for a branch.
     *
     * @param condition the last clauses of the closest path condition that have to do with the branch, and the branch, over the literals of
     *     a test: {@code C.m[0].arg1} is the second argument of its first call of {@code m}; null of {@link NotSolved#UNKNOWN_VALUE}
     * @param calls of {@link NotSolved#UNKNOWN_VALUE}, what took values that depend on literals, most often first
     */
    public record Obstacle(NotSolved why, String condition, List<String> calls) {
        public Obstacle {
            calls = List.copyOf(calls);
        }
    }

    /**
     * How many branches were first covered by what.
     *
     * @param template by seed templates, before the search has changed them
     * @param solver by symbolic execution
     * @param solved those of the solver
     */
    public record Found(int search, int template, int solver, List<Solved> solved) {
        public Found {
            solved = List.copyOf(solved);
        }
    }

    /**
     * A branch that symbolic execution was first to cover.
     *
     * @param method {@code pkg.C.m(I)V}
     * @param line -1: unknown
     * @param outcome as in {@link Missed}
     */
    public record Solved(String method, int line, int outcome) {}

    /**
     * How seed templates went: tests that build what a branch looks at (EvoObj).
     *
     * @param tests of those that were run, how many began as a template
     * @param refused templates that became no test, by reason
     */
    public record Templates(long tests, Map<String, Long> refused) {}

    /**
     * How symbolic execution went: literals of tests that were solved for branches which the search did not reach.
     *
     * @param replayed tests that were executed with terms
     * @param alternatives ways not taken that were given to the solver
     * @param tests that it solved, and that were run
     * @param branches that these were the first to cover
     * @param diverged tests that were solved for a branch and did not come to it
     * @param refused solutions that no test can have
     * @param unsatisfiable ways that no literals take, by proof
     * @param solver what the library calls itself that solved what the own solver left open; null: there was none
     * @param solverFailure what went wrong with that; null: nothing
     * @param stopped executions that ended before their test did, by why: {@code limit}; {@code unknown}: a branch on a value of code that
     *     is not executed so; {@code diverged}: the test had gone elsewhere; {@code unsupported}
     * @param concretised how often a value that depends on literals was taken as it was or lost, by what took it: mostly calls of code that
     *     is not executed so
     */
    public record Symbolic(
            long replayed,
            long alternatives,
            long tests,
            long branches,
            long diverged,
            long refused,
            long unsatisfiable,
            String solver,
            String solverFailure,
            Map<String, Long> stopped,
            Map<String, Long> concretised) {}

    /** What became of a mutant. */
    public enum MutantEnd {
        /** A written test fails on it. */
        KILLED,
        /** Its code is proved to do what the class does: no test can kill it. */
        EQUIVALENT,
        /**
         * Written tests come to its place, and nothing was otherwise on it when they ended: no result, exception, contents, inspector, or
         * field of an object of any test that ran, variants included. It may be equivalent, or a test is missing.
         */
        UNCHANGED,
        /** Written tests come to its place and none fails, though something was otherwise: see {@link Difference}. */
        UNASSERTED,
        /** No written test comes to its place: see {@link Blocked}. */
        NOT_REACHED,
        /**
         * The time was up before it was its turn, more mutants were made than may be run, no JVM takes its class file, or the written tests
         * that come to its place were not among those that ran on it.
         */
        NOT_RUN
    }

    /**
     * A mutant.
     *
     * @param id method, mutator and place in the bytecode: {@code min(int,int)/MATH/7}
     * @param line 0: unknown
     * @param description what was changed
     * @param missedBy of one that survives, the written tests that come to its place and pass on it
     * @param difference of {@link MutantEnd#UNASSERTED}; null: of another
     * @param blocked of {@link MutantEnd#NOT_REACHED}; null: of another, or it is not known where in its line it is
     */
    public record MutantResult(
            String className, String id, int line, String description, MutantEnd end, MissedBy missedBy, Difference difference,
            Blocked blocked) {}

    /**
     * Written tests that do not notice a mutant.
     *
     * @param tests names of the first methods of them
     */
    public record MissedBy(int count, List<String> tests) {
        public MissedBy {
            tests = List.copyOf(tests);
        }
    }

    /** Why something that is otherwise on a mutant makes no written test fail. */
    public enum Why {
        /** It is a field of an object, and nothing that a test may look at shows it. */
        HIDDEN,
        /** No assertion says it: a real within its tolerance, an address, a hash code, which object of a class it is. */
        NOT_SAYABLE,
        /** An assertion says it, but the test is not among the written ones, or is written without its assertions. */
        NOT_WRITTEN,
        /** The test did on the mutant what no test may do, or a look at its objects did not end. */
        INCONCLUSIVE
    }

    /**
     * Something that a test showed on a mutant and never on the class as it is.
     *
     * @param test name of its method; null: it is not written, or a variant that was only tried
     * @param of what was looked at: {@code the result of Stack.size(..)}
     * @param original on the class as it is, in few words
     * @param mutant on the mutant
     */
    public record Difference(String test, String of, String original, String mutant, Why why) {}

    /**
     * What keeps the written tests from a place: the nearest goal on the way that none covers, though some come to where it is decided.
     *
     * @param kind {@code method}: none calls it; {@code branch}, {@code handler}; {@code exception}: all branches on the way are taken,
     *     and an exception leaves the code before it
     * @param method {@code pkg.C.m(I)V}
     * @param line -1: unknown
     * @param outcome of a branch, as in {@link Missed}
     */
    public record Blocked(String kind, String method, int line, int outcome) {}

    /** How many mutants are not proved equivalent. */
    public long killable() {
        return mutants.size() - mutants(MutantEnd.EQUIVALENT);
    }

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

    /**
     * A contract that is broken: {@code x.equals(y)} and {@code y.equals(x)} differ, {@code hashCode} throws, ..
     *
     * @param className binary name of the class whose objects break it
     * @param contract what it promises
     * @param test name of the method in {@link #faultsFile} that fails
     * @param failure class and message of what it fails with
     */
    public record Fault(String className, String contract, String test, String failure) {}

    /** Tests that pass, and behind them those that show faults. */
    public List<File> allFiles() {
        return faultsFile == null ? files : Stream.concat(files.stream(), Stream.of(faultsFile)).toList();
    }
}
