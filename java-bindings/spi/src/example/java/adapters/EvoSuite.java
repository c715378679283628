package adapters;

import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.ProgramPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** How the assertion engine fits a generator that adds assertions to finished tests. */
final class EvoSuite {
    private EvoSuite() {}

    /** Shaped as EvoSuite's: a finished test. */
    interface TestCase {
        String name();

        void addAssertion(String javaExpression);
    }

    /** Shaped as EvoSuite's: what adds assertions to a test. */
    abstract static class AssertionGenerator {
        abstract void addAssertions(TestCase test);
    }

    /**
     * Adds to each test what always holds at the exit of a method, as the tests and the mutants of the method show it: the clauses that are
     * false of a mutant.
     */
    static final class ImprovedAssertions extends AssertionGenerator {
        private final List<String> clauses = new ArrayList<>();

        /**
         * @param run gives the values of the point's variables, of a test on a mutant; of the code as it is for null
         */
        ImprovedAssertions(ProgramPoint point, List<String> tests, List<String> mutants, BiFunction<String, String, List<?>> run) {
            try (AssertionEngine engine = AssertionEngine.open(point)) {
                for (String test : tests) {
                    engine.correct(test, run.apply(test, null));
                    for (String mutant : mutants) {
                        engine.incorrect(mutant, test, run.apply(test, mutant));
                    }
                }
                ImprovedAssertion found = engine.improve(null, 1, Duration.ofSeconds(30));
                found.clauses().stream().filter(clause -> clause.mutants() > 0).map(ImprovedAssertion.Clause::assertion)
                        .forEach(clauses::add);
            }
        }

        @Override
        void addAssertions(TestCase test) {
            clauses.forEach(test::addAssertion);
        }
    }
}
