package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSelectionTest {
    @TempDir
    Path folder;

    private Path compiled(String name, Map<String, String> sources, Path... classPath) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(name));
        List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")
                + List.of(classPath).stream().map(path -> java.io.File.pathSeparator + path).reduce("", String::concat)));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = Files.createDirectories(folder.resolve(name + "-source")).resolve(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        return classes;
    }

    @Test
    void aClassIsReachedThroughWhateverOtherClasses() throws IOException {
        Path code = compiled("code", Map.of(
                "Inner", "class Inner { int one() { return 1; } }",
                "Middle", "class Middle { int one() { return new Inner().one(); } }",
                "Outer", "class Outer extends Middle {}",
                "Alone", "class Alone {}"));
        Path tests = compiled("tests", Map.of(
                "InnerTest", "class InnerTest { @org.junit.jupiter.api.Test void one() { new Inner().one(); } }",
                "OuterTest", "class OuterTest { @org.junit.jupiter.api.Test void one() { Help.outer().one(); } }",
                "NestedTest", "class NestedTest { @org.junit.jupiter.api.Nested class In { @org.junit.jupiter.api.Test void one() {"
                        + " new Middle(); } } }",
                "AloneTest", "class AloneTest { @org.junit.jupiter.api.Test void one() { new Alone(); } }",
                "Help", "class Help { static Outer outer() { return new Outer(); } }"), code);
        try (ClassPath ofTests = ClassPath.open(List.of(tests)); ClassPath all = ClassPath.open(List.of(code, tests))) {
            TestSelection selection = new TestSelection(ofTests, all);
            assertEquals(List.of("InnerTest"), selection.referringTo("Inner"));
            assertEquals(List.of("InnerTest", "NestedTest", "OuterTest"), selection.reaching("Inner"));
            assertEquals(List.of("AloneTest"), selection.reaching("Alone"));
        }
    }
}
