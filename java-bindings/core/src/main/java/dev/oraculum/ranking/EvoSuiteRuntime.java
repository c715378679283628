package dev.oraculum.ranking;

import dev.oraculum.api.Problem;
import dev.oraculum.api.ProjectException;
import dev.oraculum.execution.ClassFiles;
import dev.oraculum.facts.ClassPath;
import java.util.List;
import java.util.Optional;

/**
 * EvoSuite's tests need its runtime. Without it the JVM leaves out the runner that an annotation names, and a test would be run as what it
 * is not.
 */
public final class EvoSuiteRuntime {
    private static final String RUNTIME = "org/evosuite/runtime/";
    private static final String RUNNER = RUNTIME + "EvoRunner";

    private EvoSuiteRuntime() {}

    /**
     * Checks that what test classes need of EvoSuite is there.
     *
     * @param classPath of the generated tests
     * @param testClasses binary names
     * @throws ProjectException it is not
     */
    public static void require(ClassPath classPath, List<String> testClasses) {
        if (classPath.findInProject(RUNNER).isPresent()) {
            return;
        }
        for (String testClass : testClasses) {
            Optional<byte[]> classFile = classPath.findInProject(testClass.replace('.', '/'));
            while (classFile.isPresent()) {
                if (ClassFiles.mentions(classFile.get(), RUNTIME)) {
                    throw new ProjectException(Problem.Code.GENERATOR_RUNTIME_MISSING.problem(), "generated test class " + testClass
                            + " was written by EvoSuite and needs its runtime (" + RUNNER.replace('/', '.')
                            + "), which is not among the generated tests: evosuite-standalone-runtime-<version>.jar, of the version"
                            + " that wrote it", List.of());
                }
                String parent = ClassFiles.superName(classFile.get());
                classFile = parent == null ? Optional.empty() : classPath.findInProject(parent);
            }
        }
    }
}
