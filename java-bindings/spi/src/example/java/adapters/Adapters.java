package adapters;

import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.PointMethod;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.ProgramPoint;
import dev.oraculum.spi.SuspicionRanker;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Runs each adapter once, as its generator would. */
public final class Adapters {
    private Adapters() {}

    public static void main(String[] arguments) throws InterruptedException {
        tardis();
        utbot();
        evoSuite();
        randoop();
    }

    private static void tardis() throws InterruptedException {
        try (Tardis.Buffer buffer = new Tardis.Buffer(1)) {
            buffer.learnPathConditionForIndexInfeasibility(null, List.of("x > 0", "y > 0"), false);
            buffer.add(new Tardis.JbseResult("C.m", List.of("x <= 0")));
            buffer.add(new Tardis.JbseResult("C.m", List.of("x > 0", "y <= 0")));
            List<Tardis.JbseResult> taken = buffer.pollN(5, 1, TimeUnit.SECONDS);
            buffer.learnPathConditionForIndexInfeasibility(taken.get(0), taken.get(0).pathCondition(), false);
            buffer.learnPathConditionForIndexInfeasibility(taken.get(1), List.of(), true);
            System.out.println("TARDIS: " + taken.size() + " alternatives polled, " + buffer.pollN(5, 0, TimeUnit.SECONDS).size()
                    + " left");
        }
    }

    private static void utbot() {
        try (Utbot.Selector selector = new Utbot.Selector(1)) {
            List<Utbot.ExecutionState> states = new ArrayList<>();
            for (String text : List.of("x > 0", "x > 1", "x > 2")) {
                states.add(new Utbot.ExecutionState(List.of(text)));
                selector.offer(states.get(states.size() - 1));
            }
            selector.remove(states.get(2));
            boolean same = selector.peek() == selector.peek();
            int executed = 0;
            while (!selector.isEmpty()) {
                Utbot.ExecutionState state = selector.poll();
                selector.ended(state, executed++ == 0 ? state.constraints() : null);
            }
            System.out.println("UTBot: peek stays " + same + ", " + executed + " states executed, 1 removed");
        }
    }

    private static void evoSuite() {
        ProgramPoint point = new ProgramPoint("C#max(int,int)", List.of(
                PointVariable.of("a", "int"), PointVariable.of("b", "int"), PointVariable.of("result", "int")));
        List<String> tests = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            tests.add("test" + i);
        }
        EvoSuite.AssertionGenerator generator = new EvoSuite.ImprovedAssertions(point, tests, List.of("min", "a", "b"), (test, mutant) -> {
            int i = Integer.parseInt(test.substring("test".length()));
            int a = i * 37 % 11;
            int b = i * 53 % 13;
            return List.of(a, b, mutant == null ? Math.max(a, b) : mutant.equals("min") ? Math.min(a, b) : mutant.equals("a") ? a : b);
        });
        List<String> added = new ArrayList<>();
        generator.addAssertions(new EvoSuite.TestCase() {
            @Override
            public String name() {
                return "test0";
            }

            @Override
            public void addAssertion(String javaExpression) {
                added.add(javaExpression);
            }
        });
        System.out.println("EvoSuite: " + added);
    }

    /** A sequence of one call, {@code withdraw(amount)} of 100. */
    private record Sequence(String name, int amount) implements Randoop.ExecutableSequence {
        @Override
        public List<PointInvocation> invocations() {
            return List.of(new PointInvocation(0, 0, List.of(amount, 100 - amount), Set.of(0)));
        }
    }

    private static void randoop() {
        PointMethod method = new PointMethod("C", "withdraw", "(I)V", List.of(
                PointVariable.onEntry("old_amount", "int", "amount"), PointVariable.of("this.balance", "int")));
        try (SuspicionRanker ranker = SuspicionRanker.open(List.of(method), 1)) {
            for (int i = 0; i < 30; i++) {
                ranker.manual("manual" + i, new Sequence("", 37 * i % 97).invocations());
            }
            Randoop.TrustedChecks checks = new Randoop.TrustedChecks(
                    ranker, sequence -> new Randoop.TestChecks(List.of("balance == " + (100 - ((Sequence) sequence).amount()))));
            List<Sequence> sequences = List.of(new Sequence("generated0", 41), new Sequence("generated1", 300));
            sequences.forEach(checks::run);
            Randoop.TestCheckGenerator trusted = checks.trusted();
            sequences.forEach(sequence -> System.out.println(
                    "Randoop: " + sequence.name() + " keeps " + trusted.generateTestChecks(sequence).checks()));
        }
    }
}
