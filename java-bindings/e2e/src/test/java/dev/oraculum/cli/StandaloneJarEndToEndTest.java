package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.library.CheckedSubject;
import dev.oraculum.process.LoggedProcess;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line as one jar, which has all that the distribution has, and what the distribution says of what is in it. */
class StandaloneJarEndToEndTest {
    private static final Path BUILT = Cli.HOME.resolve("../oraculum.jar").normalize();

    @TempDir
    private Path folder;

    private String java(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
                folder.resolve("alone/oraculum.jar").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("ORACULUM_CACHE", folder.resolve("cache").toString());
        Output output = LoggedProcess.run(builder);
        assertEquals(0, output.exitCode(), output.text());
        return output.text();
    }

    @Test
    void oneJarSomewhereDoesWhatTheDistributionDoes() throws Exception {
        Files.createDirectories(folder.resolve("alone"));
        Files.copy(BUILT, folder.resolve("alone/oraculum.jar"));
        CheckedSubject subject = CheckedSubject.in(folder.resolve("subject"));
        List<String> improve = List.of("improve", "--classpath", subject.classes().toString(), "--tests", subject.testPath(), "--method",
                "shop.Basket#percent(int)", "--seed", "1", "--generated-tests", "0", "--assessor-tests", "0", "--json");
        List<String> alone = new ArrayList<>(improve);
        alone.add(folder.resolve("alone.json").toString());
        String output = java(alone);
        // No warning of the JVM about native access, on any JDK.
        assertTrue(output.contains("result == 5 * rank") && !output.contains("WARNING"), output);
        List<String> installed = new ArrayList<>(improve);
        installed.add(folder.resolve("installed.json").toString());
        Cli.check(Cli.run(installed.toArray(String[]::new)), 0);
        assertEquals(Cli.withoutTimes(folder.resolve("installed.json")), Cli.withoutTimes(folder.resolve("alone.json")));
        try (Stream<Path> unpacked = Files.walk(folder.resolve("cache"))) {
            assertTrue(unpacked.anyMatch(file -> file.endsWith("worker/oraculum-agent.jar")), "parts are unpacked where it is said");
        }
    }

    @Test
    void theJarSaysWhatItIs() throws IOException {
        try (JarFile jar = new JarFile(BUILT.toFile())) {
            assertEquals("0.1.0", jar.getManifest().getMainAttributes().getValue("Implementation-Version"));
            for (String name : List.of("LICENSE", "NOTICE")) {
                byte[] ours = Files.readAllBytes(Cli.HOME.resolve("../..").resolve(name));
                assertEquals(new String(ours), new String(jar.getInputStream(jar.getEntry("META-INF/" + name)).readAllBytes()), name);
            }
        }
        JsonNode catalogue = Cli.json(Cli.HOME.resolve("../../jbang-catalog.json"));
        assertEquals("dev.oraculum:oraculum-standalone:0.1.0", catalogue.at("/aliases/oraculum/script-ref").asText());
    }

    @Test
    void theBillOfMaterialsNamesEveryJarOfTheDistribution() throws IOException {
        JsonNode bill = Cli.json(Cli.HOME.resolve("sbom.json"));
        assertEquals("CycloneDX", bill.get("bomFormat").asText());
        Set<String> named = new TreeSet<>();
        for (JsonNode component : bill.get("components")) {
            named.add(component.get("name").asText() + "-" + component.get("version").asText() + ".jar");
            assertTrue(component.at("/licenses/0").isObject(), component::toString);
        }
        try (Stream<Path> jars = Files.list(Cli.HOME.resolve("lib"))) {
            Set<String> there = jars.map(jar -> jar.getFileName().toString()).filter(name -> !name.startsWith("oraculum-cli"))
                    .collect(Collectors.toCollection(TreeSet::new));
            there.removeAll(named);
            assertEquals(Set.of(), there, "not in the bill");
        }
    }
}
