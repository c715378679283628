package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests are numbers. */
class PollutersTest {
    private static final List<Integer> ORDER = IntStream.range(0, 60).boxed().toList();

    private int runs;

    /** @param fails of a test and those that ran before it, whether it fails */
    private Optional<Integer> find(BiPredicate<Integer, List<Integer>> fails) {
        Polluters<Integer> polluters = new Polluters<>(order -> {
            runs++;
            return failing(order, fails);
        });
        return polluters.find(ORDER, failing(ORDER, fails));
    }

    private static Set<Integer> failing(List<Integer> order, BiPredicate<Integer, List<Integer>> fails) {
        Set<Integer> failing = new HashSet<>();
        List<Integer> before = new ArrayList<>();
        for (int test : order) {
            if (fails.test(test, before)) {
                failing.add(test);
            }
            before.add(test);
        }
        return failing;
    }

    @Test
    void thePolluterOfManyIsFound() {
        for (int polluter : new int[] {0, 1, 17, 40, 57}) {
            assertEquals(Optional.of(polluter), find((test, before) -> test % 2 == 0 && before.contains(polluter)));
        }
        assertTrue(runs <= 5 * 8, "bisection: " + runs);
    }

    @Test
    void aPolluterIsFoundBesideTestsThatFailAlone() {
        assertEquals(Optional.of(5), find((test, before) -> test == 3 || test == 4 || test > 30 && before.contains(5)));
    }

    @Test
    void testsThatFailAloneHaveNone() {
        assertEquals(Optional.empty(), find((test, before) -> test % 7 == 0));
        assertEquals(4, runs, "as many are tried");
    }

    @Test
    void aSoleTestBeforeTheVictimIsOnlyBlamedIfItIsSo() {
        assertEquals(Optional.of(0), find((test, before) -> test == 1 && before.contains(0)));
        // Failed in the run of all, but in none after it.
        List<Set<Integer>> once = new ArrayList<>(List.of(Set.of()));
        Polluters<Integer> polluters = new Polluters<>(order -> once.isEmpty() ? Set.of() : once.remove(0));
        assertEquals(Optional.empty(), polluters.find(ORDER, Set.of(1)));
    }

    @Test
    void whatTakesTwoIsNotFound() {
        assertEquals(Optional.empty(), find((test, before) -> test == 50 && before.contains(2) && before.contains(45)));
    }
}
