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
 * The JVM's checks of native code ({@code -Xcheck:jni}) have nothing to say of whole runs: they print a warning, or end the JVM. In the
 * supervisor the engine's bridge runs, in workers the kill switch and the agent.
 */
class JniCheckEndToEndTest {
    private static final String CHECK = "-Xcheck:jni";
    private static final String STARTED = "a JVM for tests starts";

    /** What such a check prints, on either stream, with the line after it: where it was. */
    private static final Pattern FINDING =
            Pattern.compile("(?m)^.*(WARNING in native method|FATAL ERROR in native method|WARNING: JNI|JNI call made).*(\\R.*)?$");

    /** What JDKs 17 and 25 print of themselves. */
    private static final List<Pattern> OF_THE_JDK = List.of(
            // java.instrument makes a reference to each loaded class, and asks for no room for them.
            Pattern.compile("WARNING: JNI local refs: \\d+, exceeds capacity: \\d+\\R\\s+at "
                    + "sun\\.instrument\\.InstrumentationImpl\\.getAllLoadedClasses0"),
            // ProcessHandle.info makes one for each argument of the process that is asked about: any other process of the machine.
            Pattern.compile("WARNING: JNI local refs: \\d+, exceeds capacity: \\d+\\R\\s+at "
                    + "java\\.lang\\.ProcessHandleImpl\\$Info\\.info0\\(java\\.base@"));

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

    /**
     * A JVM for workers that is checked as well; what it prints goes to a file, as Oraculum shows only the end of it, and only when
     * something is wrong.
     *
     * @param said where it goes, after a line for each JVM that runs tests
     */
    private static Path checkedWorkers(Path said) throws Exception {
        Path real = Path.of(System.getProperty("java.home"), "bin", "java");
        Path java = Files.createTempFile(folder, "checked-java", "");
        Files.writeString(java, """
                #!/bin/sh
                case "$*" in *-version*) exec '%1$s' "$@" ;; esac
                echo '%2$s' >> '%4$s'
                exec '%1$s' %3$s "$@" >> '%4$s' 2>&1
                """.formatted(real, STARTED, CHECK, said));
        assertTrue(java.toFile().setExecutable(true));
        return java;
    }

    /** @param count how many JVMs with tests there were at least */
    private static void expectCleanWorkers(Path said, int count) throws Exception {
        String workers = Files.readString(said, StandardCharsets.ISO_8859_1);
        assertEquals(List.of(), findings(workers), workers);
        int started = workers.split(STARTED, -1).length - 1;
        assertTrue(started >= count, started + " workers were checked");
    }

    @Test
    void improveAndItsWorkers() throws Exception {
        Path patch = folder.resolve("min.patch");
        Path said = folder.resolve("improve.txt");
        List<String> arguments = new ArrayList<>(basics.improve("pkg.Calc#min", "--jvm", checkedWorkers(said).toString(), "--sources",
                basics.sources().toString()));
        arguments.addAll(List.of("--evidence", folder.resolve("min.db").toString(), "--json", folder.resolve("min.json").toString(),
                "--patch", patch.toString()));
        Cli.Result result = checked(arguments);
        assertTrue(Files.exists(patch), "the run went to its end: " + result);
        // The JVM that ran the original may run all mutants as well: a second one starts only where they take longer than its start.
        expectCleanWorkers(said, 1);
    }

    @Test
    void select() throws Exception {
        checked(List.of("select", "--classpath", bank.classes().toString(), "--tests", bank.tests(), "--dot", folder.resolve("bank.dot")
                .toString()));
    }

    @Test
    void inferAndItsWorkers() throws Exception {
        Path said = folder.resolve("infer.txt");
        List<String> arguments = new ArrayList<>(List.of("infer", "--classpath", basics.classes().toString(), "--tests", basics.tests()));
        arguments.addAll(List.of("--method", "pkg.Calc#min", "--jvm", checkedWorkers(said).toString()));
        Cli.Result result = checked(arguments);
        assertTrue(result.out().contains("invariants at"), result.toString());
        expectCleanWorkers(said, 1);
    }

    @Test
    void rankAndItsWorkers() throws Exception {
        Path said = folder.resolve("rank.txt");
        List<String> arguments = new ArrayList<>(List.of("rank", "--classpath", bank.classes().toString(), "--manual-tests", bank.tests()));
        arguments.addAll(List.of("--generated-tests", bank.tests(), "--class", "pkg.Account", "--jvm", checkedWorkers(said).toString()));
        Cli.Result result = checked(arguments);
        assertTrue(result.out().contains("constraint"), result.toString());
        // The manual tests, the generated ones, and these once more with flows.
        expectCleanWorkers(said, 3);
    }
}
