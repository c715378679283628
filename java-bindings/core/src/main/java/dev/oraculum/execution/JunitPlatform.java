package dev.oraculum.execution;

import dev.oraculum.facts.ClassPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JUnit Platform that runs the project's tests. A project that brings a launcher and the engines for its tests runs
 * on its own; for any other ours goes in front of its class path, as a whole, because launcher, engines and API must
 * come from one release. Platform 1.x runs JUnit 3, 4 and 5, whatever the version of their jars; 6 runs JUnit 6.
 *
 * @param before jars to put in front of the project's class path
 * @param description what was chosen and why, for people
 */
record JunitPlatform(List<Path> before, String description) {
    private static final String LAUNCHER = "org/junit/platform/launcher/core/LauncherFactory";
    private static final String PLATFORM_ENGINE = "org/junit/platform/engine/TestEngine";
    private static final String JUPITER_API = "org/junit/jupiter/api/Test";
    private static final String JUPITER_ENGINE = "org/junit/jupiter/engine/JupiterTestEngine";
    private static final String VINTAGE_ENGINE = "org/junit/vintage/engine/VintageTestEngine";
    /** In JUnit 4 since 4.12, the oldest that the vintage engine runs on. */
    private static final String JUNIT_4_12 = "org/junit/validator/AnnotationsValidator";

    private static final String HAMCREST_MATCHER = "org/hamcrest/Matcher";
    /** A method that Hamcrest got in 1.3, which JUnit 4.11 and later call. */
    private static final String HAMCREST_1_3 = "describeMismatch";
    /** JUnit 6 is the first release compiled for Java 17. */
    private static final int JAVA_17_CLASS_FILE = 61;

    JunitPlatform {
        before = List.copyOf(before);
    }

    static JunitPlatform choose(ClassPath project, Installation installation, List<String> testClasses) {
        boolean jupiter = anyRefersTo(project, testClasses, "org/junit/jupiter/");
        boolean vintage = anyRefersTo(project, testClasses, "org/junit/Test", "org/junit/runner/RunWith", "junit/framework/");
        if (has(project, LAUNCHER)
                && (!jupiter || has(project, JUPITER_ENGINE))
                && (!vintage || has(project, VINTAGE_ENGINE))) {
            return new JunitPlatform(List.of(), "the project's own JUnit Platform");
        }
        boolean six = Stream.of(PLATFORM_ENGINE, JUPITER_API)
                .flatMap(name -> project.findInProject(name).stream())
                .anyMatch(bytes -> classFileVersion(bytes) >= JAVA_17_CLASS_FILE);
        List<Path> before = new ArrayList<>();
        for (Path jar : six ? installation.platform6() : installation.platform1()) {
            if (isNeeded(jar, project)) {
                before.add(jar);
            }
        }
        return new JunitPlatform(before, six ? "our JUnit Platform 6" : "our JUnit Platform 1");
    }

    /** JUnit 4 and Hamcrest stay the project's own unless they are too old for the vintage engine. */
    private static boolean isNeeded(Path jar, ClassPath project) {
        String name = jar.getFileName().toString();
        if (name.startsWith("junit-4")) {
            return !has(project, JUNIT_4_12);
        }
        if (name.startsWith("hamcrest")) {
            return project.findInProject(HAMCREST_MATCHER)
                    .filter(bytes -> ClassFiles.mentions(bytes, HAMCREST_1_3))
                    .isEmpty();
        }
        return true;
    }

    private static boolean anyRefersTo(ClassPath project, List<String> testClasses, String... prefixes) {
        for (String testClass : testClasses) {
            Optional<byte[]> bytes = project.findInProject(testClass.replace('.', '/'));
            while (bytes.isPresent()) {
                for (String prefix : prefixes) {
                    if (ClassFiles.mentions(bytes.get(), prefix)) {
                        return true;
                    }
                }
                bytes = Optional.ofNullable(ClassFiles.superName(bytes.get())).flatMap(project::findInProject);
            }
        }
        return false;
    }

    private static boolean has(ClassPath project, String internalName) {
        return project.findInProject(internalName).isPresent();
    }

    private static int classFileVersion(byte[] bytes) {
        return (bytes[6] & 0xff) << 8 | bytes[7] & 0xff;
    }
}
