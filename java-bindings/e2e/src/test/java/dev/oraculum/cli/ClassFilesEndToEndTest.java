package dev.oraculum.cli;

import static dev.oraculum.cli.Cli.check;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Class files that cannot be read, as a user meets them: the others are analysed, and which were left out is said. */
class ClassFilesEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject bank;
    private static TestProject basics;

    @BeforeAll
    static void compile() throws Exception {
        bank = TestProject.compile("bank", folder.resolve("bank"));
        basics = TestProject.compile("basics", folder.resolve("basics"));
    }

    /** All classes of the bank, some others damaged in several ways. */
    private static Path damagedJar() throws Exception {
        Path jar = folder.resolve("damaged.jar");
        byte[] fees = Files.readAllBytes(bank.classes().resolve("pkg/Fees.class"));
        byte[] descriptor = fees.clone();
        for (int i = 0; i < descriptor.length - 1; i++) {
            if (descriptor[i] == '(' && descriptor[i + 1] != ')') {
                descriptor[i] = 'Q';
            }
        }
        byte[] future = fees.clone();
        future[7] = 99;
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out); Stream<Path> classes =
                Files.walk(bank.classes())) {
            for (Path file : classes.filter(Files::isRegularFile).sorted().toList()) {
                String name = bank.classes().relativize(file).toString();
                byte[] content = Files.readAllBytes(file);
                put(zip, name, name.equals("pkg/Fees.class") ? Arrays.copyOf(content, content.length / 2) : content);
            }
            put(zip, "bad/Descriptor.class", descriptor);
            put(zip, "bad/Future.class", future);
            put(zip, "bad/Empty.class", new byte[0]);
            put(zip, "bad/Moved.class", fees);
            put(zip, "../../Out.class", fees);
        }
        return jar;
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws Exception {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    @Test
    void selectListsWhatItLeavesOut() throws Exception {
        Path jar = damagedJar();
        Path json = folder.resolve("damaged.json");
        check(Cli.run("select", "--classpath", jar.toString(), "--json", json.toString()), 0, "5 class files, methods and tests left out",
                "pkg.Account");
        JsonNode report = Cli.json(json);
        String problems = report.get("problems").toString();
        for (String name : List.of("pkg.Fees", "bad.Descriptor", "bad.Future", "bad.Empty", "bad.Moved")) {
            assertTrue(problems.contains("class file of " + name + ": "), problems);
        }
        assertFalse(report.get("selected").isEmpty());
        check(Cli.run("select", "--classpath", jar.toString(), "--class", "pkg.Fees"), 3,
                "class file of pkg.Fees cannot be read: it is damaged", jar.toString());
    }

    @Test
    void improveLeavesOthersOutAndSaysWhatIsWrongWithItsOwn() throws Exception {
        Path json = folder.resolve("improve.json");
        Path broken = Files.createDirectories(folder.resolve("broken/pkg"));
        Files.write(broken.resolve("BrokenTest.class"), new byte[] {1, 2, 3});
        List<String> arguments = basics.improve("pkg.Calc#min", "--json", json.toString(), "-v");
        int tests = arguments.indexOf("--tests") + 1;
        Cli.Result result = Cli.run(replaced(arguments, tests, broken.getParent() + java.io.File.pathSeparator + arguments.get(tests)));
        check(result, 0, "left out  class pkg.BrokenTest: it is no class file; in " + broken.getParent());
        assertEquals("pkg.BrokenTest", Cli.json(json).get("evidence").get("classesLeftOut").get(0).get("name").asText());

        Path future = Files.createDirectories(folder.resolve("future/pkg"));
        byte[] newer = Files.readAllBytes(basics.classes().resolve("pkg/Calc.class"));
        newer[7] = (byte) (45 + Runtime.version().feature());
        Files.write(future.resolve("Calc.class"), newer);
        int code = arguments.indexOf("--classpath") + 1;
        check(Cli.run(replaced(arguments, code, future.getParent().toString())), 3,
                "class file of pkg.Calc cannot be read", "compiled for Java " + (Runtime.version().feature() + 1), "--jvm", "JAVA_HOME",
                future.getParent().toString());
    }

    private static List<String> replaced(List<String> arguments, int index, String argument) {
        return Stream.concat(Stream.concat(arguments.stream().limit(index), Stream.of(argument)), arguments.stream().skip(index + 1))
                .toList();
    }

    /** In the C locale a JVM takes file names as ASCII. */
    @Test
    void namesBeyondAsciiInTheCLocale() throws Exception {
        // Only where this JVM can write such names, too.
        org.junit.jupiter.api.Assumptions.assumeTrue(System.getProperty("sun.jnu.encoding", "").startsWith("UTF"));
        TestProject project = TestProject.compile("basics", Files.createDirectories(folder.resolve("Größe 数 \"x'\n y")));
        Path json = project.folder().resolve("résumé.json");
        ProcessBuilder builder = new ProcessBuilder(
                Stream.concat(Stream.of(Cli.HOME.resolve("bin/oraculum").toString()),
                        project.improve("pkg.Calc#min", "--json", json.toString(), "-q").stream()).toList())
                .redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(Files.exists(json), said);
    }

    @Test
    void aClassPathOfTwoThousandEntries() throws Exception {
        StringBuilder many = new StringBuilder(basics.classes().toString());
        for (int i = 0; i < 2_000; i++) {
            many.append(java.io.File.pathSeparator).append(Files.createDirectories(folder.resolve("m/" + i)));
        }
        check(Cli.run("select", "--classpath", many.toString()), 0, "pkg.Calc");
    }
}
