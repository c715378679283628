package dev.oraculum.runtime;

/**
 * Failed assertions of a test, which may be set aside so that the test goes on.
 *
 * <p>A test ends at its first failed assertion, so on a mutant a test that loops over a hundred inputs would leave one
 * incorrect state behind instead of a hundred. The methods of assertion libraries are woven to hand their failure to
 * {@link #failed}; while failures are set aside, the assertion returns instead of throwing. The test counts as failed
 * all the same. (GAssert takes its incorrect states from generated tests, which run without their assertions.)
 */
public final class TestFailures {
    private static volatile boolean settingAside;
    private static volatile AssertionError first;

    private TestFailures() {}

    /** A test starts; failures are set aside from now on, or thrown as always. */
    public static void begin(boolean setAside) {
        first = null;
        settingAside = setAside;
    }

    /** The test has ended: the first failure that was set aside, or null. Failures are thrown from now on. */
    public static AssertionError end() {
        settingAside = false;
        AssertionError failure = first;
        first = null;
        return failure;
    }

    /**
     * What a woven assertion method calls in place of throwing.
     *
     * @throws AssertionError the failure, unless failures are set aside, or if it is of no test
     */
    public static void failed(AssertionError failure) {
        if (!settingAside || StrayThreads.isCurrent()) {
            throw failure;
        }
        if (first == null) {
            first = failure;
        }
    }
}
