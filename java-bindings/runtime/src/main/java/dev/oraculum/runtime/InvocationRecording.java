package dev.oraculum.runtime;

/** A recording of single invocations, which woven code hands its roots. */
interface InvocationRecording extends Recording {
    /** All entry roots are handed over. */
    void entered(Invocation invocation);

    /**
     * All exit roots are handed over.
     *
     * @param exit what the woven exit says of itself
     */
    void exit(Invocation invocation, int exit);
}
