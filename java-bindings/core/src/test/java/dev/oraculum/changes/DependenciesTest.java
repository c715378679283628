package dev.oraculum.changes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DependenciesTest {
    /** By name of a class its source. */
    private static final Map<String, String> SOURCES = Map.ofEntries(
            Map.entry("Caller", "class Caller { int m(Base b) { return b.value(); } static class Nested {} }"),
            Map.entry("Base", "abstract class Base { abstract int value(); }"),
            Map.entry("Sub", "class Sub extends Base { int value() { return Constant.twice(1); } }"),
            Map.entry("Constant", "class Constant { static int twice(int i) { return i + i; } }"),
            Map.entry("Lone", "class Lone { int m() { return 1; } }"),
            Map.entry("ByName", "class ByName { Object m() throws Exception { return Class.forName(\"pkg.Lone\"); } }"),
            Map.entry("InSignature", "class InSignature { java.util.List<Lone[]> field; }"),
            Map.entry("InText", "class InText { String m() { return \"see pkg.Lone\"; } }"),
            Map.entry("Ordered", "class Ordered implements Comparable<Ordered> { public int compareTo(Ordered o) { return 0; } }"),
            Map.entry("Sorter", "class Sorter { int m(Comparable<String> c) { return c.compareTo(\"\"); } }"),
            Map.entry("Stored", "class Stored implements java.io.Serializable { static final long serialVersionUID = 1; }"),
            Map.entry("Storer", "class Storer { void m(java.io.Serializable s) {} }"),
            Map.entry("Asker", "class Asker { boolean m(Made made) { return made == null; } }"),
            Map.entry("Made", "class Made { private Made() {} }"),
            Map.entry("Makers", "class Makers { static Made none() { return null; } Class<?> m() { return Constant.class; } }"),
            Map.entry("Texts", "class Texts { static String text() { return null; } Made made() { return null; } }"),
            Map.entry("Ärger", "class Ärger { int m() { return 1; } }"),
            Map.entry("Umlaut", "class Umlaut { int m() { return new Ärger().m(); } }"));

    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws IOException {
        classes = folder.resolve("classes");
        compile(SOURCES);
    }

    private void compile(Map<String, String> sources) throws IOException {
        Path root = Files.createDirectories(folder.resolve("src/pkg"));
        List<String> arguments = new ArrayList<>(List.of("-g", "-encoding", "UTF-8", "-d", classes.toString(), "-cp", classes.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = root.resolve(source.getKey() + ".java");
            Files.writeString(file, "package pkg; " + source.getValue());
            arguments.add(file.toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    private String digest(String name) {
        return digest(classes, name);
    }

    private static String digest(Path entry, String name) {
        try (ClassPath classPath = ClassPath.open(List.of(entry), Optional.empty())) {
            return new Dependencies(classPath).digest(Set.of("pkg/" + name));
        }
    }

    private Set<String> of(String name) {
        try (ClassPath classPath = ClassPath.open(List.of(classes), Optional.empty())) {
            return new Dependencies(classPath).of(Set.of("pkg/" + name));
        }
    }

    @Test
    void aClassLeadsToWhatItNamesWithSubtypesAndNestedClasses() {
        assertEquals(Set.of("pkg/Base", "pkg/Caller", "pkg/Caller$Nested", "pkg/Constant", "pkg/Sub"), of("Caller"));
        assertEquals(Set.of("pkg/Constant"), of("Constant"));
        assertEquals(Set.of("pkg/ByName", "pkg/Lone"), of("ByName"), "a text that is a class's name");
        assertEquals(Set.of("pkg/InSignature", "pkg/Lone"), of("InSignature"));
        assertEquals(Set.of("pkg/InText"), of("InText"), "a text in which there is one");
        assertEquals(Set.of("pkg/Ordered", "pkg/Sorter"), of("Sorter"), "a subtype of a type of the JDK");
        assertEquals(Set.of("pkg/Storer"), of("Storer"), "what anything may be");
        assertEquals(Set.of("pkg/Umlaut", "pkg/Ärger"), of("Umlaut"));
        assertEquals(Set.of("pkg/Asker", "pkg/Constant", "pkg/Made", "pkg/Makers"), of("Asker"), "a static method that returns it");
    }

    @Test
    void aDigestChangesWithWhatAClassLeadsToAndWithNothingElse() throws IOException {
        String caller = digest("Caller");
        String lone = digest("Lone");
        assertEquals(caller, digest("Caller"));
        compile(Map.of("Constant", "class Constant { static int twice(int i) { return 2 * i; } }"));
        assertNotEquals(caller, digest("Caller"));
        assertEquals(lone, digest("Lone"));

        caller = digest("Caller");
        compile(Map.of("Other", "class Other extends Sub { int value() { return 2; } }"));
        assertNotEquals(caller, digest("Caller"), "a new subtype");
        caller = digest("Caller");
        compile(Map.of("Stranger", "class Stranger { int value() { return 2; } }"));
        assertEquals(caller, digest("Caller"), "a new class that nothing leads to");
        Files.delete(classes.resolve("pkg/Other.class"));
        assertNotEquals(caller, digest("Caller"), "a subtype less");
    }

    @Test
    void filesThatAreNoClassesCount() throws IOException {
        String lone = digest("Lone");
        Path services = Files.createDirectories(classes.resolve("META-INF/services")).resolve("pkg.Base");
        Files.writeString(services, "pkg.Sub");
        String with = digest("Lone");
        assertNotEquals(lone, with);
        Files.writeString(services, "pkg.Lon");
        assertNotEquals(with, digest("Lone"));
    }

    @Test
    void aJarIsWhatIsInItWhereverItIs() throws IOException {
        Path jar = folder.resolve("a.jar");
        pack(jar, 1);
        String lone = digest(jar, "Lone");
        Path again = Files.createDirectories(folder.resolve("elsewhere")).resolve("b.jar");
        pack(again, 2_000_000_000_000L);
        assertEquals(lone, digest(again, "Lone"));
        Files.writeString(classes.resolve("pkg/table.txt"), "1");
        pack(again, 1);
        assertNotEquals(lone, digest(again, "Lone"));
    }

    private void pack(Path jar, long time) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar)); Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                JarEntry entry = new JarEntry(classes.relativize(file).toString());
                entry.setTime(time);
                out.putNextEntry(entry);
                out.write(Files.readAllBytes(file));
            }
        }
    }

    /** The JVM, too, takes it for missing. */
    @Test
    void aClassFileThatCannotBeReadIsNoMore() throws IOException {
        String caller = digest("Caller");
        Files.write(classes.resolve("pkg/Constant.class"), new byte[] {1, 2, 3});
        assertNotEquals(caller, digest("Caller"));
        assertEquals(Set.of("pkg/Base", "pkg/Caller", "pkg/Caller$Nested", "pkg/Constant", "pkg/Sub"), of("Caller"));
    }
}
