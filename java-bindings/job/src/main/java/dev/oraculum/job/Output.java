package dev.oraculum.job;

/** Where a build shows what a job says. */
public interface Output {
    /** A line of the result. */
    void result(String line);

    /** What only those want to know who ask for it. */
    void aside(String line);

    void warning(String line);
}
