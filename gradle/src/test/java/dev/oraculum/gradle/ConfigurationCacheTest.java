package dev.oraculum.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole builds with Gradle 8.11.1, its configuration cache on, on classes that are compiled already ({@link GradleBuild}). */
class ConfigurationCacheTest {
    /** Gradle 8.11.1 refuses newer ones. */
    private static final int NEWEST_JAVA = 23;
    private static final String MODULE = "-classpath.properties";
    /** What Gradle runs with, and what the plugin under test is, from this test's own class path. */
    private static final List<String> GRADLE = List.of("gradle-api", "groovy", "kotlin-stdlib");

    @TempDir
    private static Path folder;

    private static Path project;
    private static Path stubs;

    private record Built(int status, String said) {
        /** The same; it has said this. */
        Built expect(String text) {
            assertTrue(said.contains(text), said);
            return this;
        }
    }

    @BeforeAll
    static void write() throws IOException {
        assumeTrue(Runtime.version().feature() <= NEWEST_JAVA, "Gradle 8.11.1 does not run on this JDK");
        stubs = Files.createDirectories(folder.resolve("stubs"));
        try (JarFile api = new JarFile(own(GRADLE).stream().filter(entry -> entry.contains("gradle-api")).findFirst().orElseThrow())) {
            for (JarEntry entry : api.stream().filter(each -> each.getName().endsWith(MODULE)).toList()) {
                stub(api, entry);
            }
        }
        project = Files.createDirectories(folder.resolve("shop"));
        Files.writeString(project.resolve("settings.gradle"), "rootProject.name = 'shop'\n");
        String subjects = own(List.of("subjects")).get(0);
        List<String> tests = new ArrayList<>(own(List.of("junit", "opentest4j")));
        tests.add(Path.of("../java-bindings/subjects/target/test-classes").toAbsolutePath().toString());
        List<String> runtime = entries().filter(entry -> GRADLE.stream().noneMatch(entry::contains)).toList();
        Files.writeString(project.resolve("build.gradle"), """
                buildscript {
                    dependencies {
                        classpath %s
                    }
                }
                apply plugin: 'java'
                apply plugin: 'dev.oraculum'
                dependencies {
                    oraculumRuntime %s
                }
                oraculum {
                    classPath = %s
                    tests = %s
                    classes = ['dev.oraculum.subjects.Register']
                    maxTests = 5
                    budget = '5m'
                    settings variants: 0
                }
                """.formatted(files(List.of(classes("target/classes"), classes("../java-bindings/job/target/classes"))), files(runtime),
                        files(List.of(subjects)), files(tests)));
    }

    private static String classes(String place) {
        return Path.of(place).toAbsolutePath().normalize().toString();
    }

    private static Stream<String> entries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).filter(entry -> !entry.isEmpty());
    }

    private static List<String> own(List<String> words) {
        return entries().filter(entry -> words.stream().anyMatch(word -> Path.of(entry).toString().contains(word))).toList();
    }

    private static String files(List<String> paths) {
        return paths.stream().map(path -> "'" + path + "'").collect(Collectors.joining(", ", "files(", ")"));
    }

    /** Gradle looks for each of its modules, and for what they need, by the name of a jar. All classes are in the one that there is. */
    private static void stub(JarFile api, JarEntry entry) throws IOException {
        String module = entry.getName().substring(0, entry.getName().length() - MODULE.length());
        byte[] content = api.getInputStream(entry).readAllBytes();
        jar(module + "-8.11.1.jar", entry.getName(), content);
        Properties needs = new Properties();
        needs.load(api.getInputStream(entry));
        for (String needed : needs.getProperty("runtime", "").split(",")) {
            if (!needed.isBlank()) {
                jar(needed, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void jar(String name, String entry, byte[] content) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(stubs.resolve(name)))) {
            out.putNextEntry(new JarEntry(entry));
            out.write(content);
        }
    }

    private static Built build(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        for (String opened : List.of("java.lang", "java.lang.invoke", "java.util")) {
            command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
        }
        List<String> classPath = new ArrayList<>(own(GRADLE));
        classPath.addAll(List.of(classes("target/test-classes"), stubs + File.separator + "*"));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", String.join(File.pathSeparator, classPath), GradleBuild.class.getName(),
                project.toString(), folder.resolve("home").toString()));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said.txt");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        process.getOutputStream().close();
        return new Built(process.waitFor(), Files.readString(said));
    }

    private static Built built(String... arguments) throws Exception {
        Built built = build(arguments);
        assertEquals(0, built.status(), built.said());
        assertFalse(built.said().contains("problem"), built.said());
        return built;
    }

    @Test
    void tasksRunFromACachedConfigurationAndComeOutOfTheBuildCache() throws Exception {
        String[] tasks = {"--build-cache", "oraculumInfer", "oraculumGenerate", "oraculumReport"};
        built(tasks).expect("Configuration cache entry stored").expect("dev.oraculum.subjects.Register: ").expect("report.html: 2 results");
        Path reports = project.resolve("build/oraculum");
        byte[] generated = Files.readAllBytes(reports.resolve("generate/generate.json"));
        built(tasks).expect("Reusing configuration cache").expect(":oraculumInfer UP-TO-DATE").expect(":oraculumGenerate UP-TO-DATE");

        for (String name : List.of("generate/generate.json", "infer/infer.json")) {
            Files.delete(reports.resolve(name));
        }
        built(tasks).expect("Reusing configuration cache").expect(":oraculumInfer FROM-CACHE").expect(":oraculumGenerate FROM-CACHE");
        assertEquals(new String(generated, StandardCharsets.UTF_8), Files.readString(reports.resolve("generate/generate.json")));

        Built other = built("--build-cache", "-Poraculum.seed=2", "oraculumInfer", "oraculumGenerate", "oraculumReport");
        other.expect(":oraculumInfer UP-TO-DATE").expect("dev.oraculum.subjects.Register: ");
        assertTrue(Files.readString(reports.resolve("generate/generate.json")).contains("\"seed\" : 2"), "another option, another result");
    }

    /** What a task has is written and read, whether it runs or not. */
    @Test
    void everyTaskCanBeCached() throws Exception {
        String[] tasks = {"--dry-run", "oraculumImprove", "oraculumInfer", "oraculumRank", "oraculumSelect", "oraculumCheck",
                "oraculumGenerate", "oraculumMerge", "oraculumReport"};
        built(tasks).expect("Configuration cache entry stored").expect(":oraculumMerge SKIPPED");
        built(tasks).expect("Reusing configuration cache").expect(":oraculumCheck SKIPPED");
    }

    @Test
    void aBuildThatFailsSaysWhyInWordsOfTheBuild() throws Exception {
        for (String how : List.of("Calculating task graph", "Reusing configuration cache")) {
            Built failed = build("-Poraculum.testClasses=no.such.Test", "oraculumInfer");
            assertEquals(1, failed.status(), failed.said());
            failed.expect(how).expect("no.such.Test").expect("what to do in oraculum { .. }");
        }
    }
}
