package dev.oraculum.api.select;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.SelectJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Select the variables of compiled classes that are worth asserting on. With tests, and the variant {@link
 * SelectSettings.Variant#OBSERVED}, these are run once; else nothing of the project is run.
 *
 * @param project its tests are those that the selection is for; without any it is for all clients of the classes. Its test classes are
 *     those under its tests, or all of them
 * @param classes binary names of the classes to analyse, their nested classes included
 * @param packages names of packages whose classes are analysed, subpackages included; without classes and packages, all classes of the
 *     first entry of the class path are: what else is there is a library
 * @param settings of the selection
 * @param graph whether the report holds the whole substitution graph
 * @param executed of each test, the data that it defines, as known from an earlier run; null: the tests are run for it if the variant asks
 *     for it
 * @param recorded a folder with what test runs of the build recorded, which take the place of that run ({@link
 *     dev.oraculum.api.Oraculum#planRecording(Select, int, Path)}); null: the tests are run
 */
public record Select(
        Project project, List<String> classes, List<String> packages, SelectSettings settings, boolean graph,
        List<Set<OracleDatum>> executed, Path recorded)
        implements Request<SelectReport> {
    public Select {
        Objects.requireNonNull(project, "project");
        classes = List.copyOf(classes);
        packages = List.copyOf(packages);
        Objects.requireNonNull(settings, "settings");
        if (project.classPath().isEmpty()) {
            throw new IllegalArgumentException("classPath is empty: name the jars or folders of the classes to analyse");
        }
        executed = executed == null ? null : executed.stream().map(Set::copyOf).toList();
        if (project.tests().isEmpty() && !project.testClasses().isEmpty()) {
            throw new IllegalArgumentException("testClasses are named, but tests is empty: there is nothing to find them in");
        }
        if (recorded != null && project.tests().isEmpty()) {
            throw new IllegalArgumentException("recorded is of a run of tests, but tests is empty");
        }
    }

    /** All classes of the first entry of the class path. */
    public static Select of(Project project) {
        return new Select(project, List.of(), List.of(), SelectSettings.defaults(), false, null, null);
    }

    @Override
    public List<Phase> phases() {
        return runsTests() ? List.of(Phase.FACTS, Phase.EXECUTION, Phase.SELECTION) : List.of(Phase.FACTS, Phase.SELECTION);
    }

    /** Whether the project's tests are run. */
    public boolean runsTests() {
        return recorded == null && weighsByTests();
    }

    /** Whether it has to be known what the project's tests execute. */
    public boolean weighsByTests() {
        return !project.tests().isEmpty() && executed == null && settings.variant() == SelectSettings.Variant.OBSERVED;
    }

    @Override
    public SelectReport run(JobListener listener) {
        return SelectJob.select(this, listener);
    }

    public Select withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** Analyses these classes, wherever on the class path. */
    public Select withClasses(List<String> names) {
        return Records.with(this, "classes", names);
    }

    /** Analyses the classes of these packages, wherever on the class path. */
    public Select withPackages(List<String> names) {
        return Records.with(this, "packages", names);
    }

    public Select withSettings(SelectSettings changed) {
        return Records.with(this, "settings", changed);
    }

    /** Weighs by what tests were seen to execute, and runs none. */
    public Select withExecuted(List<Set<OracleDatum>> tests) {
        return Records.with(this, "executed", tests);
    }

    /** Takes what test runs of the build recorded into a folder, and runs no tests. */
    public Select withRecorded(Path folder) {
        return Records.with(this, "recorded", folder);
    }

    public Select withGraph(boolean whole) {
        return Records.with(this, "graph", whole);
    }
}
