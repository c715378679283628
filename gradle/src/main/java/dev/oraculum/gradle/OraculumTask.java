package dev.oraculum.gradle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.gradle.api.Action;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;

/**
 * A job of Oraculum as a task. Its inputs are the code, the tests, the options that its result depends on, the JDK and Oraculum itself; its
 * output is a folder of reports: so it is up to date when none of them has changed. The number of threads is no input, since results do not
 * depend on it.
 */
public abstract class OraculumTask extends DefaultTask {
    /** Options of every job that its result may depend on. */
    private static final List<String> COMMON = Collections.unmodifiableList(Arrays.asList(
            "classes", "testClasses", "excludeFailingTests", "environment", "sandbox"));
    /** File in folders whose content is ours. */
    private static final String MARK = ".oraculum";
    private static final List<String> LISTS = Collections.unmodifiableList(Arrays.asList(
            "classes", "packages", "testClasses", "environment", "allow", "mutators", "generatedTestClasses"));
    private static final List<String> THRESHOLDS = Collections.unmodifiableList(Arrays.asList(
            "maxMismatches", "maxUnsafe", "minBranchCoverage"));
    private static final List<String> TIMES = Collections.unmodifiableList(Arrays.asList("budget", "totalBudget", "testTimeout"));

    private final String job;
    private final List<String> names;
    private OraculumOptions options;
    private FileCollection runtime;
    private FileCollection classPath;
    private FileCollection libraries;
    private FileCollection tests;
    private FileCollection sources;
    private FileCollection jvm;
    private Provider<File> toolchain;
    private Provider<Directory> reports;
    private File projectDirectory;

    /**
     * @param job its name for the runner
     * @param names options beside those that all jobs have
     */
    OraculumTask(String job, String... names) {
        this.job = job;
        List<String> all = new ArrayList<>(COMMON);
        all.addAll(Arrays.asList(names));
        this.names = Collections.unmodifiableList(all);
    }

    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        options = own;
        runtime = inputs.runtime();
        classPath = inputs.classPath(own);
        libraries = inputs.libraries(own, classPath);
        tests = inputs.tests(own, classPath);
        sources = inputs.sources(own);
        jvm = inputs.files(own, "jvm", () -> null);
        toolchain = inputs.toolchain();
        projectDirectory = inputs.project().getProjectDir();
        reports = inputs.project().getLayout().getBuildDirectory().dir("oraculum");
    }

    /** This task's own options, which come before those of the block {@code oraculum { .. }}. */
    @Internal
    public OraculumOptions getOptions() {
        return options;
    }

    public void options(Action<? super OraculumOptions> action) {
        action.execute(options);
    }

    /** Options of the command line; Gradle has them since 4.6. */
    @Option(option = "class", description = "The classes that it is about, instead of those that the build names.")
    public void setClassOption(List<String> names) {
        options.onCommandLine("classes", names);
    }

    /** Everything that is said of the job and may change its result, by name. */
    @Input
    public Map<String, String> getRequest() {
        Map<String, String> request = new TreeMap<>();
        for (String name : names) {
            String value = LISTS.contains(name) ? String.join("\n", options.list(name)) : options.text(name);
            if (THRESHOLDS.contains(name)) {
                Thresholds.number(options, name);
            }
            if (value != null && !value.isEmpty()) {
                request.put(name, TIMES.contains(name) ? Times.milliseconds(name, options.value(name)) : value);
            }
        }
        options.allSettings().forEach((name, value) -> request.put("settings." + name, value));
        return request;
    }

    /** The program that does the job. */
    @Classpath
    public FileCollection getRuntime() {
        return runtime;
    }

    /** The code under test. */
    @Classpath
    public FileCollection getClassPath() {
        return classPath;
    }

    /** What it needs. */
    @Classpath
    public FileCollection getLibraries() {
        return libraries;
    }

    /** Its tests and what they need. */
    @Classpath
    public FileCollection getTests() {
        return tests;
    }

    /** Folders of the code's sources. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getSources() {
        return sources;
    }

    /** Version of the JDK that runs Oraculum and the tests. */
    @Input
    public String getJavaVersion() {
        return Jdk.version(javaHome());
    }

    /** A folder of its own for its reports. */
    @OutputDirectory
    public File getReports() {
        Object chosen = options.value("reports");
        File folder = chosen == null ? reports.get().getAsFile() : under(chosen);
        return new File(folder, job);
    }

    private File under(Object path) {
        File file = path instanceof File ? (File) path : new File(path.toString());
        return file.isAbsolute() ? file : new File(projectDirectory, file.getPath());
    }

    private File javaHome() {
        List<File> chosen = new ArrayList<>(jvm.getFiles());
        if (!chosen.isEmpty()) {
            return chosen.get(0);
        }
        File ofProject = toolchain == null ? null : toolchain.getOrNull();
        return ofProject != null ? ofProject : new File(System.getProperty("java.home"));
    }

    /** Files that only this job has, by the names that the runner knows them by. */
    void addFiles(Properties request) {}

    /** What is wrong with the result although the job ended well, in words for the user; null: nothing is. */
    abstract String verdict(Figures figures);

    @TaskAction
    public void run() {
        File home = javaHome();
        Jdk.requireUsable(home);
        File folder = getReports();
        Properties request = new Properties();
        request.putAll(getRequest());
        request.setProperty("job", job);
        request.setProperty("classPath", paths(classPath));
        request.setProperty("libraries", paths(libraries));
        request.setProperty("tests", paths(tests));
        request.setProperty("sources", paths(sources));
        request.setProperty("reports", folder.getPath());
        request.setProperty("workingDirectory", projectDirectory.getPath());
        if (options.value("threads") != null) {
            request.setProperty("threads", options.text("threads"));
        }
        addFiles(request);
        removeEarlier(folder);
        Properties end = new ForkedJob(home, options.list("jvmArgs"), runtime.getFiles(), projectDirectory, getTemporaryDir(), getLogger())
                .run(request);
        Ends.requireResult(end, getTemporaryDir());
        Ends.remedies(end).forEach(getLogger()::warn);
        Figures figures = new Figures(end);
        String wrong = figures.of("internalErrors") > 0
                ? figures.of("internalErrors") + " ended by a fault of Oraculum"
                : verdict(figures);
        if (wrong != null) {
            throw new GradleException(wrong + "\nreports: " + folder);
        }
    }

    /** What an earlier run left would be taken for this one's. Nothing is removed from a folder that no run of ours has marked. */
    private void removeEarlier(File folder) {
        File mark = new File(folder, MARK);
        try {
            if (mark.isFile()) {
                Trees.delete(folder.toPath());
            }
            Files.createDirectories(folder.toPath());
            Files.write(mark.toPath(), ("Reports of " + getName() + ": written anew by each run.\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new GradleException("cannot make the folder " + folder + " anew: " + e.getMessage(), e);
        }
    }

    /** Those that exist: a source set names folders for classes and resources whether it has any or not. */
    static String paths(FileCollection files) {
        List<String> paths = new ArrayList<>();
        for (File file : files) {
            if (file.exists()) {
                paths.add(file.getPath());
            }
        }
        return String.join("\n", paths);
    }
}
