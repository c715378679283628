package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

class TextDistanceTest {
    @Test
    void whatTextsHaveInCommonAtBothEndsIsNotCounted() {
        assertEquals(0, TextDistance.ofEqual("abc", "abc", false));
        assertEquals(1, TextDistance.ofEqual("abc", "ab", false));
        assertEquals(0.5, TextDistance.ofEqual("abc", "bc", false), "a and b are neighbours");
        assertEquals(2.0 / 3, TextDistance.ofEqual("abc", "adc", false));
        assertEquals(3, TextDistance.ofEqual("", "abc", false));
        assertEquals(1, TextDistance.ofEqual("aa", "aaa", false), "no character is counted at both ends");
        assertEquals(0, TextDistance.ofEqual("aBc", "AbC", true));
    }

    @Test
    void eachCharacterThatIsRightIsNearer() {
        double before = Double.MAX_VALUE;
        for (String text : new String[] {"", "k", "ke", "kex", "keyw", "keywo", "keywor", "keyword"}) {
            double now = TextDistance.ofEqual(text, "keyword", false);
            assertTrue(now < before, text + ": " + now);
            before = now;
        }
        assertTrue(TextDistance.ofEqual("b", "d", false) < TextDistance.ofEqual("a", "d", false));
    }

    @Test
    void startsEndsAndParts() {
        assertEquals(0, TextDistance.ofStart("prefix", "pre"));
        assertEquals(1, TextDistance.ofStart("pr", "pre"));
        assertEquals(0, TextDistance.ofEnd("suffix", "fix"));
        assertEquals(3.0 / 4, TextDistance.ofEnd("ix", "fix"), "from i to f it is three");
        assertEquals(0, TextDistance.ofPart("a needle in hay", "needle"));
        assertEquals(2, TextDistance.ofPart("a need in hay", "needle"));
        assertEquals(6, TextDistance.ofPart("", "needle"));
        assertEquals(6, TextDistance.ofPart("x".repeat(20_000), "needle"));
    }

    /** 0 where Java says yes, and only there. */
    @Test
    void nothingIsReachedThatIsNot() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            String one = text(random);
            String other = text(random);
            agree(one, other, (a, b) -> TextDistance.ofEqual(a, b, false), String::equals);
            agree(one, other, (a, b) -> TextDistance.ofEqual(a, b, true), String::equalsIgnoreCase);
            agree(one, other, TextDistance::ofStart, String::startsWith);
            agree(one, other, TextDistance::ofEnd, String::endsWith);
            agree(one, other, TextDistance::ofPart, String::contains);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(5); left > 0; left--) {
            text.append("aAb".charAt(random.nextInt(3)));
        }
        return text.toString();
    }

    private static void agree(String one, String other, BiFunction<String, String, Double> distance, BiPredicate<String, String> is) {
        double far = distance.apply(one, other);
        assertEquals(is.test(one, other), far == 0, one + ", " + other + ": " + far);
        assertTrue(far >= 0 && far <= one.length() + other.length(), one + ", " + other + ": " + far);
    }
}
