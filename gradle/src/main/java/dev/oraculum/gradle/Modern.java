package dev.oraculum.gradle;

import org.gradle.api.Action;
import org.gradle.api.Project;

/** What Gradle has since 4.9: tasks that are made when a build needs them. Nothing refers to this class in an older one. */
final class Modern {
    private Modern() {}

    static <T extends RunnerTask> void register(Project project, String name, Class<T> type, Action<? super T> configuration) {
        project.getTasks().register(name, type, configuration);
    }
}
