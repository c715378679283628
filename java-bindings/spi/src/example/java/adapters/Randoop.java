package adapters;

import dev.oraculum.spi.GeneratedAssertion;
import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.SuspicionRanker;
import dev.oraculum.spi.SuspiciousAssertion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How the ranking of assertions fits a generator that makes the checks of a sequence when it has run. */
final class Randoop {
    private Randoop() {}

    /** Shaped as Randoop's: a sequence of calls that has run. */
    interface ExecutableSequence {
        String name();

        /** What was seen of its calls. */
        List<PointInvocation> invocations();
    }

    /** Shaped as Randoop's: checks of a sequence. */
    record TestChecks(List<String> checks) {}

    /** Shaped as Randoop's: what makes them. */
    interface TestCheckGenerator {
        TestChecks generateTestChecks(ExecutableSequence sequence);
    }

    /** Passes on what another generator makes, but for checks that are probably wrong. */
    static final class TrustedChecks {
        private final SuspicionRanker ranker;
        private final TestCheckGenerator others;
        private final List<GeneratedAssertion> made = new ArrayList<>();

        /** @param ranker has the manual tests */
        TrustedChecks(SuspicionRanker ranker, TestCheckGenerator others) {
            this.ranker = ranker;
            this.others = others;
        }

        void run(ExecutableSequence sequence) {
            List<PointInvocation> invocations = sequence.invocations();
            ranker.generated(sequence.name(), invocations);
            List<Integer> all = invocations.stream().map(PointInvocation::number).toList();
            for (String check : others.generateTestChecks(sequence).checks()) {
                made.add(new GeneratedAssertion(sequence.name(), check, all));
            }
        }

        /** When all sequences have run: the checks of each that nothing speaks against. */
        TestCheckGenerator trusted() {
            Set<GeneratedAssertion> wrong = new HashSet<>();
            for (SuspiciousAssertion found : ranker.rank(made)) {
                wrong.add(made.get(found.place()));
            }
            return sequence -> new TestChecks(made.stream()
                    .filter(check -> check.test().equals(sequence.name()) && !wrong.contains(check))
                    .map(GeneratedAssertion::text)
                    .toList());
        }
    }
}
