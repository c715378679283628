package dev.oraculum.gradle;

import dev.oraculum.job.Jdk;
import dev.oraculum.job.JobException;
import dev.oraculum.job.JobRun;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.Action;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;

/** A task that runs Oraculum's runner in a JVM of its own. */
public abstract class RunnerTask extends DefaultTask {
    private OraculumOptions options;
    private FileCollection runtime;
    private FileCollection jvm;
    private Provider<File> toolchain;
    private Provider<Directory> reports;
    private File projectDirectory;

    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        options = own;
        runtime = inputs.runtime();
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

    /** The program that does the job. */
    @Classpath
    public FileCollection getRuntime() {
        return runtime;
    }

    /** Version of the JDK that runs Oraculum and the tests. */
    @Input
    public String getJavaVersion() {
        return Jdk.version(javaHome());
    }

    /** Where tasks have their reports, each in a folder of its own. */
    File reportsFolder() {
        Object chosen = options.value("reports");
        return chosen == null ? reports.get().getAsFile() : under(chosen);
    }

    File under(Object path) {
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

    JobRun jobRun() {
        return new JobRun(new ScriptWording(), new LoggerOutput(getLogger()), projectDirectory, getTemporaryDir())
                .withJvm(javaHome(), options.list("jvmArgs"), runtime.getFiles());
    }

    static GradleException told(JobException e) {
        return e.isInput() ? new InvalidUserDataException(e.getMessage()) : new GradleException(e.getMessage(), e.getCause());
    }
}
