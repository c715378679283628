package dev.oraculum.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnifiedDiffTest {
    @TempDir
    Path folder;

    @Test
    void equalTextsHaveNoDiff() {
        assertEquals("", UnifiedDiff.of(Path.of("a"), "x\ny\n", "x\ny\n"));
    }

    @Test
    void distantChangesAreHunksOfTheirOwn() {
        String before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
        assertEquals(
                """
                --- a/f
                +++ b/f
                @@ -1,3 +1,4 @@
                +0
                 1
                 2
                 3
                @@ -9,4 +10,3 @@
                 9
                 10
                 11
                -12
                """,
                UnifiedDiff.of(Path.of("f"), before, "0\n" + before.replace("12\n", "")));
    }

    @Test
    void patchMakesTheSecondTextOfTheFirst() throws Exception {
        Random random = new Random(1);
        for (int round = 0; round < 40; round++) {
            List<String> lines = new ArrayList<>();
            for (int i = random.nextInt(1, 40); i > 0; i--) {
                lines.add("line " + random.nextInt(6));
            }
            String lineEnd = round % 3 == 0 ? "\r\n" : "\n";
            String before = String.join(lineEnd, lines) + (round % 4 == 0 ? "" : lineEnd);
            for (int edits = random.nextInt(1, 6); edits > 0; edits--) {
                int at = random.nextInt(lines.size() + 1);
                if (random.nextBoolean() || at == lines.size() || lines.size() < 2) {
                    lines.add(at, "new " + random.nextInt(3));
                } else {
                    lines.remove(at);
                }
            }
            String after = String.join(lineEnd, lines) + (round % 5 == 0 ? "" : lineEnd);
            String diff = UnifiedDiff.of(Path.of("f"), before, after);
            Path file = folder.resolve("f");
            Files.writeString(file, before);
            Files.writeString(folder.resolve("d"), diff);
            Process patch = new ProcessBuilder("patch", "-p1", "--batch").directory(folder.toFile())
                    .redirectInput(folder.resolve("d").toFile()).redirectErrorStream(true).start();
            String output = new String(patch.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(diff.isEmpty() || patch.waitFor() == 0, output + diff);
            assertEquals(after, Files.readString(file), diff);
        }
    }

    @Test
    void aLineEndInAPathDoesNotEndTheHeader() {
        String diff = UnifiedDiff.of(Path.of("pkg/C\n+++ x\".java"), "a\n", "b\n");
        assertTrue(diff.startsWith("--- \"a/pkg/C\\012+++ x\\\".java\"\t\n+++ \"b/pkg/C\\012+++ x\\\".java\"\t\n@@ "), diff);
    }
}
