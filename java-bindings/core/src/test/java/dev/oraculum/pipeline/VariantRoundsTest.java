package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class VariantRoundsTest {
    private double left = 1000;

    private final DoubleSupplier clock = () -> left;

    /** @param successful the rounds, counted from 0, that kill something */
    private List<Integer> sizes(VariantRounds rounds, double secondsOfAVariant, int... successful) {
        List<Integer> sizes = new ArrayList<>();
        while (rounds.goOn() && left > 0) {
            int place = sizes.size();
            rounds.run(size -> {
                sizes.add(size);
                left -= size * secondsOfAVariant;
                return Arrays.stream(successful).anyMatch(s -> s == place) ? List.of(7) : List.of();
            });
        }
        return sizes;
    }

    @Test
    void roundsWithoutSuccessGrowAndCountBySize() {
        assertEquals(List.of(1, 2, 4, 8, 8, 8, 8, 1), sizes(new VariantRounds(40, clock), 0.01));
        assertEquals(List.of(), sizes(new VariantRounds(0, clock), 0.01));
        assertEquals(List.of(1, 2, 2), sizes(new VariantRounds(5, clock), 0.01));
    }

    @Test
    void aSuccessMakesThemSmallerAndPatienceFresh() {
        assertEquals(List.of(1, 2, 4, 2, 1, 2, 4, 8, 5), sizes(new VariantRounds(20, clock), 0.01, 2, 3));
    }

    @Test
    void aRoundIsNoLargerThanTheTimeThatIsLeft() {
        left = 10;
        assertEquals(List.of(1, 2, 4, 2, 1), sizes(new VariantRounds(40, clock), 1));
        assertEquals(0, left);
    }
}
