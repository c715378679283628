package dev.oraculum.spi;

import java.util.List;
import java.util.Map;

/**
 * Which assertions of generated tests are probably wrong ("ZoomIn: discovering failures by detecting wrong assertions"). A generated
 * assertion says what the code does, and not what it should do. It is suspicious if it depends on values that break what always holds in
 * tests that people wrote, in an execution that is similar to one of theirs. Whoever calls runs the tests, and says what was seen.
 *
 * <pre>{@code
 * PointMethod method = new PointMethod("pkg.Account", "withdraw", "(I)Z", List.of(
 *         PointVariable.onEntry("old_amount", "int", "amount"), PointVariable.of("this.balance", "int")));
 * try (SuspicionRanker ranker = SuspicionRanker.open(List.of(method), 10)) {
 *     ranker.manual("AccountTest.some", List.of(new PointInvocation(0, 0, List.of(5, 95), Set.of(1, 2))));
 *     // .. more of them
 *     ranker.generated("GeneratedTest.t1", List.of(new PointInvocation(0, 0, List.of(200, -100), Set.of(1, 2))));
 *     GeneratedAssertion assertion = new GeneratedAssertion("GeneratedTest.t1", "assertEquals(-100, account.balance())", List.of(0));
 *     ranker.rank(List.of(assertion)).forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>Any number of threads may use an instance; it answers one call at a time. The same calls give the same ranking.
 *
 * <p>All methods but {@link #close} throw {@link IllegalStateException} when it is closed, and {@link OracleServiceException} for what is
 * not the caller's fault.
 */
public interface SuspicionRanker extends AutoCloseable {
    /** Settings to begin with. */
    enum Preset {
        /** What we found best. */
        DEFAULT,
        /** The scores of the paper. */
        PAPER
    }

    /**
     * Opens a ranking, with all settings at their defaults.
     *
     * @param methods of the class under test, at least one
     * @param statements numbers of statements are below
     * @throws IllegalArgumentException there is no method, or its variables are wrong
     * @throws OracleServiceException there is no implementation beside this artifact, or it cannot be loaded
     */
    static SuspicionRanker open(List<PointMethod> methods, int statements) {
        return open(methods, statements, Preset.DEFAULT, Map.of());
    }

    /**
     * Opens a ranking.
     *
     * @param settings values by name, as text, in place of the preset's: those of the group {@code rank} of docs/settings.md, such as
     *     {@code threshold} and {@code infer.confidence}
     * @throws IllegalArgumentException as {@link #open(List, int)}; or there is no such setting, or its value is out of range
     * @throws OracleServiceException as {@link #open(List, int)}
     */
    static SuspicionRanker open(List<PointMethod> methods, int statements, Preset preset, Map<String, String> settings) {
        return Implementation.find(SuspicionRankerProvider.class, SuspicionRanker.class, OracleServiceException::noImplementation)
                .open(List.copyOf(methods), statements, preset, Map.copyOf(settings));
    }

    /**
     * Adds what a test did that a person wrote and that passed.
     *
     * @param invocations in the order in which they ended
     * @throws IllegalArgumentException a test of that name was added, or an invocation is wrong: the message says which, and why
     * @throws IllegalStateException assertions were ranked already
     */
    void manual(String test, List<PointInvocation> invocations);

    /**
     * Adds what a generated test did.
     *
     * @throws IllegalArgumentException as {@link #manual}
     * @throws IllegalStateException as {@link #manual}
     */
    void generated(String test, List<PointInvocation> invocations);

    /**
     * Ranks assertions.
     *
     * @return the suspicious ones, the most suspicious first; of the others nothing is said
     * @throws IllegalArgumentException an assertion names a generated test that was not added
     */
    List<SuspiciousAssertion> rank(List<GeneratedAssertion> assertions);

    /** Forgets everything. Closing again does nothing. */
    @Override
    void close();
}
