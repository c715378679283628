package dev.oraculum.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTextsTest {
    @TempDir
    private Path folder;

    @Test
    void aStatementIsReadToItsEnd() throws Exception {
        Files.createDirectories(folder.resolve("pkg"));
        Files.writeString(
                folder.resolve("pkg/CTest.java"),
                """
                package pkg;
                class CTest {
                    void test() {
                        assertEquals("a;b\\"", c.text()); int more = 1;
                        assertTrue(c.is(x -> { return x; }), // ; no end
                            /* nor ; here */ ';' == c.end());
                        c.run()
                """);
        SourceTexts sources = new SourceTexts(List.of(folder.resolve("missing"), folder));
        String file = SourceTexts.path("pkg/CTest", "CTest.java");
        assertEquals("pkg/CTest.java", file);
        assertEquals("assertEquals(\"a;b\\\"\", c.text());", sources.statement(file, 4));
        assertEquals("assertTrue(c.is(x -> { return x; }), ';' == c.end());", sources.statement(file, 5));
        assertEquals("c.run()", sources.statement(file, 7));
        assertNull(sources.statement(file, 99));
        assertNull(sources.statement(file, 0));
        assertNull(sources.statement("pkg/Other.java", 1));
        assertNull(sources.statement(SourceTexts.path("C", null), 1));
        assertEquals("C.java", SourceTexts.path("C", "C.java"));
    }
}
