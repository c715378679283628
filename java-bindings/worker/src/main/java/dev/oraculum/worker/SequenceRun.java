package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.Work;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The call sequences of a unit, one after the other, by the runner of their format. */
final class SequenceRun implements UnitRun.Tests {
    /** By format. Looked for once: units are many and short. */
    private static final Map<String, SequenceRunner> RUNNERS = new ConcurrentHashMap<>();

    private final Work.CallSequences work;
    private final SequenceRunner runner;

    /** @throws IllegalArgumentException nobody here knows the format, or there is not one sequence a request */
    SequenceRun(Work.CallSequences work, List<Message.Request> requests) {
        if (work.sequences().size() != requests.size()) {
            throw new IllegalArgumentException(work.sequences().size() + " call sequences for " + requests.size() + " requests");
        }
        this.work = work;
        this.runner = RUNNERS.computeIfAbsent(work.format(), SequenceRun::find);
    }

    private static SequenceRunner find(String format) {
        TreeSet<String> known = new TreeSet<>();
        for (SequenceRunner runner : ServiceLoader.load(SequenceRunner.class, SequenceRunner.class.getClassLoader())) {
            if (runner.format().equals(format)) {
                return runner;
            }
            known.add(runner.format());
        }
        throw new IllegalArgumentException("this worker cannot run call sequences of format " + format + ", but of " + known);
    }

    @Override
    public void run(UnitRun unit) throws Exception {
        SequenceRunner.Program program = runner.open(work.shared());
        List<Message.Request> requests = unit.command().tests();
        SequenceRunner.Clock clock = unit.clock();
        for (int i = 0; i < requests.size(); i++) {
            if (requests.get(i).selected()) {
                unit.endBetween();
                unit.begin(i, requests.get(i));
                byte[] answer = null;
                TestEnd end = TestEnd.PASSED;
                try {
                    answer = program.run(work.sequences().get(i), clock);
                } catch (Throwable t) {
                    end = TestEnd.failed(t);
                }
                unit.finish(end, answer);
                unit.endIfAsked();
            }
        }
    }
}
