package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * {@code make kill-storm}: SIGKILL of commands and of workers at random times. A killed command is resumed, and may be killed again; the
 * last one must end with the result of a run that nobody disturbed, no process may be left of a killed one, and no temporary folder after
 * the next start.
 */
final class KillStorm {
    /** The JVM has hardly begun. */
    private static final long FIRST_MILLIS = 50;
    private static final long SHORTEST_MILLIS = 500;
    /** How long the processes of a killed command may take to notice; generous, for machines that are busy. */
    private static final long ORPHAN_NANOS = 30_000_000_000L;

    private final Path folder;
    private final Random random;
    private final PrintStream table;
    private final TestProject project;
    private final String[] undisturbed = new String[2];
    /**
     * About how long a run takes now, of one method and of several: resumed ones are shorter, and the machine may be busy with something
     * else.
     */
    private final long[] millis = new long[2];
    private final List<String> failures = new ArrayList<>();
    private int kills;
    private int run;

    /** @param table gets a row for each kill */
    KillStorm(Path folder, long seed, PrintStream table) throws IOException {
        this.folder = folder;
        this.random = new Random(seed);
        this.table = table;
        project = TestProject.compile("basics", folder.resolve("project"));
    }

    /**
     * Arguments: how many kills, the seed, and how often one run is killed before it may end (1: after each kill it is resumed to its end).
     */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("kill-storm");
        KillStorm storm = new KillStorm(folder, Long.parseLong(args[1]), System.out);
        List<String> failures = storm.run(Integer.parseInt(args[0]), Integer.parseInt(args[2]));
        if (failures.isEmpty()) {
            deleteTree(folder);
        } else {
            System.out.println("the files are in " + folder);
        }
        System.exit(failures.isEmpty() ? 0 : 1);
    }

    /**
     * Kills.
     *
     * @return what should not have happened; empty: nothing
     */
    List<String> run(int total, int killsEach) throws Exception {
        measure(false);
        measure(true);
        table.println("kill  run    killed   after ms  it had said last                                              then");
        while (kills < total) {
            // Of six runs two are batches, and of three the workers are killed.
            boolean batch = run % 3 == 1;
            boolean workers = run % 6 == 2 || run % 6 == 4 || run % 6 == 5;
            run++;
            if (workers) {
                killWorkers(batch, Math.min(killsEach, total - kills));
            } else {
                killCommands(batch, Math.min(killsEach, total - kills));
            }
        }
        table.printf(Locale.ROOT, "%d kills in %d runs: %d failures%n", kills, run, failures.size());
        failures.forEach(table::println);
        return failures;
    }

    private void measure(boolean batch) throws Exception {
        Attempt attempt = new Attempt(batch);
        long start = System.nanoTime();
        Cli.Result result = attempt.start(false).await();
        millis[place(batch)] = (System.nanoTime() - start) / 1_000_000;
        assertEquals(0, result.exitCode(), result.toString());
        undisturbed[place(batch)] = attempt.result();
        assertEquals(List.of(), attempt.temporaryFiles(), "of an undisturbed run");
        table.printf(Locale.ROOT, "undisturbed %s: %d ms%n", batch ? "batch" : "run", millis[place(batch)]);
    }

    private static int place(boolean batch) {
        return batch ? 1 : 0;
    }

    private long delay(boolean batch) {
        return FIRST_MILLIS + (long) (random.nextDouble() * millis[place(batch)]);
    }

    private void tooLate(boolean batch) {
        millis[place(batch)] = Math.max(SHORTEST_MILLIS, millis[place(batch)] * 3 / 4);
    }

    private void killCommands(boolean batch, int times) throws Exception {
        Attempt attempt = new Attempt(batch);
        boolean inTime = true;
        for (int i = 0; i < times && inTime; i++) {
            long delay = delay(batch);
            Cli.Running running = attempt.start(true);
            Thread.sleep(delay);
            inTime = kill(running.process().toHandle());
            running.process().waitFor();
            if (inTime) {
                row(batch, "command", delay, running, "resumed");
                attempt.awaitNoProcess();
            } else {
                tooLate(batch);
            }
        }
        expectUndisturbed(attempt, attempt.start(true).await());
    }

    private void killWorkers(boolean batch, int times) throws Exception {
        Attempt attempt = new Attempt(batch);
        Cli.Running running = attempt.start(true);
        for (int i = 0; i < times && running.process().isAlive(); i++) {
            long delay = delay(batch) / times;
            Thread.sleep(delay);
            boolean killed = false;
            while (!killed && running.process().isAlive()) {
                Optional<ProcessHandle> worker = attempt.worker(running.process());
                killed = worker.isPresent() && kill(worker.get());
                Thread.sleep(1);
            }
            if (killed) {
                row(batch, "worker", delay, running, "went on");
            } else {
                tooLate(batch);
            }
        }
        Cli.Result result = running.await();
        if (result.exitCode() == 3) {
            table.println("      no worker was left that could run the original program: resumed");
            result = attempt.start(true).await();
        }
        expectUndisturbed(attempt, result);
    }

    private void row(boolean batch, String who, long delay, Cli.Running running, String then) {
        kills++;
        String said = running.errorSoFar().lines().reduce((first, last) -> last).orElse("").strip();
        table.printf(Locale.ROOT, "%4d  %-6s %-8s %8d  %-62s %s%n", kills, batch ? "batch" : "single", who, delay,
                said.length() > 60 ? said.substring(0, 60) : said, then);
        table.flush();
    }

    private void expectUndisturbed(Attempt attempt, Cli.Result result) throws Exception {
        String where = "kill " + kills + ": ";
        if (result.exitCode() != 0) {
            failures.add(where + "the resumed run ended with " + result);
        } else if (!undisturbed[place(attempt.batch)].equals(attempt.result())) {
            failures.add(where + "another result than the undisturbed run's: " + attempt.json);
        }
        if (!attempt.temporaryFiles().isEmpty()) {
            failures.add(where + "temporary files after the next start: " + attempt.temporaryFiles());
        }
        attempt.awaitNoProcess();
    }

    private static boolean kill(ProcessHandle process) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-9", Long.toString(process.pid())).redirectErrorStream(true).start().waitFor() == 0;
    }

    /** One evidence file or folder, and the commands that work on it. */
    private final class Attempt {
        private final boolean batch;
        private final Path home;
        private final Path json;
        private final Path temporary;

        Attempt(boolean batch) throws IOException {
            this.batch = batch;
            home = Files.createTempDirectory(folder, batch ? "batch" : "single");
            json = home.resolve("result.json");
            temporary = Files.createDirectory(home.resolve("tmp"));
        }

        Cli.Running start(boolean resume) throws IOException {
            List<String> arguments = new ArrayList<>(
                    List.of("improve", "--classpath", project.classes().toString(), "--tests", project.tests()));
            arguments.addAll(batch ? List.of("--class", "pkg.Calc") : List.of("--method", "pkg.Calc#min", "--mutators", "ALL"));
            arguments.addAll(batch ? List.of() : List.of("--threads", "1"));
            arguments.addAll(List.of("--engine", "coevolution", "--seed", "5", "--set", "minGenerations=60", "--set", "maxGenerations=60",
                    "--budget", "5m", "--verbose"));
            arguments.addAll(List.of("--json", json.toString(), "--evidence", home.resolve("evidence").toString()));
            if (resume) {
                arguments.add("--resume");
            }
            return Cli.start(arguments, temporary);
        }

        String result() throws IOException {
            ObjectNode report = (ObjectNode) Cli.json(json);
            report.remove("elapsed");
            report.path("results").forEach(result -> ((ObjectNode) result).remove("elapsed"));
            return report.toPrettyString();
        }

        List<String> temporaryFiles() throws IOException {
            try (Stream<Path> files = Files.list(temporary)) {
                return files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("hsperfdata")).toList();
            }
        }

        /** Processes of this run: their command lines have its temporary folder. */
        private List<ProcessHandle> processes() {
            return ProcessHandle.allProcesses()
                    .filter(process -> process.pid() != ProcessHandle.current().pid())
                    .filter(process -> process.info().commandLine().orElse("").contains(temporary.toString()))
                    .toList();
        }

        Optional<ProcessHandle> worker(Process command) {
            List<ProcessHandle> workers = processes().stream().filter(process -> process.pid() != command.pid()).toList();
            return workers.isEmpty() ? Optional.empty() : Optional.of(workers.get(random.nextInt(workers.size())));
        }

        void awaitNoProcess() throws InterruptedException {
            long start = System.nanoTime();
            while (!processes().isEmpty() && System.nanoTime() - start < ORPHAN_NANOS) {
                Thread.sleep(20);
            }
            for (ProcessHandle orphan : processes()) {
                failures.add("kill " + kills + ": orphan " + orphan.info().commandLine().orElse(""));
                orphan.destroyForcibly();
            }
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
