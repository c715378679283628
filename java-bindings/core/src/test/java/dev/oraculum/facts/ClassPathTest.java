package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.testing.Jdks;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassPathTest {
    @TempDir
    Path temporary;

    private static byte[] bytes(String content) {
        return content.getBytes(StandardCharsets.UTF_8);
    }

    /** A class file that is told apart from others of that name by the source it says it has. */
    private static byte[] classFile(String name, String content) {
        ClassWriter type = new ClassWriter(0);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        type.visitSource(content, null);
        type.visitEnd();
        return type.toByteArray();
    }

    private static String className(String entry) {
        return entry.replaceFirst("^META-INF/versions/\\d+/", "").replace(".class", "");
    }

    private Path jar(String name, Map<String, String> entries, Map<String, String> attributes) throws Exception {
        Path jar = temporary.resolve(name);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach((key, value) -> manifest.getMainAttributes().putValue(key, value));
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(classFile(className(entry.getKey()), entry.getValue()));
            }
        }
        return jar;
    }

    @Test
    void theFirstEntryThatHasAClassWins() throws Exception {
        Path directory = Files.createDirectories(temporary.resolve("some classes/p"));
        Files.write(directory.resolve("A.class"), classFile("p/A", "directory"));
        Path jar = jar("a jar.jar", Map.of("p/A.class", "jar", "p/B.class", "jar"), Map.of());
        try (ClassPath path = ClassPath.open(List.of(directory.getParent(), jar))) {
            assertArrayEquals(classFile("p/A", "directory"), path.find("p/A").orElseThrow());
            assertArrayEquals(classFile("p/B", "jar"), path.find("p/B").orElseThrow());
            assertEquals(Optional.of(jar), path.origin("p/B"));
            assertEquals(Optional.empty(), path.find("p/C"));
            assertEquals(new TreeSet<>(List.of("p/A", "p/B")), path.projectClasses());
        }
    }

    @Test
    void readsAMultiReleaseJarAsTheTargetJvmWould() throws Exception {
        Path jar = jar(
                "m.jar",
                Map.of("A.class", "base", "META-INF/versions/11/A.class", "11", "META-INF/versions/99/A.class", "99"),
                Map.of("Multi-Release", "true"));
        try (ClassPath path = ClassPath.open(List.of(jar))) {
            assertArrayEquals(classFile("A", "11"), path.find("A").orElseThrow());
            assertEquals(new TreeSet<>(List.of("A")), path.projectClasses());
        }
    }

    @Test
    void sealedPackagesAndSignedClassesAreClosed() throws Exception {
        String digest = "\nName: p/A.class\nSHA-256-Digest: AAAA\n";
        assertFalse(isClosed("", "META-INF/services/x"));
        assertTrue(isClosed("Sealed: true\n", "x"));
        assertFalse(isClosed("Sealed: true\n\nName: p/\nSealed: false\n", "x"));
        assertTrue(isClosed("\nName: p/\nSealed: true\n", "x"));
        assertFalse(isClosed("\nName: q/\nSealed: true\n", "x"));
        assertFalse(isClosed(digest, "x"), "digests alone are no signature");
        assertTrue(isClosed(digest, "META-INF/ANY.SF"));
        assertFalse(isClosed(digest.replace("p/A", "p/B"), "META-INF/ANY.SF"), "another class is signed");
    }

    private boolean isClosed(String manifest, String furtherEntry) throws Exception {
        Path jar = Files.createTempFile(temporary, "closed", ".jar");
        Manifest of = new Manifest(new ByteArrayInputStream(bytes("Manifest-Version: 1.0\n" + manifest)));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), of)) {
            for (String entry : List.of("p/A.class", furtherEntry)) {
                out.putNextEntry(new ZipEntry(entry));
            }
        }
        try (ClassPath classPath = ClassPath.open(List.of(jar))) {
            return classPath.isClosed("p/A");
        }
    }

    @Test
    void followsTheManifestsClassPath() throws Exception {
        Path library = jar("the library.jar", Map.of("L.class", "library"), Map.of());
        Path main = jar("main.jar", Map.of("M.class", "main"), Map.of("Class-Path", "the%20library.jar missing.jar"));
        try (ClassPath path = ClassPath.open(List.of(main))) {
            assertArrayEquals(classFile("L", "library"), path.find("L").orElseThrow());
            assertEquals(List.of(main, library), path.entries());
        }
    }

    @Test
    void readsTheClassesOfEachInstalledJdk() throws Exception {
        for (Jdks jdk : Jdks.installed()) {
            try (ClassPath path = ClassPath.open(List.of(), Optional.of(jdk.home()))) {
                assertEquals(jdk.version(), path.javaVersion());
                byte[] string = path.find("java/lang/String").orElseThrow();
                assertEquals(44 + jdk.version(), string[7], "class file version");
                assertTrue(path.find("java/sql/Date").isPresent(), "classes of other modules");
                assertTrue(path.findInProject("java/lang/String").isEmpty());
            }
        }
    }

    @Test
    void saysWhichEntryIsWrongAndWhy() throws Exception {
        Path missing = temporary.resolve("missing.jar");
        assertEquals(
                "class path entry does not exist: " + missing,
                assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(missing))).getMessage());
        Path broken = Files.write(temporary.resolve("broken.jar"), bytes("no zip"));
        assertEquals(
                "cannot read class path entry " + broken
                        + ": neither a directory nor an intact jar (zip END header not found)",
                assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(broken))).getMessage());
        assertEquals(
                "no JDK in " + temporary + ": it has no readable file 'release' ("
                        + "there is no such file or folder)",
                assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(), Optional.of(temporary)))
                        .getMessage());
        Files.writeString(temporary.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        assertEquals(
                "the JDK in " + temporary + " is version 8; Oraculum needs 17 or later",
                assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(), Optional.of(temporary)))
                        .getMessage());
    }

    @Test
    void splitsAsTheLauncherDoes() throws Exception {
        Path a = jar("a.jar", Map.of(), Map.of());
        Path b = jar("b.jar", Map.of(), Map.of());
        Files.write(temporary.resolve("c.txt"), bytes(""));
        String text = temporary + File.separator + "*" + File.pathSeparator + File.pathSeparator + "x y";
        assertEquals(List.of(a, b, Path.of("x y")), ClassPath.split(text));
    }
}
