package dev.oraculum.evaluation.generation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs of JUnit's console, each in a JVM with another order of tests, time zone, language and number of processors.
 *
 * @param java the JVM's executable
 * @param console the jar
 * @param classPath of the tests and of what they need
 * @param testClasses to run, by binary name
 */
public record Console(Path java, Path console, String classPath, List<String> testClasses) {
    private static final String ARTIFACT = "junit-platform-console-standalone";
    private static final String VERSION = "1.14.1";
    /** Its main class. */
    public static final String LAUNCHER = "org.junit.platform.console.ConsoleLauncher";
    private static final String[] ZONES = {"UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "Europe/Berlin"};
    private static final String[] LANGUAGES = {"en", "tr", "ar", "de", "ja", "hi", "fr"};

    /**
     * The jar, got by Maven the first time.
     *
     * @param folder where it is kept
     */
    public static Path jar(Path folder) throws IOException, InterruptedException {
        String dependency = MavenFiles.dependency("org.junit.platform", ARTIFACT, VERSION, null);
        return MavenFiles.of(folder, List.of(dependency), ARTIFACT + "-" + VERSION + ".jar").get(0);
    }

    /** How many tests were started, and failed; a run in which none started counts as one that failed. */
    public record Ran(int started, int failed) {}

    /**
     * The command of a run.
     *
     * @param number 0: the order of the files; else the seed of a shuffle
     * @param more options of the JVM
     */
    public List<String> command(int number, List<String> more) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(more);
        command.addAll(List.of("-Duser.timezone=" + ZONES[number % ZONES.length], "-Duser.language=" + LANGUAGES[number % LANGUAGES.length],
                "-XX:ActiveProcessorCount=" + (number % 2 + 1), "-cp", classPath, LAUNCHER, "execute", "--details=summary",
                "--disable-banner"));
        if (number > 0) {
            command.addAll(List.of("--config=junit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random",
                    "--config=junit.jupiter.testclass.order.default=org.junit.jupiter.api.ClassOrderer$Random",
                    "--config=junit.jupiter.execution.order.random.seed=" + number));
        }
        testClasses.forEach(name -> command.add("--select-class=" + name));
        return command;
    }

    /** What the console printed. */
    public static Ran read(Path log) throws IOException {
        String text = Files.readString(log);
        int started = count(text, "tests started");
        return new Ran(Math.max(0, started), started <= 0 ? 1 : Math.max(0, started - count(text, "tests successful")));
    }

    private static int count(String log, String what) {
        Matcher matcher = Pattern.compile("\\[\\s*(\\p{Nd}+) " + what + "\\s*\\]").matcher(log);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }
}
