package dev.oraculum.worker;

/**
 * How a test ended, as what ran it says.
 *
 * @param thrown null: nothing
 */
record TestEnd(Status status, Throwable thrown) {
    static final TestEnd PASSED = new TestEnd(Status.PASSED, null);
    /** Its telling was cut off. */
    static final TestEnd UNKNOWN = new TestEnd(Status.UNKNOWN, null);

    enum Status {
        PASSED,
        ABORTED,
        FAILED,
        UNKNOWN
    }

    static TestEnd failed(Throwable thrown) {
        return new TestEnd(Status.FAILED, thrown);
    }

    /** The end of a test one of whose failures was set aside; null: none was. */
    TestEnd withFailure(AssertionError setAside) {
        return status == Status.PASSED && setAside != null ? failed(setAside) : this;
    }
}
