package dev.oraculum.worker.batch;

/** Calls members of the code under test by their numbers. Implemented by made classes only ({@link dev.oraculum.agent.CallTable}). */
public interface Calls {
    /**
     * Calls a constructor or method, or reads a field.
     *
     * @param operands receiver and arguments, in front
     * @return null if it gives nothing
     */
    Object call(int member, Object[] operands) throws Throwable;

    /** Writes a field: the last operand is the value. */
    Object set(int member, Object[] operands) throws Throwable;
}
