package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.evidence.EvidenceSummary;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.ImproveResult;
import dev.oraculum.api.settings.StateSettings;
import java.nio.file.Path;

/** {@link dev.oraculum.api.Oraculum#improveStates}: evidence from a file, nothing is run. */
public final class StatesJob {
    private StatesJob() {}

    /** See {@link dev.oraculum.api.Oraculum#improveStates}. */
    public static ImproveResult improve(Path states, StateSettings settings, ImproveRequest search, int threads, JobListener listener) {
        JobClock clock = new JobClock(listener);
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(threads).withStates(settings))) {
            engine.check(search);
            EvidenceSummary summary = clock.run(
                    Phase.DATASET,
                    () -> {
                        engine.evidence().importStates(states);
                        return engine.evidence().summary();
                    },
                    ImproveJob::describe);
            return SearchAndVerify.run(
                    engine, ImproveJob.started(search, engine), summary, SearchAndVerify.Origin.UNKNOWN, null, null, clock);
        }
    }
}
