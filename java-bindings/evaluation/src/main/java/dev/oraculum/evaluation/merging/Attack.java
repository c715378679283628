package dev.oraculum.evaluation.merging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.evaluation.generation.Console;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Generated tests that try to break the clauses of a method, all at once: {@code generate} on the class with a check in it
 * ({@link Patched#withCheck}), where the failure of each clause is a branch like any other. Random tests, as many as the evaluation says;
 * and the search, which aims at these branches. The tests that {@code generate} keeps are run once more, to hear which clauses they break.
 *
 * @param checkout a built one
 * @param console JUnit's console, with all that it needs in it
 */
record Attack(Path checkout, Path console) {
    /** An algorithm of {@code generate}, and what it may use: seconds, and tests (0: no bound). */
    enum Algorithm {
        RANDOM("random", 60, 100_000),
        SEARCH("dynamosa", 30, 0);

        private final String setting;
        private final int budget;
        private final int tests;

        Algorithm(String setting, int budget, int tests) {
            this.setting = setting;
            this.budget = budget;
            this.tests = tests;
        }
    }

    private static final int MINUTES = 5;
    private static final long SEED = 20_261_124;
    private static final String EXPECTED = "assertThrows(AssertionError.class";
    private static final String BROKEN = "broken by ";
    private static final Pattern LINE = Pattern.compile(BROKEN + "(\\w+): " + Pattern.quote(Patched.MARK) + " ((?:#\\d+ ?)+)");

    /**
     * What came of an attack.
     *
     * @param broken by number of a clause, a generated test that breaks it
     * @param tests that were run; 0: the attack failed
     */
    record Outcome(Map<Integer, String> broken, long tests) {}

    /**
     * Attacks the clauses of a method.
     *
     * @param patched the class with the check
     * @param folder for what the run leaves
     */
    Outcome run(MethodRule.MethodSubject subject, Path patched, Algorithm algorithm, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path json = folder.resolve(algorithm.setting + ".json");
        String classPath = Patched.path(Stream.concat(Stream.of(patched, subject.files().jar()), subject.files().needs().stream()));
        List<String> command = new ArrayList<>(List.of(
                checkout.resolve("oraculum").toString(), "generate", "--classpath", classPath, "--method", subject.method(),
                "--engine", "search", "--set", "generate.algorithm=" + algorithm.setting, "--set", "generate.mutants=0", "--seed",
                Long.toString(SEED),
                "--budget", Integer.toString(algorithm.budget), "--out", folder.resolve(algorithm.setting).toString(), "--json",
                json.toString()));
        if (algorithm.tests > 0) {
            command.addAll(List.of("--max-tests", Integer.toString(algorithm.tests)));
        }
        execute(command, folder.resolve(algorithm.setting + ".log"));
        if (!Files.exists(json)) {
            return new Outcome(Map.of(), 0);
        }
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        Map<Integer, String> broken = new TreeMap<>();
        for (JsonNode file : report.path("files")) {
            String source = file.path("source").asText();
            if (source.contains(EXPECTED)) {
                Path own = Files.createDirectories(folder.resolve(algorithm.setting + "-again"));
                broken.putAll(broken(file.path("className").asText(), source, classPath, own));
            }
        }
        return new Outcome(broken, report.path("executed").asLong());
    }

    private static void execute(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Runs written tests, with the messages of the errors that they expect printed. */
    private Map<Integer, String> broken(String className, String source, String classPath, Path folder)
            throws IOException, InterruptedException {
        Path file = folder.resolve("source").resolve(className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, telling(source));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String all = Patched.path(Stream.of(classes, console)) + File.pathSeparator + classPath;
        if (!Patched.compile(all, file, classes, folder.resolve("javac.log"))) {
            throw new IOException("generated tests do not compile: " + folder.resolve("javac.log"));
        }
        Path log = folder.resolve("tests.log");
        execute(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea", "-cp", all, Console.LAUNCHER, "execute",
                "--disable-banner", "--details=none", "--select-class=" + className), log);
        Map<Integer, String> broken = new TreeMap<>();
        Matcher line = LINE.matcher(Files.readString(log));
        while (line.find()) {
            for (String number : line.group(2).strip().split(" ")) {
                broken.putIfAbsent(Integer.parseInt(number.substring(1)), test(source, line.group(1)));
            }
        }
        return broken;
    }

    /** The source of tests, each of which prints its name with the message of the error that it expects. */
    static String telling(String source) {
        StringBuilder text = new StringBuilder(source);
        for (int at = text.lastIndexOf(EXPECTED); at >= 0; at = at == 0 ? -1 : text.lastIndexOf(EXPECTED, at - 1)) {
            Matcher name = Pattern.compile("void (\\w+)\\(").matcher(text.substring(text.lastIndexOf("@Test", at), at));
            int end = closing(text, at + "assertThrows".length());
            if (name.find() && end > 0) {
                text.insert(end + 1, ".getMessage())");
                text.insert(at, "System.out.println(\"" + BROKEN + name.group(1) + ": \" + ");
            }
        }
        return text.toString();
    }

    /** Place of the parenthesis that closes the one at a place; negative: there is none. Strings and characters are passed over. */
    private static int closing(CharSequence text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\'') {
                for (i++; i < text.length() && text.charAt(i) != c; i++) {
                    i += text.charAt(i) == '\\' ? 1 : 0;
                }
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The text of a test method. */
    static String test(String source, String name) {
        int at = source.indexOf("void " + name + "(");
        int begin = source.lastIndexOf("@Test", at);
        int end = source.indexOf("\n    }", at);
        return source.substring(Math.max(begin, 0), end < 0 ? source.length() : end + "\n    }".length());
    }
}
