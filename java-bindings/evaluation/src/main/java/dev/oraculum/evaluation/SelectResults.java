package dev.oraculum.evaluation;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.select.Selection;
import dev.oraculum.api.settings.SelectSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Selects on the libraries of the paper's study that are on Maven Central, each in a JVM of its own, and writes docs/results/select.md.
 *
 * <p>Arguments: the checkout; or, for the JVM of one library, {@code --one}, alpha and the jar.
 */
public final class SelectResults {
    private static final List<String> LIBRARIES = List.of(
            "commons-csv-1.1", "commons-cli-1.2", "commons-io-2.4", "joda-convert-1.7", "apache-mime4j-core-0.7.2", "jgrapht-core-0.9.0");
    private static final List<Double> ALPHAS = List.of(0.0, 1.0);
    private static final double TARGET_SECONDS = 10;
    private static final int MINUTES = 10;

    /** What the JVM of one library said: one line of figures, then the rows of its selection. */
    private record Outcome(String library, double alpha, String figures, double seconds, List<String> selection) {}

    private SelectResults() {}

    /** Exit code 0 iff every library was analysed within the target. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments[0].equals("--one")) {
            one(Double.parseDouble(arguments[1]), Path.of(arguments[2]));
            return;
        }
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<Outcome> outcomes = new ArrayList<>();
        for (String library : LIBRARIES) {
            for (double alpha : ALPHAS) {
                System.err.println("select " + library + ", alpha " + alpha);
                outcomes.add(run(checkout, library, alpha));
            }
        }
        Path file = checkout.resolve("docs/results/select.md");
        Files.writeString(file, page(outcomes));
        System.err.println("wrote " + checkout.relativize(file));
        System.exit(outcomes.stream().allMatch(o -> o.seconds < TARGET_SECONDS) ? 0 : 1);
    }

    private static void one(double alpha, Path jar) throws IOException {
        SelectReport report = Oraculum.select(
                Select.of(Project.of(List.of(jar))).withSettings(SelectSettings.defaults().withAlpha(alpha)), JobListener.NONE);
        Selection.Figures f = report.figures();
        double total = report.elapsed().get("total");
        System.out.println(total);
        System.out.printf(Locale.ROOT, "%d | %d | %d | %d | %d | %.2f | %.2f | %.2f | %d%n", f.classes(), f.methods(), f.data(), f.chains(),
                f.cyclicChains(),
                report.elapsed().get("facts"), report.elapsed().get("selection"), total, peakMebibytes());
        for (SelectReport.Choice choice : report.selected()) {
            System.out.printf(Locale.ROOT, "| %d | %.3f | %.3f | `%s` | `%s` | %d |%n", choice.rank(), choice.capability(),
                    choice.initialCapability(),
                    choice.datum().variable(),
                    choice.datum().place(), choice.observes().size());
        }
    }

    /** The most memory that this process has had, by what Linux says of it. */
    private static long peakMebibytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("/proc/self/status has no VmHWM");
    }

    private static Outcome run(Path checkout, String library, double alpha) throws IOException, InterruptedException {
        Path jar = checkout.resolve("java-bindings/evaluation/target/libraries").resolve(library + ".jar");
        Path log = Files.createTempFile("select", ".log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-Djava.library.path=" + System.getProperty("java.library.path"), "-cp", System.getProperty("java.class.path"),
                SelectResults.class.getName(),
                "--one",
                Double.toString(alpha), jar.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        List<String> lines = Files.readAllLines(log);
        Files.delete(log);
        if (process.exitValue() != 0) {
            throw new IOException("select on " + library + " failed:\n" + String.join("\n", lines));
        }
        return new Outcome(library, alpha, lines.get(1), Double.parseDouble(lines.get(0)), lines.subList(2, lines.size()));
    }

    private static String page(List<Outcome> outcomes) {
        StringBuilder page = new StringBuilder("# Selecting oracle data of real libraries\n\n");
        page.append("Made by `make select-results` on JDK ").append(Runtime.version().feature()).append(", ")
                .append(Runtime.getRuntime().availableProcessors());
        page.append(
                String.format(Locale.ROOT, " processors; load average at the end %.1f.",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        page.append(" Libraries of the study in the SODS paper, each in a JVM of its own, whole, for any client.\n");
        page.append("Times are seconds inside that JVM, from opening the jar to the result; memory is the process's peak. The target is ")
                .append((int) TARGET_SECONDS).append(" s.\n\n");
        page.append("| library | alpha | classes | methods | oracle data | chains | cyclic, left out | facts | selection | total |"
                + " memory, MiB |\n");
        page.append("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
        outcomes.forEach(o -> page.append("| ").append(o.library).append(" | ").append(o.alpha).append(" | ").append(o.figures)
                .append(" |\n"));
        for (Outcome outcome : outcomes) {
            if (outcome.alpha == 0) {
                page.append("\n## ").append(outcome.library).append(", alpha 0\n\n");
                page.append("| | capability | initially | variable | defined at | others observed |\n| --- | --- | --- | --- | --- |"
                        + " --- |\n");
                outcome.selection.forEach(row -> page.append(row).append('\n'));
            }
        }
        return page.toString();
    }
}
