package dev.oraculum.gradle;

import dev.oraculum.job.JobException;
import dev.oraculum.job.Results;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.file.Directory;
import org.gradle.api.file.FileCollection;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * {@code oraculumReport}: one HTML page of what the other tasks have left in this project and in those below it. It runs none of them, and
 * comes after those that the build runs.
 */
@CacheableTask
public class OraculumReport extends RunnerTask {
    /** Where projects below this one have their reports, by the names of the projects. */
    private final Map<String, Provider<Directory>> below = new LinkedHashMap<>();
    private FileCollection results;

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        Project project = inputs.project();
        mustRunAfter(project.getTasks().withType(OraculumTask.class));
        mustRunAfter(project.getTasks().withType(OraculumMerge.class));
        for (Project other : project.getSubprojects()) {
            below.put(other.getName(), other.getLayout().getBuildDirectory().dir("oraculum"));
            mustRunAfter(other.getTasks().withType(OraculumTask.class));
        }
        // Trees, which are looked into when the task runs: what a configuration looks at, its cache takes for a part of it.
        results = project.files((Callable<Object>) () -> {
            List<Object> trees = new ArrayList<>();
            trees.add(inputs.results(reportsFolder()));
            below.values().forEach(folder -> trees.add(inputs.results(folder)));
            return trees;
        });
    }

    /** By the names that the page has for them. */
    private Map<String, File> results() {
        Map<String, File> all = new LinkedHashMap<>(Results.of(reportsFolder(), ""));
        below.forEach((name, folder) -> all.putAll(Results.of(folder.get().getAsFile(), name + "/")));
        return all;
    }

    /** Results as JSON. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getResults() {
        return results;
    }

    @OutputFile
    public File getPage() {
        return new File(reportsFolder(), "report.html");
    }

    @TaskAction
    public void run() {
        Map<String, File> found = results();
        if (found.isEmpty()) {
            getLogger().lifecycle("nothing to do: there are no results in " + reportsFolder()
                    + "; make some first: gradle oraculumImprove");
            return;
        }
        try {
            jobRun().report(found, getPage());
        } catch (JobException e) {
            throw told(e);
        }
    }
}
