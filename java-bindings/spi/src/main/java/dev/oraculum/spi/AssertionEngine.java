package dev.oraculum.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Better assertions for a method, from states that its executions leave behind (Terragni, Jahangirova, Tonella and Pezzè, "Evolutionary
 * improvement of assertion oracles", ESEC/FSE 2020: GAssert). Whoever calls runs the method: correct states come from its code as it is,
 * incorrect ones from mutants of it. Nothing is run here, there are no files and no processes.
 *
 * <pre>{@code
 * ProgramPoint point = new ProgramPoint("pkg.Numbers#min(int,int)", List.of(
 *         PointVariable.of("a", "int"), PointVariable.of("b", "int"), PointVariable.of("result", "int")));
 * try (AssertionEngine engine = AssertionEngine.open(point)) {
 *     engine.correct("test1", List.of(1, 2, 1));
 *     engine.correct("test2", List.of(4, 3, 3));
 *     engine.incorrect("mutant1", "test1", List.of(1, 2, 2));
 *     engine.incorrect("mutant1", "test2", List.of(4, 3, 4));
 *     ImprovedAssertion best = engine.improve(null, 1, Duration.ofSeconds(5));
 *     System.out.println(best.java());
 * }
 * }</pre>
 *
 * <p>Any number of threads may use an instance; it answers one call at a time. The same point, settings, states and seed give the same
 * assertion, whatever the number of threads, unless the budget ends the search. What it says was seen to be true of the states that it was
 * given: no more.
 *
 * <p>All methods but {@link #close} throw {@link IllegalStateException} when it is closed, and {@link OracleServiceException} for what is
 * not the caller's fault.
 */
public interface AssertionEngine extends AutoCloseable {
    /** Settings to begin with. */
    enum Preset {
        /** What we found best: synthesis, then co-evolution on what it misses. */
        DEFAULT,
        /** Co-evolution as the paper has it. */
        PAPER
    }

    /**
     * Opens a session for a program point, with all settings at their defaults.
     *
     * @throws IllegalArgumentException the point has no variable, a name twice, a type that there is not, or a receiver that is no
     *     reference
     * @throws OracleServiceException there is no implementation beside this artifact, or it cannot be loaded
     */
    static AssertionEngine open(ProgramPoint point) {
        return open(point, Preset.DEFAULT, Map.of());
    }

    /**
     * Opens a session for a program point.
     *
     * @param settings values by name, as text, in place of the preset's: those of the groups {@code search} and {@code synthesis} of
     *     docs/settings.md, such as {@code maxSize}
     * @throws IllegalArgumentException as {@link #open(ProgramPoint)}; or there is no such setting, or its value is out of range
     * @throws OracleServiceException as {@link #open(ProgramPoint)}
     */
    static AssertionEngine open(ProgramPoint point, Preset preset, Map<String, String> settings) {
        return Implementation.find(AssertionEngineProvider.class, AssertionEngine.class, OracleServiceException::noImplementation)
                .open(point, preset, Map.copyOf(settings));
    }

    /**
     * Adds a state of the code as it is. States of one test come in the order of the invocations that left them.
     *
     * @param test name of the test that ran
     * @param values in the order of the point's variables ({@link PointVariable} says which objects are values of which types)
     * @throws IllegalArgumentException there are more or fewer values than variables, or one is no value of its variable's type
     */
    void correct(String test, List<?> values);

    /**
     * Adds a state that a mutant left. One that the code as it is leaves, too, says nothing, and is dropped.
     *
     * @param mutant name of the mutant
     * @param test the same test on the code as it is has the same name
     * @throws IllegalArgumentException as {@link #correct}
     */
    void incorrect(String mutant, String test, List<?> values);

    /**
     * How well an assertion tells correct from incorrect states.
     *
     * @param assertion in the assertion language (docs/assertion-language.md), which is Java but for quantifiers and {@code ==>}
     * @throws IllegalArgumentException it does not parse, has an unknown variable or is not boolean; the message points at the place
     */
    AssertionScore evaluate(String assertion);

    /**
     * Searches for a better assertion, on the calling thread. Interrupting it, or {@link #cancel}, ends the search with the best so far.
     * More states may be added afterwards, and asked for again.
     *
     * @param assertion to improve; null: {@code true}
     * @param seed of the search; not negative
     * @param budget the search's wall time at most
     * @throws IllegalArgumentException as {@link #evaluate}; or there is no correct state, the seed is negative, or the budget is not
     *     positive
     */
    ImprovedAssertion improve(String assertion, long seed, Duration budget);

    /** Ends the search that is running, if any, from any thread. */
    void cancel();

    /** Forgets all states. Closing again does nothing. */
    @Override
    void close();
}
