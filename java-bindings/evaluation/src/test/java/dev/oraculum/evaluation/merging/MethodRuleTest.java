package dev.oraculum.evaluation.merging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MethodRuleTest {
    @Test
    void theThirdSetHasClassesThatTheOthersHaveNot() {
        assertEquals(Set.of(2, 4, 6, 8), MethodRule.places(10));
        assertEquals(Set.of(5, 7, 9), MethodRule.between(10));
        assertEquals(Set.of(15, 16, 17, 19), MethodRule.between(30));
        for (int classes = 0; classes < 50; classes++) {
            Set<Integer> third = MethodRule.between(classes);
            assertTrue(Collections.disjoint(MethodRule.places(classes), third));
            int all = classes;
            assertTrue(third.stream().allMatch(place -> place >= all / 2 && place < all));
            assertEquals(classes >= 14 ? 4 : third.size(), third.size());
        }
    }
}
