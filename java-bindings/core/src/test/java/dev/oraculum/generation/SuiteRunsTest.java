package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.execution.TestCase;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SuiteRunsTest {
    private static final String SPOILT = "java.lang.NoClassDefFoundError: Could not initialize class p.Hub\n  at p.Rim";
    private static final TestCase FIRST = named("first");
    private static final TestCase SECOND = named("second");
    private static final TestCase THIRD = named("third");

    private static TestCase named(String name) {
        return new TestCase("id:" + name, name, "p.T", name);
    }

    private static Map<TestCase, String> failures(String first, String second, String third) {
        Map<TestCase, String> failures = new LinkedHashMap<>();
        failures.put(FIRST, first);
        failures.put(SECOND, second);
        failures.put(THIRD, third);
        return failures;
    }

    /** Whoever initializes a class in a wrong order spoils it for those behind. */
    @Test
    void whoFindsAClassSpoiltIsNotAtFault() {
        assertEquals(Set.of(FIRST), SuiteRuns.atFault(failures("java.lang.ExceptionInInitializerError", SPOILT, SPOILT)));
        assertEquals(Set.of(FIRST, THIRD), SuiteRuns.atFault(failures("java.lang.StackOverflowError", SPOILT, "p.Other: no")));
    }

    /** One that has caught the first error passes. A class that is missing nobody has spoilt. */
    @Test
    void ifNobodyElseFailedAllMayBe() {
        assertEquals(Set.of(FIRST, SECOND, THIRD), SuiteRuns.atFault(failures(SPOILT, SPOILT, SPOILT)));
        assertEquals(Set.of(FIRST, SECOND), SuiteRuns.atFault(failures("java.lang.NoClassDefFoundError: p/Hub", "", SPOILT)));
        assertEquals(Set.of(), SuiteRuns.atFault(Map.of()));
    }
}
