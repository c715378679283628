package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CostsTest {
    /** Before any test: no state of this is recorded. */
    @BeforeAll
    static void groups() {
        assertEquals(7, Costs.OF_A_GROUP);
    }

    @Test
    void onePerson() {
        assertEquals(2, new Costs().of(1));
    }

    @Test
    void twoPeople() {
        assertEquals(4, new Costs().of(2));
    }

    @Test
    void fivePeople() {
        assertEquals(10, new Costs().of(5));
    }

    @Test
    void nobody() {
        assertEquals(0, new Costs().of(0));
    }

    @Test
    void asksAreCounted() {
        Costs costs = new Costs();
        for (int people = 3; people < 20; people++) {
            costs.of(people);
        }
        assertEquals(17, costs.asked());
    }

    @Test
    void asksAreCountedForMany() {
        Costs costs = new Costs();
        for (int people = 40; people < 90; people += 7) {
            assertEquals(2 * people, costs.of(people));
        }
    }
}
