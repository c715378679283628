package dev.oraculum.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstWrongTest {
    @Test
    void tiesShareTheMiddleOfTheirPlaces() {
        FirstWrong first = FirstWrong.of(List.of(3.0, 1.0, 1.0, 1.0, 0.0), List.of(false, false, true, false, true));
        assertEquals(3.0, first.position(), "places 2, 3 and 4");
        assertEquals(1 + 4 / 2.0, first.expected(), "one before, and half of three and one");
        assertTrue(first.topFive());
        assertEquals(4, first.unsafe());
        assertEquals(1, first.wrongUnsafe());
    }

    @Test
    void theTopHasAllThatAreTiedWithTheFifth() {
        List<Double> scores = new ArrayList<>(List.of(9.0, 8.0, 7.0, 6.0));
        scores.addAll(Collections.nCopies(10, 5.0));
        List<Boolean> wrong = new ArrayList<>(Collections.nCopies(14, false));
        wrong.set(13, true);
        assertTrue(FirstWrong.of(scores, wrong).topFive());
        assertEquals(9.5, FirstWrong.of(scores, wrong).position());
        scores.set(4, 5.5);
        assertFalse(FirstWrong.of(scores, wrong).topFive());
    }

    @Test
    void whatHasNoScoreIsNotFound() {
        FirstWrong first = FirstWrong.of(List.of(2.0, 0.0), List.of(false, true));
        assertFalse(first.isFound());
        assertFalse(first.topFive());
        assertEquals(1, first.unsafe());
    }
}
