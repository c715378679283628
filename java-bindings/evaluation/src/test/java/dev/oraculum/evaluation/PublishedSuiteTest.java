package dev.oraculum.evaluation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;

class PublishedSuiteTest {
    private static final Map<String, String> NAMES =
            Map.of("org/lib3/", "org/lib/", "org/lib3/Sums", "org/lib/Numbers", "org/lib3/SumsTest", "org/lib/PublishedSumsTest");

    private static String name(String name) {
        return new PublishedSuite("t.jar", "l.jar", NAMES, List.of()).name(name);
    }

    @Test
    void theClosestNameApplies() {
        assertEquals("org/lib/Other", name("org/lib3/Other"));
        assertEquals("org/lib/Numbers", name("org/lib3/Sums"));
        assertEquals("org/lib/Numbers$Part", name("org/lib3/Sums$Part"));
        assertEquals("org/lib/SumsOfAll", name("org/lib3/SumsOfAll"), "a class is no prefix");
        assertEquals("org/lib/PublishedSumsTest", name("org/lib3/SumsTest"));
        assertEquals("java/lang/String", name("java/lang/String"));
    }

    @Test
    void classesAndWhatTheyReferToGetTheNames(@TempDir Path folder) throws IOException {
        String own = PublishedSuiteTest.class.getName().replace('.', '/');
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(folder.resolve("t.jar")))) {
            jar.putNextEntry(new ZipEntry(own + ".class"));
            PublishedSuiteTest.class.getResourceAsStream("PublishedSuiteTest.class").transferTo(jar);
        }
        PublishedSuite suite = new PublishedSuite(
                "t.jar", null, Map.of("dev/oraculum/evaluation/", "older/"), List.of("older.PublishedSuiteTest"));
        List<Path> paths = suite.paths(folder, folder.resolve("renamed"));
        assertEquals(List.of(folder.resolve("renamed/t.jar")), paths);
        try (ZipFile jar = new ZipFile(paths.get(0).toFile())) {
            byte[] renamed = jar.getInputStream(jar.getEntry("older/PublishedSuiteTest.class")).readAllBytes();
            assertEquals("older/PublishedSuiteTest", new ClassReader(renamed).getClassName());
            String text = new String(renamed, StandardCharsets.ISO_8859_1);
            assertTrue(text.contains("older/PublishedSuite"), "what it refers to");
            assertTrue(text.contains("org/junit/jupiter/api/Test"), "and nothing else");
        }
    }

    @Test
    void aSuiteOfTheSameReleaseStaysAsItIs(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("t.jar"), new byte[] {7});
        assertEquals(List.of(folder.resolve("t.jar")),
                new PublishedSuite("t.jar", null, null, List.of("a.BTest")).paths(folder, folder.resolve("none")));
        assertArrayEquals(new byte[] {7}, Files.readAllBytes(folder.resolve("t.jar")));
    }
}
