package dev.oraculum.api.change;

import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.changes.ChangedMethods;
import java.nio.file.Path;
import java.util.List;

/**
 * The code of a project that has changed since a revision of its git repository, what is not committed included. A method has changed if a
 * line of its declaration or body has; a comment in front of it, or a field, is part of no method.
 *
 * @param base the revision that was compared with: where the branch at hand left {@code since}
 * @param files changed Java files that a class of the project comes from, by their path in the repository
 * @param methods changed methods of the project's classes, {@code pkg.C#m(int)}, by class, then as in the class file
 * @param constructors changed constructors, {@code pkg.C#<init>(int)}
 * @param classes binary names of the top-level classes that these files declare
 */
public record ChangedCode(
        String base, List<String> files, List<String> methods, List<String> constructors, List<String> classes) {
    public ChangedCode {
        files = List.copyOf(files);
        methods = List.copyOf(methods);
        constructors = List.copyOf(constructors);
        classes = List.copyOf(classes);
    }

    /**
     * Asks git.
     *
     * @param project its class path has the classes as they are now
     * @param folder any folder of the repository; only changes below it count
     * @param revision of the repository: a branch, a tag, a commit
     * @throws IllegalArgumentException there is no such revision
     * @throws ProjectException there is no git, or the folder is in no repository
     */
    public static ChangedCode since(Project project, Path folder, String revision) {
        return ChangedMethods.since(project, folder, revision);
    }
}
