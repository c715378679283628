package dev.oraculum.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import dev.oraculum.program.ProgramFacts;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Class files and jars that no compiler makes: each is as good as missing, with a reason, and no reason to stop. */
class UnreadableClassFilesTest {
    private static final String OBJECT = "java/lang/Object";

    @TempDir
    Path folder;

    private static byte[] type(int version, int access, String name, String superName, Consumer<ClassWriter> more) {
        ClassWriter type = new ClassWriter(0);
        type.visit(version, access, name, null, superName, null);
        more.accept(type);
        type.visitEnd();
        return type.toByteArray();
    }

    private static byte[] type(String name, String superName) {
        return type(Opcodes.V17, Opcodes.ACC_PUBLIC, name, superName, type -> { });
    }

    private void write(String name, byte[] classFile) throws IOException {
        Path file = folder.resolve(name + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, classFile);
    }

    /** Every class is asked for, and none may end in an exception. */
    private static ClassPath readAll(Path entry) {
        ClassPath classPath = ClassPath.open(List.of(entry));
        ProgramFacts facts = ProgramFacts.collect(classPath, classPath.projectClasses(), List.of(), record -> { });
        assertEquals(classPath.projectClasses().size(), facts.classes() + classPath.unreadable().size() - strangers(classPath),
                facts.toString());
        return classPath;
    }

    /** Unreadable classes that are referred to under a name that is not listed. */
    private static long strangers(ClassPath classPath) {
        return classPath.unreadable().keySet().stream().filter(name -> !classPath.projectClasses().contains(name)).count();
    }

    private void unreadable(String name, String reason) {
        try (ClassPath classPath = readAll(folder)) {
            String found = classPath.unreadable().getOrDefault(name, "(readable)");
            assertTrue(found.contains(reason), found);
            assertTrue(classPath.find(name).isEmpty());
            assertTrue(classPath.find("Good").isPresent());
            MethodReferenceException e = assertThrows(
                    MethodReferenceException.class, () -> MethodReference.parse(name.replace('/', '.') + "#m").resolve(classPath));
            assertTrue(e.getMessage().contains(reason), e.getMessage());
        }
    }

    private void good() throws IOException {
        write("Good", type("Good", OBJECT));
    }

    @Test
    void versionsThatNoReaderKnows() throws IOException {
        good();
        byte[] future = type("Future", OBJECT);
        future[7] = 99;
        write("Future", future);
        unreadable("Future", "compiled for Java 55 (class file version 99), which Oraculum does not read yet");
        byte[] past = type("Future", OBJECT);
        past[7] = 44;
        write("Future", past);
        unreadable("Future", "44");
    }

    @Test
    void versionsOfOldJavaAndOfPreviews() throws IOException {
        for (int version = Opcodes.V1_1; version != Opcodes.V26 + 1; version = version == Opcodes.V1_1 ? Opcodes.V1_2 : version + 1) {
            write("Of" + version, type(version, Opcodes.ACC_PUBLIC, "Of" + version, OBJECT, type -> { }));
        }
        write("Preview", type(Opcodes.V21 | Opcodes.V_PREVIEW, Opcodes.ACC_PUBLIC, "Preview", OBJECT, type -> { }));
        try (ClassPath classPath = readAll(folder)) {
            assertEquals(Set.of(), classPath.unreadable().keySet());
        }
    }

    @Test
    void newerThanTheJvmThatRunsTheTests() throws IOException {
        good();
        write("New", type(Opcodes.V26, Opcodes.ACC_PUBLIC, "New", OBJECT, type -> { }));
        try (ClassPath classPath = ClassPath.open(List.of(folder), Optional.of(Path.of(System.getProperty("java.home"))))) {
            MethodReferenceException e = assertThrows(
                    MethodReferenceException.class, () -> MethodReference.parse("New#m").resolve(classPath));
            for (String part : List.of("Java 26", "class file version 70", "is Java " + Runtime.version().feature())) {
                assertTrue(e.getMessage().contains(part), e.getMessage());
            }
            assertEquals(Problem.Code.CLASS_UNREADABLE, e.problem().code());
        }
    }

    @Test
    void anotherClassThanItsPathSays() throws IOException {
        good();
        write("pkg/Moved", type("Moved", OBJECT));
        unreadable("pkg/Moved", "says that it is class Moved");
    }

    @Test
    void classesThatExtendThemselves() throws IOException {
        good();
        write("Self", type("Self", "Self"));
        write("A", type("A", "B"));
        write("B", type("B", "A"));
        write("Heir", type("Heir", "A"));
        unreadable("Self", "among its own superclasses");
        unreadable("A", "among its own superclasses");
        unreadable("B", "among its own superclasses");
        try (ClassPath classPath = readAll(folder)) {
            assertTrue(classPath.find("Heir").isPresent(), "it cannot be loaded, but is not to blame");
            assertTrue(new Hierarchy(classPath).isSubtype("Heir", "A"));
        }
    }

    @Test
    void classesNestedInEachOther() throws IOException {
        for (String name : List.of("Left", "Right")) {
            String other = name.equals("Left") ? "Right" : "Left";
            write(name, type(Opcodes.V17, Opcodes.ACC_PUBLIC, name, OBJECT,
                    type -> type.visitInnerClass(name, other, name, Opcodes.ACC_PUBLIC)));
        }
        try (ClassPath classPath = readAll(folder)) {
            Hierarchy hierarchy = new Hierarchy(classPath);
            assertEquals("Right.Left.Right", hierarchy.canonicalName("Right"), "whatever it is, it ends");
            assertFalse(hierarchy.isAccessible("Left", "Good"));
        }
    }

    @Test
    void superclassesThatAreMissingOrInterfaces() throws IOException {
        write("Orphan", type("Orphan", "gone/Parent"));
        write("Heir", type("Heir", "Face"));
        write("Face", type(Opcodes.V17, Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT, "Face", OBJECT, type -> { }));
        write("NoParent", type("NoParent", null));
        try (ClassPath classPath = readAll(folder)) {
            assertEquals(Set.of("NoParent"), classPath.unreadable().keySet());
            assertTrue(new Hierarchy(classPath).isSubtype("Heir", "Face"));
        }
    }

    @Test
    void constantsMadeOfThemselves() throws IOException {
        good();
        Handle bootstrap = new Handle(Opcodes.H_INVOKESTATIC, "B", "make", "()Ljava/lang/Object;", false);
        ConstantDynamic inner = new ConstantDynamic("inner", "Ljava/lang/Object;", bootstrap, 1);
        ConstantDynamic outer = new ConstantDynamic("outer", "Ljava/lang/Object;", bootstrap, inner);
        byte[] file = type(Opcodes.V17, Opcodes.ACC_PUBLIC, "Loop", OBJECT, type -> {
            MethodVisitor method = type.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
            method.visitLdcInsn(outer);
            method.visitInsn(Opcodes.POP);
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(1, 0);
        });
        ClassReader reader = new ClassReader(file);
        List<Integer> dynamics = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            if (reader.getItem(i) > 0 && file[reader.getItem(i) - 1] == 17) {
                dynamics.add(reader.getItem(i));
            }
        }
        // Both constants get the bootstrap of the outer one, whose argument is the inner one.
        int other = file[dynamics.get(1) + 1];
        file[dynamics.get(0) + 1] = (byte) other;
        write("Loop", file);
        unreadable("Loop", "damaged");
    }

    @Test
    void filesThatAreNoneOrVanish() throws IOException {
        good();
        write("Empty", new byte[0]);
        write("Text", "class Text {}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        Files.createDirectories(folder.resolve("Folder.class"));
        Files.createSymbolicLink(folder.resolve("Dangling.class"), folder.resolve("gone"));
        try (ClassPath classPath = readAll(folder)) {
            assertEquals(Set.of("Empty", "Text"), classPath.unreadable().keySet());
            assertEquals(Set.of("Empty", "Good", "Text"), classPath.projectClasses());
            Files.delete(folder.resolve("Good.class"));
            assertTrue(classPath.find("Good").isEmpty(), "it was listed and has vanished");
        }
    }

    // ---- jars

    private Path jar(Consumer<ZipOutputStream> entries) throws IOException {
        Path jar = Files.createTempFile(folder, "bad", ".jar");
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            entries.accept(zip);
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) {
        try {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
            zip.closeEntry();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void entriesWithNamesThatLeadOutOfTheJar() throws IOException {
        Path jar = jar(zip -> {
            put(zip, "../../Up.class", type("Up", OBJECT));
            put(zip, "/Absolute.class", type("Absolute", OBJECT));
            put(zip, "a//b.class", type("a/b", OBJECT));
            put(zip, "module-info.class", new byte[] {1});
            put(zip, "lib/nested.jar", new byte[] {'P', 'K'});
            put(zip, "BOOT-INF/classes/Web.class", type("Web", OBJECT));
            put(zip, "Good.class", type("Good", OBJECT));
        });
        try (ClassPath classPath = readAll(jar)) {
            assertEquals(Set.of("Good", "BOOT-INF/classes/Web"), classPath.projectClasses());
            assertEquals(Set.of("BOOT-INF/classes/Web"), classPath.unreadable().keySet());
            assertTrue(classPath.find("../../Up").isEmpty());
            assertTrue(classPath.find("/etc/passwd").isEmpty());
        }
    }

    @Test
    void anEntryThatFillsTheHeap() throws IOException {
        byte[] megabyte = new byte[1 << 20];
        Path jar = jar(zip -> {
            put(zip, "Good.class", type("Good", OBJECT));
            try {
                zip.putNextEntry(new ZipEntry("Bomb.class"));
                for (int i = 0; i < 80; i++) {
                    zip.write(megabyte);
                }
                zip.closeEntry();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        try (ClassPath classPath = readAll(jar)) {
            assertTrue(classPath.unreadable().get("Bomb").contains("larger than 64 MB"), classPath.unreadable().toString());
        }
    }

    @Test
    void entriesThatAreDamagedEncryptedOrTwice() throws IOException {
        Path jar = jar(zip -> {
            put(zip, "Good.class", type("Good", OBJECT));
            put(zip, "Harm.class", type("Harm", OBJECT));
            put(zip, "Hard.class", type("Hard", OBJECT));
        });
        byte[] bytes = Files.readAllBytes(jar);
        int local = indexOf(bytes, "Harm.class".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0);
        Arrays.fill(bytes, local + 10, local + 40, (byte) 0xff);
        // "Hard" becomes a second "Good", of other content.
        for (int at = indexOf(bytes, "Hard".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0); at >= 0; at =
                indexOf(bytes, "Hard.".getBytes(java.nio.charset.StandardCharsets.US_ASCII), at + 1)) {
            System.arraycopy("Good".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, bytes, at, 4);
        }
        Files.write(jar, bytes);
        try (ClassPath classPath = readAll(jar)) {
            assertTrue(classPath.unreadable().get("Harm").contains("the jar is damaged where it is"), classPath.unreadable().toString());
        }
        // The JVM has no key either.
        Path encrypted = jar(zip -> {
            byte[] noise = new byte[100];
            Arrays.fill(noise, (byte) 0x5a);
            ZipEntry entry = new ZipEntry("Secret.class");
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(noise.length);
            CRC32 crc = new CRC32();
            crc.update(noise);
            entry.setCrc(crc.getValue());
            try {
                zip.putNextEntry(entry);
                zip.write(noise);
                zip.closeEntry();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        byte[] flagged = Files.readAllBytes(encrypted);
        flagged[6] |= 1;
        flagged[indexOf(flagged, new byte[] {'P', 'K', 1, 2}, 0) + 8] |= 1;
        Files.write(encrypted, flagged);
        ClassPathException e = assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(encrypted)));
        assertTrue(e.getMessage().contains("encrypted"), e.getMessage());
    }

    @Test
    void truncatedJarsAndFoldersWithTheNameOfOne() throws IOException {
        Path jar = jar(zip -> put(zip, "Good.class", type("Good", OBJECT)));
        byte[] bytes = Files.readAllBytes(jar);
        Path cut = Files.write(folder.resolve("cut.jar"), Arrays.copyOf(bytes, bytes.length - 30));
        ClassPathException e = assertThrows(ClassPathException.class, () -> ClassPath.open(List.of(cut)));
        assertTrue(e.getMessage().contains(cut.toString()), e.getMessage());
        Path directory = Files.createDirectories(folder.resolve("folder.jar"));
        Files.write(directory.resolve("Good.class"), type("Good", OBJECT));
        try (ClassPath classPath = readAll(directory)) {
            assertTrue(classPath.find("Good").isPresent());
        }
    }

    @Test
    void theFirstOfTwoClassesCountsEvenIfItIsDamaged() throws IOException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Path second = Files.createDirectories(folder.resolve("second"));
        byte[] intact = type("Good", OBJECT);
        Files.write(first.resolve("Good.class"), Arrays.copyOf(intact, intact.length - 9));
        Files.write(second.resolve("Good.class"), intact);
        try (ClassPath classPath = ClassPath.open(List.of(first, second))) {
            assertTrue(classPath.find("Good").isEmpty(), "as in the JVM");
            assertTrue(classPath.unreadable().get("Good").contains(first.toString()), classPath.unreadable().toString());
        }
        try (ClassPath classPath = ClassPath.open(List.of(second, first))) {
            assertTrue(classPath.find("Good").isPresent());
        }
    }

    @Test
    void aConstantPoolThatIsFull() throws IOException {
        good();
        write("Full", type(Opcodes.V17, Opcodes.ACC_PUBLIC, "Full", OBJECT, type -> {
            for (int i = 0; i < 65_500; i++) {
                type.newConst(i);
            }
        }));
        try (ClassPath classPath = readAll(folder)) {
            assertEquals(Set.of(), classPath.unreadable().keySet());
        }
    }

    private static int indexOf(byte[] bytes, byte[] part, int from) {
        for (int i = from; i <= bytes.length - part.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }
}
