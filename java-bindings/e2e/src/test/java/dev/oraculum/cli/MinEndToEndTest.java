package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of the GAssert paper, from Java source to Java assertion. */
@SameOnEveryJdk
class MinEndToEndTest {
    private static final int DOMAIN = 6;

    @TempDir
    Path folder;

    @Test
    void minGetsAnAssertionEquivalentToItsSpecification() throws Exception {
        TestProject project = TestProject.compile("basics", folder);
        Path json = folder.resolve("min.json");
        long start = System.nanoTime();
        Cli.Result result = Cli.run(project.improve(
                "pkg.Calc#min(int,int)", "--assertion", "result == x", "--mutators", "ALL", "--seed", "3", "--json", json.toString()));
        System.out.printf("[e2e] improve min: %.1f s wall%n", (System.nanoTime() - start) / 1e9);
        assertEquals(0, result.exitCode(), result.toString());

        JsonNode report = Cli.json(json);
        assertTrue(report.path("initial").path("fp").asInt() > 0, "min == x is wrong of some correct states");
        assertTrue(report.path("initial").path("fn").asInt() > 0, "and right of some incorrect ones");
        assertEquals(0, report.path("improved").path("fp").asInt(-1));
        assertEquals(0, report.path("improved").path("fn").asInt(-1));
        assertTrue(report.path("verified").path("compiled").asBoolean());
        assertEquals(0, report.path("verified").path("disagreements").asInt(-1));
        assertEquals(report.path("evidence").path("correct").asInt() + report.path("evidence").path("incorrect").asInt(),
                report.path("verified").path("statesChecked").asInt());

        Method3 improved = compile(report.path("improved"));
        for (int x = -DOMAIN; x <= DOMAIN; x++) {
            for (int y = -DOMAIN; y <= DOMAIN; y++) {
                for (int min = -2 * DOMAIN; min <= 2 * DOMAIN; min++) {
                    boolean expected = (min == x || min == y) && min <= x && min <= y;
                    assertEquals(expected, improved.holds(x, y, min),
                            "x = " + x + ", y = " + y + ", min = " + min + ": " + report.path("improved").path("java").asText());
                }
            }
        }
    }

    private interface Method3 {
        boolean holds(int x, int y, int result) throws Exception;
    }

    /** The emitted Java, declarations of entry values included, as a method. */
    private Method3 compile(JsonNode improved) throws Exception {
        List<String> declarations = new ArrayList<>();
        improved.path("entryValues").forEach(d -> declarations.add(d.asText()));
        Path source = folder.resolve("Emitted.java");
        Files.writeString(
                source,
                "public class Emitted { public static boolean holds(int x, int y, int result) { " + String.join(" ", declarations)
                        + " return " + improved.path("java").asText() + "; } }");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString()));
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            java.lang.reflect.Method method = loader.loadClass("Emitted").getMethod("holds", int.class, int.class, int.class);
            return (x, y, result) -> (boolean) method.invoke(null, x, y, result);
        }
    }
}
