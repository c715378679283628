package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchProgressTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theTimeLeftIsTheRestAtThePaceSoFar() {
        assertEquals(30 * SECOND, BatchProgress.left(10 * SECOND, 1, 0, 4));
        assertEquals(20 * SECOND, BatchProgress.left(20 * SECOND, 1, 2, 4), "two under way are one done");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 s", "89, 89 s", "90, 2 min", "3600, 60 min", "7500, 2 h 5 min"})
    void durationsForAReader(long seconds, String text) {
        assertEquals(text, BatchProgress.duration(seconds * SECOND));
    }

    private static String said(boolean terminal) {
        StringWriter text = new StringWriter();
        BatchProgress progress = new BatchProgress(new PrintWriter(text), BatchProgress.Noun.METHOD, false, terminal);
        progress.subjectsFound(List.of("p.C#a()", "p.C#b()"));
        progress.subjectStarted("p.C#a()");
        progress.subjectFinished(1, "p.C#a()", false, MethodResult.without("p.C#a()", MethodOutcome.NO_TESTS, "no test reaches it", 0.1)
                .summary());
        progress.end();
        return text.toString();
    }

    @Test
    void aTerminalGetsABarAndAPipeGetsLines() {
        assertTrue(said(true).contains("[############............] 1 of 2, about "), said(true));
        assertFalse(said(false).contains("\u001b") || said(false).contains("about"), said(false));
        assertEquals(List.of("2 methods", "[1 of 2] p.C#a(): no tests"), said(false).lines().toList());
    }

    @Test
    void methodsLoseTheirPackagesInTheTable() {
        assertEquals("C$D#m(Object,int[],List)", BatchTable.shortName("p.q.C$D#m(java.lang.Object,int[],java.util.List)"));
        assertEquals("C#<init>()", BatchTable.shortName("C#<init>()"));
    }
}
