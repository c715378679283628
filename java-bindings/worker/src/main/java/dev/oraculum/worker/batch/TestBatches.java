package dev.oraculum.worker.batch;

import dev.oraculum.agent.CallTable.Kind;
import dev.oraculum.agent.CallTable.Member;
import dev.oraculum.runtime.StaticState;
import dev.oraculum.worker.SequenceRunner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Batches of generated tests, many a sequence: format {@code tests 9}. */
public final class TestBatches implements SequenceRunner {
    private static final int STATIC = 1;
    private static final int INTERFACE = 2;

    private static final Clock NO_CLOCK = new Clock() {
        @Override
        public boolean isTimeUp() {
            return false;
        }

        @Override
        public void beginTest() {
            // Nobody measures it.
        }
    };

    /** Of the unit before: one that has the same in common finds its calls compiled by the JVM. */
    private static Opened last = new Opened(new byte[0], null);

    /** What runs the tests that have so much in common. */
    private record Opened(byte[] shared, BatchRunner runner) {}

    @Override
    public String format() {
        return "tests 9";
    }

    @Override
    public Program open(byte[] shared) {
        Program program;
        System.setIn(new NoInput());
        OpenOutput.install();
        StaticState.keep();
        try {
            if (last.runner() == null || !Arrays.equals(last.shared(), shared)) {
                last = new Opened(shared.clone(), runner(new BatchInput(shared)));
            }
            BatchRunner runner = last.runner();
            program = new Program() {
                @Override
                public byte[] run(byte[] sequence) throws Throwable {
                    return run(sequence, NO_CLOCK);
                }

                @Override
                public byte[] run(byte[] sequence, Clock clock) throws Throwable {
                    return runner.run(sequence, clock);
                }
            };
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // Each batch is answered so: who sent it is to know.
            String fault = e instanceof DamagedBatch ? "what all batches have in common is damaged: " + e.getMessage() : e.toString();
            program = sequence -> BatchRunner.refuse(sequence, fault);
        }
        return program;
    }

    private static BatchRunner runner(BatchInput in) throws ReflectiveOperationException {
        String name = in.text();
        List<Member> members = new ArrayList<>();
        for (int i = in.count("number of members"); i > 0; i--) {
            Kind kind = Kind.values()[in.below(Kind.values().length, "kind of a member")];
            String owner = in.text();
            String member = in.text();
            String descriptor = in.text();
            int flags = in.read();
            members.add(new Member(kind, owner, member, descriptor, (flags & STATIC) != 0, (flags & INTERFACE) != 0));
        }
        List<String> types = new ArrayList<>();
        for (int i = in.count("number of types"); i > 0; i--) {
            types.add(in.text());
        }
        Class<?> target = Class.forName(name, false, TestBatches.class.getClassLoader());
        return new BatchRunner(new Interpreter(target, new Members(List.copyOf(members), target), types));
    }
}
