package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code improve} and {@code select} on class files that javac did not make, or not as they are: of Kotlin, Scala, an obfuscator, and of
 * several releases in one jar.
 */
class OtherCompilersEndToEndTest {
    private static final Path SAMPLES = Path.of(System.getProperty("oraculum.samples")).toAbsolutePath();
    private static final String MATH = "com.fasterxml.jackson.core.internal.shaded.fdp.v2_20_0";

    @TempDir
    Path folder;

    private static Path jar(String name) {
        return SAMPLES.resolve("compilers").resolve(name + ".jar");
    }

    /** Improves a method; without gates, so that there is an assertion to compile from however few tests. */
    private JsonNode improve(String subject, Path library, String method) throws Exception {
        TestProject project = TestProject.ofLibrary(subject, library, folder.resolve(subject));
        Path json = folder.resolve(subject + ".json");
        Cli.Result result = Cli.run(
                "improve", "--classpath", library.toString(), "--tests", project.tests(), "--method", method, "--engine", "synthesis",
                "--set", "synthesis.gates=false",
                "--json", json.toString());
        assertEquals(0, result.exitCode(), result.toString());
        JsonNode report = Cli.json(json);
        assertFalse(report.get("improved").isNull(), result.toString());
        assertEquals(0, report.get("verified").get("disagreements").asInt());
        assertTrue(report.get("evidence").get("classesLeftOut").isEmpty(), report.get("evidence").get("classesLeftOut").toPrettyString());
        return report;
    }

    private void select(String classPath, String... options) throws Exception {
        Path json = folder.resolve("select.json");
        List<String> arguments = new ArrayList<>(List.of("select", "--classpath", classPath, "--json", json.toString()));
        arguments.addAll(List.of(options));
        Cli.Result result = Cli.run(arguments);
        assertEquals(0, result.exitCode(), result.toString());
        assertTrue(Cli.json(json).get("problems").isEmpty(), result.toString());
        assertFalse(Cli.json(json).get("selected").isEmpty(), result.toString());
    }

    @Test
    void kotlin() throws Exception {
        JsonNode report = improve("kotlin", jar("kotlin-stdlib"), "kotlin.KotlinVersion#isAtLeast(int,int,int)");
        assertTrue(report.get("evidence").get("variables").toString().contains("\"major\""), "Kotlin's names of parameters");
        select(jar("kotlin-result-jvm") + File.pathSeparator + jar("kotlin-stdlib"));
    }

    @Test
    void scala() throws Exception {
        improve("scala", jar("scala-library"), "scala.collection.immutable.Range$#count(int,int,int,boolean)");
        select(jar("scala-library").toString(), "--package", "scala.util.matching");
    }

    @Test
    void ofSeveralReleasesTheOneThatTheJvmLoads() throws Exception {
        JsonNode report = improve("multirelease", jar("jackson-core"), MATH + ".FastIntegerMath#unsignedMultiplyHigh");
        int mutants = report.get("evidence").get("mutants").get("total").asInt();
        // From Java 18 on it is a call of the JDK, of which only the arguments and the result can be changed. Before, it multiplies the
        // halves.
        boolean aCall = Runtime.version().feature() >= 21;
        assertTrue(aCall ? mutants == 9 : mutants > 10, mutants + " mutants on Java " + Runtime.version().feature());
        select(jar("jackson-core").toString(), "--package", MATH);
    }

    /** Fields that differ in nothing but their types, and classes and methods without names of their own. */
    @Test
    void obfuscated() throws Exception {
        Path obfuscated = folder.resolve("obfuscated.jar");
        Path settings = Files.writeString(folder.resolve("settings.pro"), String.join("\n",
                "-injars '" + SAMPLES.resolve("commons-cli-1.2.jar") + "'", "-outjars '" + obfuscated + "'", "-ignorewarnings",
                "-dontshrink", "-dontoptimize", "-dontnote",
                "-overloadaggressively", "-keep public class * { public protected *; }"));
        Process proguard = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
                jar("proguard-base").toString(), "@" + settings)
                .redirectErrorStream(true)
                .start();
        String said = new String(proguard.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, proguard.waitFor(), said);
        improve("options", obfuscated, "org.apache.commons.cli.Option#hasArg");
        select(obfuscated.toString());
    }
}
