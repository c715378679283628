package dev.oraculum.services;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.spi.GeneratedAssertion;
import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.PointMethod;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.SuspicionRanker;
import dev.oraculum.spi.SuspiciousAssertion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EngineSuspicionTest {
    private static final PointMethod WITHDRAW = new PointMethod("pkg.Account", "withdraw", "(I)V", List.of(
            PointVariable.onEntry("old_amount", "int", "amount"), PointVariable.of("this.balance", "int")));

    private static PointInvocation withdraw(int number, int amount) {
        return new PointInvocation(number, 0, List.of(amount, 100 - amount), Set.of(0, 1));
    }

    private static SuspicionRanker ranker() {
        SuspicionRanker ranker = SuspicionRanker.open(List.of(WITHDRAW), 3);
        for (int i = 0; i < 30; i++) {
            ranker.manual("manual" + i, List.of(withdraw(0, 37 * i % 97)));
        }
        return ranker;
    }

    @Test
    void whatDependsOnUnusualValuesComesFirst() {
        try (SuspicionRanker ranker = ranker()) {
            ranker.generated("usual", List.of(withdraw(0, 31)));
            ranker.generated("mixed", List.of(withdraw(0, 40), withdraw(1, 400)));
            List<GeneratedAssertion> assertions = List.of(
                    new GeneratedAssertion("usual", "balance == 69", List.of(0)),
                    new GeneratedAssertion("mixed", "balance == 60", List.of(0)),
                    new GeneratedAssertion("mixed", "balance == -300", List.of(0, 1)));
            List<SuspiciousAssertion> ranked = ranker.rank(assertions);
            assertEquals(List.of(2), ranked.stream().map(SuspiciousAssertion::place).toList(), ranked.toString());
            SuspiciousAssertion wrong = ranked.get(0);
            assertTrue(wrong.score() > 0 && wrong.position() == 1, wrong.toString());
            assertTrue(wrong.reasons().stream().anyMatch(reason -> reason.constraint().contains("balance")), wrong.toString());
            assertEquals(ranked, ranker.rank(assertions), "asking again changes nothing");
            assertEquals(List.of(), ranker.rank(assertions.subList(0, 2)));
        }
    }

    @Test
    void anInvocationThatThrewHasNoExit() {
        try (SuspicionRanker ranker = ranker()) {
            ranker.manual("threw", List.of(new PointInvocation(0, 0, Arrays.asList(9, null), Set.of(0, 2), true)));
            ranker.generated("g", List.of(withdraw(0, 51)));
            assertEquals(List.of(), ranker.rank(List.of(new GeneratedAssertion("g", "x", List.of(0)))));
        }
    }

    @Test
    void wrongInputIsNamed() {
        try (SuspicionRanker ranker = ranker()) {
            assertRefused(() -> ranker.manual("manual1", List.of()), "manual1", "before");
            assertRefused(() -> ranker.generated("g", List.of(new PointInvocation(0, 1, List.of(), Set.of()))), "g", "no method 1");
            assertRefused(() -> ranker.generated("g", List.of(withdraw(0, 1), withdraw(0, 2))), "the number 0");
            assertRefused(() -> ranker.generated("g", List.of(new PointInvocation(0, 0, List.of(1, 2), Set.of(3)))), "below 3");
            assertRefused(() -> ranker.generated("g", List.of(new PointInvocation(0, 0, List.of(1, "2"), Set.of()))), "this.balance");
            ranker.generated("g", List.of(withdraw(0, 1)));
            assertRefused(() -> ranker.rank(List.of(new GeneratedAssertion("h", "x", List.of()))), "h");
            ranker.rank(List.of());
            assertThrows(IllegalStateException.class, () -> ranker.generated("late", List.of()));
        }
        assertRefused(() -> SuspicionRanker.open(List.of(), 0), "method");
        assertRefused(() -> SuspicionRanker.open(List.of(WITHDRAW), 0, SuspicionRanker.Preset.PAPER, Map.of("treshold", "1")), "treshold");
    }

    private static void assertRefused(org.junit.jupiter.api.function.Executable call, String... words) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, call);
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage() + " should name " + word);
        }
    }
}
