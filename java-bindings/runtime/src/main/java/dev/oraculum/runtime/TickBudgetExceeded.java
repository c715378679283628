package dev.oraculum.runtime;

/**
 * The running test has taken more loop iterations and method calls than its tick budget. Every further probe throws it
 * again until the test ends, so that a loop that catches Throwable ends as well.
 */
public final class TickBudgetExceeded extends StopSignal {
    private static final long serialVersionUID = 1L;

    TickBudgetExceeded(String message) {
        super(message);
    }
}
