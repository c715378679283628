package dev.oraculum.pipeline;

import dev.oraculum.api.ProjectException;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.SimilarNames;
import java.util.List;
import java.util.SortedSet;

/** The class that tests are generated of, as users name it. */
public final class ClassUnderTest {
    private ClassUnderTest() {}

    /**
     * Its internal name.
     *
     * @param name binary; of a nested class a dot may stand for each {@code $}
     * @throws ProjectException it is not on the class path, or cannot be read
     */
    public static String internalName(ClassPath classPath, String name) {
        SortedSet<String> all = classPath.projectClasses();
        String internal = name.replace('.', '/');
        while (!all.contains(internal)) {
            int slash = internal.lastIndexOf('/');
            if (slash < 0) {
                List<String> similar = SimilarNames.of(name, all);
                throw new ProjectException(
                        "there is no class " + name + " on the class path" + (similar.isEmpty() ? "" : "; similar names"), similar);
            }
            internal = internal.substring(0, slash) + "$" + internal.substring(slash + 1);
        }
        UnreadableClasses.require(classPath, internal);
        return internal;
    }
}
