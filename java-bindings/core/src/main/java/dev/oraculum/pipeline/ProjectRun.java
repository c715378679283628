package dev.oraculum.pipeline;

import dev.oraculum.api.Project;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How a project's tests are run, whatever the job. */
final class ProjectRun {
    private ProjectRun() {}

    static Jvm jvm(Project project) {
        return project.jvm() == null ? Jvm.running() : Jvm.at(project.jvm());
    }

    /** Of the code under test and the tests together. */
    static List<Path> paths(Project project) {
        return paths(project.classPath(), project.tests());
    }

    static List<Path> paths(List<Path> classPath, List<Path> tests) {
        return Stream.concat(classPath.stream(), tests.stream()).map(Path::toAbsolutePath).distinct().toList();
    }

    static int threads(Project project) {
        return project.threads() == 0 ? Runtime.getRuntime().availableProcessors() : project.threads();
    }

    /** One worker. */
    static ExecutionSettings settings(Project project, Jvm jvm, List<Path> paths, List<String> testClasses, byte[] plan) {
        ExecutionSettings settings = ExecutionSettings.of(Installation.find(project.installation()), jvm, paths, testClasses, plan)
                .withSurroundings(project.workers());
        return project.testTimeout() == null ? settings : settings.withBudgets(settings.budgets().withFirstRun(project.testTimeout()));
    }
}
