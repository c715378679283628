package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.pipeline.TestableClasses.Candidate;
import dev.oraculum.testing.Compiled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestableClassesTest {
    @TempDir
    private Path folder;

    private Path first;
    private Path second;
    private Path jar;
    private Path otherJar;

    private static Map<String, byte[]> compiled(String... sources) {
        Map<String, byte[]> all = new java.util.TreeMap<>();
        for (String source : sources) {
            all.putAll(Compiled.of(source).classes());
        }
        return all;
    }

    private static Path folder(Path at, Map<String, byte[]> classes) throws IOException {
        for (Map.Entry<String, byte[]> file : classes.entrySet()) {
            Path path = at.resolve(file.getKey() + ".class");
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return at;
    }

    private static Path jar(Path at, Map<String, byte[]> classes) throws IOException {
        try (OutputStream file = Files.newOutputStream(at); JarOutputStream jar = new JarOutputStream(file)) {
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                jar.putNextEntry(new ZipEntry(each.getKey() + ".class"));
                jar.write(each.getValue());
            }
        }
        return at;
    }

    @BeforeEach
    void write() throws IOException {
        first = folder(folder.resolve("first"), compiled(
                """
                package p;
                public class A {
                    int f(int x) { Runnable r = new Runnable() { public void run() {} }; return x > 0 ? 1 : 2; }
                    static class Nested { int g(int x) { switch (x) { case 1: return 3; default: return 4; } } }
                }
                class Hidden { int one() { return 1; } }
                interface Plain { int size(); }
                interface WithDefault { default int size() { return 1; } }
                """,
                "package p.q; public class B { int f() { return 1; } }"));
        second = folder(folder.resolve("second"), compiled("package r; public class C { int f() { return 1; } }"));
        jar = jar(folder.resolve("lib.jar"), compiled(
                "package p; public class OfLibrary { int f() { return 1; } }",
                "package p; public class Hidden { int one() { return 1; } }"));
        otherJar = jar(folder.resolve("other.jar"), compiled("package s; public class D { int f() { return 1; } }"));
    }

    private static List<String> names(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::name).toList();
    }

    @Test
    void theFoldersAreTheProjectAndWithoutAnyTheFirstJar() {
        Project folders = Project.of(List.of(jar, first, second, otherJar));
        // Of the two classes of that name the jar's comes first: it is the one that runs.
        assertEquals(List.of("p.A", "p.Plain", "p.WithDefault", "p.q.B", "r.C"), names(TestableClasses.of(folders, ClassSelection.all())));
        Project behind = Project.of(List.of(first, second, jar, otherJar));
        assertEquals(List.of("p.A", "p.Hidden", "p.Plain", "p.WithDefault", "p.q.B"),
                names(TestableClasses.of(behind, ClassSelection.ofPackage("p"))));
        assertEquals(List.of("r.C"), names(TestableClasses.of(behind, ClassSelection.all().withEntries(List.of(second)))));
        assertEquals(List.of("p.q.B"), names(TestableClasses.of(behind, ClassSelection.ofPackage("p.q"))));
        Project jars = Project.of(List.of(jar, otherJar));
        assertEquals(List.of("p.Hidden", "p.OfLibrary"), names(TestableClasses.of(jars, ClassSelection.all())));
        assertEquals(List.of("s.D"), names(TestableClasses.of(jars, ClassSelection.ofPackage("s").withEntries(List.of(otherJar)))));
        // Whoever names a class, means it, wherever it is; once.
        assertEquals(List.of("p.A$Nested", "s.D"), names(TestableClasses.of(
                Project.of(List.of(first, otherJar)), ClassSelection.ofClasses(List.of("s.D", "p.A.Nested", "s.D")))));
    }

    @Test
    void branchesOfAllThatIsNestedCountAndWithoutCodeThereIsNothingToRun() {
        List<Candidate> found = TestableClasses.of(Project.of(List.of(first)), ClassSelection.ofPackage("p"));
        Map<String, Integer> branches = new java.util.TreeMap<>();
        found.forEach(candidate -> branches.put(candidate.name(), candidate.branches()));
        assertEquals(Map.of("p.A", 14, "p.Hidden", 10, "p.Plain", 0, "p.WithDefault", 10, "p.q.B", 10), branches);
    }

    @Test
    void aClassFileThatCannotBeReadIsOneOfThem() throws IOException {
        Files.write(first.resolve("p/Hidden.class"), new byte[] {1, 2});
        Files.write(first.resolve("p/A$Nested.class"), new byte[] {1, 2});
        List<Candidate> found = TestableClasses.of(Project.of(List.of(first)), ClassSelection.ofPackage("p"));
        assertEquals(List.of("p.A", "p.Hidden", "p.Plain", "p.WithDefault", "p.q.B"), names(found));
        assertTrue(found.get(1).fault() != null && found.get(0).fault() == null, found.toString());
    }

    @Test
    void whatIsNotThereIsSaid() {
        Project project = Project.of(List.of(first, jar));
        ProjectException empty = assertThrows(ProjectException.class, () -> TestableClasses.of(project, ClassSelection.ofPackage("s")));
        assertEquals(Problem.Code.PACKAGE_WITHOUT_CLASSES, empty.problem().code());
        assertTrue(empty.getMessage().startsWith("package s has no class of the project's own, which are those in "), empty.getMessage());
        assertThrows(ProjectException.class, () -> TestableClasses.of(project, ClassSelection.ofClasses(List.of("p.A", "p.Z"))));
        IllegalArgumentException entry = assertThrows(IllegalArgumentException.class,
                () -> TestableClasses.of(project, ClassSelection.all().withEntries(List.of(otherJar))));
        assertTrue(entry.getMessage().contains("which is no entry of the class path"), entry.getMessage());
    }
}
