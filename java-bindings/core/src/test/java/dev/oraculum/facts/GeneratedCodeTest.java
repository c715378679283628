package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.testing.Compiled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedCodeTest {
    private static final String SOURCE = """
            package p;
            import java.lang.annotation.Retention;
            import java.lang.annotation.RetentionPolicy;
            class Data {
                @interface Generated {}
                @Retention(RetentionPolicy.RUNTIME) @interface SeenByReflection {}
                @Retention(RetentionPolicy.RUNTIME) @interface ToolGenerated {}
                @Retention(RetentionPolicy.SOURCE) @interface GeneratedInSource {}
                int written() { return 1; }
                @SeenByReflection int seen() { return 1; }
                @Generated int get() { return 1; }
                @ToolGenerated int other() { return 1; }
                @GeneratedInSource int unknown() { return 1; }
                @Generated static class Whole { int a() { return 1; } }
                static class Part { int b() { return 1; } }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void annotationsInClassFilesSayWhatAToolHasWritten() throws Exception {
        Map<String, byte[]> classes = Compiled.of(SOURCE).classes();
        Set<String> names = new TreeSet<>();
        GeneratedCode.methods(classes.values()).forEach(method -> names.add(method.className() + "." + method.name()));
        assertEquals(Set.of("p/Data$Whole.<init>", "p/Data$Whole.a", "p/Data.get", "p/Data.other"), names);
        for (Map.Entry<String, byte[]> file : classes.entrySet()) {
            Path path = folder.resolve(file.getKey() + ".class");
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        try (ClassPath classPath = ClassPath.open(List.of(folder), Optional.empty())) {
            assertEquals(List.of("p.Data#written()", "p.Data#seen()", "p.Data#unknown()", "p.Data$Part#b()"),
                    MethodList.of(classPath, List.of("p/Data", "p/Data$Part", "p/Data$Whole"), false));
        }
    }
}
