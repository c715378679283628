package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assertions stand in methods of all forms: generic, nested, with names of packages, with contents of what is returned. */
class FormsEndToEndTest {
    @TempDir
    static Path folder;

    @Test
    void everyAssertionCompilesWhereThePatchPutsIt() throws Exception {
        TestProject forms = TestProject.compile("forms", folder.resolve("forms"));
        Path json = folder.resolve("forms.json");
        Path patch = folder.resolve("forms.patch");
        Cli.Result result = Cli.run(List.of(
                "improve", "--classpath", forms.classes().toString(), "--tests", forms.tests(), "--package", "pkg", "--budget", "5m",
                "--engine", "synthesis",
                "--set", "synthesis.gates=false", "--json", json.toString(), "--patch", patch.toString(), "--sources",
                forms.sources().toString()));
        assertEquals(0, result.exitCode(), result.toString());
        JsonNode report = Cli.json(json);
        Set<String> leftOut = new TreeSet<>();
        int improved = 0;
        for (JsonNode each : report.path("results")) {
            each.path("clausesLeftOut").forEach(clause -> leftOut.add(each.path("method").asText()));
            improved += each.path("improved").isObject() ? 1 : 0;
        }
        // `Math` is a parameter there: what needs the class of that name is left out, if the choice has it, and the rest stands.
        assertTrue(Set.of("pkg.Forms#java(int,int,int)").containsAll(leftOut), leftOut + result.toString());
        report.path("failures").forEach(failure ->
                assertFalse(failure.path("outcome").asText().equals("internalError"), failure.toString()));
        // Of three there is no mutant but one of the result or of a boundary.
        assertTrue(improved >= 12, report.toPrettyString());
        assertFalse(result.err().contains("not in the patch"), result.err());

        Path sources = folder.resolve("sources");
        try (Stream<Path> files = Files.walk(forms.sources())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = sources.resolve(forms.sources().relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        Process apply = new ProcessBuilder("patch", "-p1", "--batch").directory(sources.toFile()).redirectInput(patch.toFile())
                .redirectErrorStream(true).start();
        String said = new String(apply.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, apply.waitFor(), said);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of("-d", folder.resolve("patched").toString(), "-nowarn"));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(f -> f.toString().endsWith(".java")).forEach(f -> arguments.add(f.toString()));
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors, arguments.toArray(String[]::new));
        assertEquals(0, status, errors.toString(StandardCharsets.UTF_8) + Files.readString(patch));
    }
}
