package dev.oraculum.evaluation.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

public class GeneratorTest {
    /** What is generated for: state, an exception, a value that depends on a constant. */
    public static final class Counter {
        private int count;

        public Counter(int start) {
            if (start < 0) {
                throw new IllegalArgumentException("start");
            }
            count = start;
        }

        public void add(int amount) {
            count += amount;
        }

        public boolean isFull() {
            return count >= 4711;
        }
    }

    @Test
    void theSameSeedGivesTheSameTests() throws IOException {
        List<List<String>> tests = new Generator(Counter.class, 1).generate();
        assertEquals(tests, new Generator(Counter.class, 1).generate());
        assertNotEquals(tests, new Generator(Counter.class, 2).generate());
    }

    @Test
    void testsCallEverythingAndSayWhatTheySaw() throws IOException {
        String text = new Generator(Counter.class, 1).generate().stream().flatMap(List::stream).collect(Collectors.joining("\n"));
        for (String piece : List.of(".add(", ".isFull()", "assertTrue(", "assertFalse(", "4711",
                "fail(\"java.lang.IllegalArgumentException expected\")")) {
            assertTrue(text.contains(piece), piece + " in\n" + text);
        }
    }
}
