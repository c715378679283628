package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JVM's checks of native code ({@code -Xcheck:jni}) have nothing to say of whole runs: they print a warning, or end the JVM. In the supervisor the engine's bridge runs, in workers the
 * kill switch and the agent.
 */
class JniCheckEndToEndTest {
    private static final String CHECK = "-Xcheck:jni";

    /** What such a check prints, on either stream, with the line after it: where it was. */
    private static final Pattern FINDING = Pattern.compile("(?m)^.*(WARNING in native method|FATAL ERROR in native method|WARNING: JNI|JNI call made).*(\\R.*)?$");

    /** What JDKs 17 and 25 print of themselves. */
    private static final List<Pattern> OF_THE_JDK = List.of(
            // java.instrument makes a reference to each loaded class, and asks for no room for them.
            Pattern.compile("WARNING: JNI local refs: \\d+, exceeds capacity: \\d+\\R\\s+at sun\\.instrument\\.InstrumentationImpl\\.getAllLoadedClasses0"));

    @TempDir
    static Path folder;

    private static TestProject basics;
    private static TestProject bank;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
        bank = TestProject.compile("bank", folder.resolve("bank"));
    }

    private static Cli.Result checked(List<String> arguments) throws Exception {
        Cli.Result result = Cli.start(arguments, CHECK).await();
        assertTrue(result.exitCode() == 0 || result.exitCode() == 1, result.toString());
        assertEquals(List.of(), findings(result.out() + "\n" + result.err()), result.toString());
        return result;
    }

    private static List<String> findings(String output) {
        List<String> findings = new ArrayList<>();
        FINDING.matcher(output).results().map(found -> found.group().strip()).forEach(findings::add);
        findings.removeIf(line -> OF_THE_JDK.stream().anyMatch(pattern -> pattern.matcher(line).find()));
        return findings;
    }

    /** A JVM for workers that is checked as well; what it prints goes to a file, as Oraculum shows only the end of it, and only when something is wrong. */
    private static Path checkedWorkers(Path findings) throws Exception {
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        Path java = folder.resolve("checked-java");
        Files.writeString(java, "#!/bin/sh\ncase \"$*\" in *-version*) exec '" + real + "' \"$@\" ;; esac\nexec '" + real + "' " + CHECK + " \"$@\" >> '" + findings + "' 2>&1\n");
        assertTrue(java.toFile().setExecutable(true));
        return java;
    }

    @Test
    void improveAndItsWorkers() throws Exception {
        Path patch = folder.resolve("min.patch");
        Path said = folder.resolve("workers.txt");
        Cli.Result result = checked(basics.improve(
                "pkg.Calc#min", "--jvm", checkedWorkers(said).toString(), "--evidence", folder.resolve("min.db").toString(), "--json", folder.resolve("min.json").toString(), "--patch",
                patch.toString(), "--sources", basics.sources().toString()));
        assertTrue(Files.exists(patch), "the run went to its end: " + result);
        String workers = Files.readString(said, StandardCharsets.ISO_8859_1);
        assertEquals(List.of(), findings(workers), workers);
    }

    @Test
    void selectAndInfer() throws Exception {
        checked(List.of("select", "--classpath", bank.classes().toString(), "--tests", bank.tests(), "--dot", folder.resolve("bank.dot").toString()));
        checked(List.of("infer", "--classpath", basics.classes().toString(), "--tests", basics.tests(), "--method", "pkg.Calc#min"));
    }

    @Test
    void rank() throws Exception {
        String tests = bank.tests();
        Cli.Result result = checked(List.of("rank", "--classpath", bank.classes().toString(), "--manual-tests", tests, "--generated-tests", tests, "--class", "pkg.Account"));
        assertTrue(result.out().contains("constraint"), result.toString());
    }
}
