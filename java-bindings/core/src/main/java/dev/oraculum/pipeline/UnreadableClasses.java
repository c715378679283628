package dev.oraculum.pipeline;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import dev.oraculum.facts.ClassPath;
import java.util.List;
import java.util.Map;

/** What a user hears of class files that cannot be read: they are left out and listed, unless it is one that the user named. */
final class UnreadableClasses {
    private UnreadableClasses() {}

    /** @param unreadable reasons by internal name */
    static List<LeftOut> of(Map<String, String> unreadable) {
        return unreadable.entrySet().stream().map(entry -> new LeftOut(entry.getKey().replace('/', '.'), entry.getValue())).toList();
    }

    /** Those that were met, a line each. */
    static List<String> lines(ClassPath classPath) {
        return of(classPath.unreadable()).stream().map(UnreadableClasses::line).toList();
    }

    static String line(LeftOut left) {
        return "class file of " + left.name() + ": " + left.reason();
    }

    /**
     * Fails where a class is there and its class file cannot be read.
     *
     * @param internalName may be null
     * @throws ProjectException with the reason and the place
     */
    static void require(ClassPath classPath, String internalName) {
        if (internalName != null && classPath.findInProject(internalName).isEmpty() && classPath.unreadable().containsKey(internalName)) {
            throw new ProjectException(
                    Problem.Code.CLASS_UNREADABLE.problem(),
                    "the class file of " + internalName.replace('/', '.') + " cannot be read: " + classPath.unreadable().get(internalName),
                    List.of());
        }
    }
}
