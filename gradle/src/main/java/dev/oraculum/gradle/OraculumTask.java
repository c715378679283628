package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import dev.oraculum.job.JobException;
import dev.oraculum.job.JobRun;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
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
public abstract class OraculumTask extends RunnerTask {
    private final Job job;
    private FileCollection classPath;
    private FileCollection libraries;
    private FileCollection tests;
    private FileCollection sources;

    OraculumTask(Job job) {
        this.job = job;
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        classPath = inputs.classPath(own);
        libraries = inputs.libraries(own, classPath);
        tests = inputs.tests(own, classPath);
        sources = inputs.sources(own);
    }

    /** Options of the command line; Gradle has them since 4.6. */
    @Option(option = "class", description = "The classes that it is about, instead of those that the build names.")
    public void setClassOption(List<String> names) {
        getOptions().onCommandLine("classes", names);
    }

    /** Everything that is said of the job and may change its result, by name. */
    @Input
    public Map<String, String> getRequest() {
        try {
            return job.request(getOptions()::plain, getOptions().allSettings());
        } catch (JobException e) {
            throw told(e);
        }
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

    /** A folder of its own for its reports. */
    @OutputDirectory
    public File getReports() {
        return new File(reportsFolder(), job.word());
    }

    /** Files that only this job has, by the names that the runner knows them by. */
    void addFiles(Map<String, String> request) {}

    @TaskAction
    public void run() {
        Map<String, String> asked = new TreeMap<>(getRequest());
        asked.put("classPath", JobRun.paths(classPath));
        asked.put("libraries", JobRun.paths(libraries));
        asked.put("tests", JobRun.paths(tests));
        asked.put("sources", JobRun.paths(sources));
        // Neither an input nor an output: a result is the same with it and without.
        if (job.hasHistory() && getOptions().value("history") != null) {
            asked.put("history", under(getOptions().value("history")).getPath());
        }
        if (getOptions().value("threads") != null) {
            asked.put("threads", getOptions().text("threads"));
        }
        addFiles(asked);
        try {
            jobRun().run(job, asked, getReports(), getOptions()::plain);
        } catch (JobException e) {
            throw told(e);
        }
    }
}
