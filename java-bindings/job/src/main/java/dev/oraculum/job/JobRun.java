package dev.oraculum.job;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;

/** Runs a job for a build: makes its folder anew, starts the runner in a JVM of its own, and judges how it ended. */
public final class JobRun {
    /** File in folders whose content is ours. */
    private static final String MARK = ".oraculum";

    private final Wording wording;
    private final Output output;
    private final File projectDirectory;
    private final File scratch;
    private File javaHome;
    private List<String> jvmArgs = Collections.emptyList();
    private Collection<File> runtime = Collections.emptyList();

    /**
     * @param projectDirectory where tests run
     * @param scratch a folder that exists, for files of this run alone
     */
    public JobRun(Wording wording, Output output, File projectDirectory, File scratch) {
        this.wording = wording;
        this.output = output;
        this.projectDirectory = projectDirectory;
        this.scratch = scratch;
    }

    /**
     * The JVM of the runner.
     *
     * @param home of the JDK, on which tests run too
     * @param args more arguments
     * @param classPath the runner and what it needs
     */
    public JobRun withJvm(File home, List<String> args, Collection<File> classPath) {
        this.javaHome = home;
        this.jvmArgs = args;
        this.runtime = classPath;
        return this;
    }

    /**
     * Runs a job. Its reports are in the folder afterwards, those of an earlier run are not.
     *
     * @param asked what docs/formats.md says of {@code ask.properties}, but for the job, the folders, and how to ask for more output
     * @param reports the folder
     * @param option the value of an option, for thresholds; null where nothing is said
     * @throws JobException there is no result, or one that a threshold refuses
     */
    public void run(Job job, Map<String, String> asked, File reports, Function<String, ?> option) {
        Jdk.requireUsable(javaHome, wording);
        removeEarlier(reports);
        Properties end = start(job.word(), asked, reports);
        String wrong = new Verdict(new Figures(end), option, wording).of(job);
        if (wrong != null) {
            throw JobException.failed(wrong + "\nreports: " + reports);
        }
    }

    /**
     * Writes one HTML page of results.
     *
     * @param results JSON files by the names that the page has for them, in its order
     * @throws JobException there is no page
     */
    public void report(Map<String, File> results, File page) {
        Jdk.requireUsable(javaHome, wording);
        List<String> files = new ArrayList<>();
        results.values().forEach(file -> files.add(file.getPath()));
        Properties asked = new Properties();
        asked.setProperty("results", String.join("\n", files));
        asked.setProperty("resultNames", String.join("\n", results.keySet()));
        asked.setProperty("page", page.getPath());
        start("report", asked, page.getParentFile());
    }

    /**
     * Makes one result of those of all shards of a run.
     *
     * @param results as {@link Results#ofShards} finds them
     * @param merged the result's file
     * @throws JobException the shards are of different runs, or one is missing
     */
    public void merge(Collection<File> results, File merged) {
        Jdk.requireUsable(javaHome, wording);
        Properties asked = new Properties();
        asked.setProperty("results", paths(results));
        asked.setProperty("merged", merged.getPath());
        start("merge", asked, merged.getParentFile());
    }

    private Properties start(String job, Map<?, ?> asked, File reports) {
        Properties request = new Properties();
        request.putAll(asked);
        request.setProperty("job", job);
        request.setProperty("reports", reports.getPath());
        request.setProperty("workingDirectory", projectDirectory.getPath());
        request.setProperty("asides", wording.asides());
        Ends ends = new Ends(new ForkedJob(javaHome, jvmArgs, runtime, projectDirectory, scratch, output).run(request), wording);
        ends.requireResult(scratch);
        ends.remedies().forEach(output::warning);
        return ends.properties();
    }

    /** What an earlier run left would be taken for this one's. Nothing is removed from a folder that no run of ours has marked. */
    private static void removeEarlier(File folder) {
        Path mark = new File(folder, MARK).toPath();
        try {
            if (Files.isRegularFile(mark)) {
                Trees.delete(folder.toPath());
            }
            Files.createDirectories(folder.toPath());
            Files.write(mark, "Reports of Oraculum: written anew by each run.\n".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw JobException.failed("cannot make the folder " + folder + " anew: " + e.getMessage(), e);
        }
    }

    /** Files by their paths, an item a line, those that exist: a build names folders for classes whether it has any or not. */
    public static String paths(Iterable<File> files) {
        List<String> paths = new ArrayList<>();
        for (File file : files) {
            if (file.exists()) {
                paths.add(file.getPath());
            }
        }
        return String.join("\n", paths);
    }
}
