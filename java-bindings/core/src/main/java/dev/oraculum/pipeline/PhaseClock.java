package dev.oraculum.pipeline;

import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.Phase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs the phases of a job, one after the other, tells the listener and keeps the times. */
final class PhaseClock {
    private final long start = System.nanoTime();
    private final Map<String, Double> elapsed = new LinkedHashMap<>();
    private final ImproveListener listener;

    PhaseClock(ImproveListener listener) {
        this.listener = listener;
    }

    /** @param outcome describes the phase's result for a reader */
    <T> T run(Phase phase, Supplier<T> work, Function<T, String> outcome) {
        listener.phaseStarted(phase);
        long begin = System.nanoTime();
        T result = work.get();
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        elapsed.merge(phase.key(), seconds(time.toNanos()), (before, more) -> Math.round((before + more) * 1e3) / 1e3);
        listener.phaseFinished(phase, time, outcome.apply(result));
        return result;
    }

    /** Seconds by phase, and {@code total} up to now. */
    Map<String, Double> elapsed() {
        Map<String, Double> all = new LinkedHashMap<>(elapsed);
        all.put("total", seconds(System.nanoTime() - start));
        return all;
    }

    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }
}
