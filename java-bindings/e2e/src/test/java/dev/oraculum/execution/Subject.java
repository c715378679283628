package dev.oraculum.execution;

import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.List;

/**
 * A class with one method, {@code int twice(int)}, and three tests of it. A mutant is the same class compiled with
 * another body.
 */
final class Subject {
    static final String CLASS = "sample.Subject";
    static final String METHOD = "sample.Subject#twice(int)";
    static final List<String> TESTS = List.of("sample.SubjectTest");

    private static final String ORIGINAL = "return x * 2 + offset;";

    private static final String TEMPLATE =
            """
            package sample;
            public class Subject {
                static int offset;
                static final Object LOCK = new Object();
                public static int twice(int x) {
                    %s
                }
            }
            """;

    /** What mutants call. */
    private static final List<String> HELPERS = List.of(
            """
            package sample;
            public class LoopingInitializer {
                static int count;
                static { while (count >= 0) { count = (count + 1) & 1023; } }
                static int value() { return count; }
            }
            """,
            """
            package sample;
            public class HangingInitializer {
                static long sum;
                static { sum = java.util.stream.LongStream.range(0, Long.MAX_VALUE).sum(); }
                static int value() { return (int) sum; }
            }
            """,
            // What the static initializer of a class of the JDK waits for.
            """
            package sample;
            public class SlowPreferences implements java.util.prefs.PreferencesFactory {
                public SlowPreferences() {
                    for (int i = 0; i < 20; i++) { try { Thread.sleep(100); } catch (InterruptedException e) { } }
                }
                public java.util.prefs.Preferences systemRoot() { return null; }
                public java.util.prefs.Preferences userRoot() { return null; }
            }
            """,
            // A thread that never ends, and keeps a lock if it is given one. Mutants cannot have lambdas: those are methods.
            """
            package sample;
            public class Background {
                static void run(Object lock) {
                    java.util.concurrent.CountDownLatch held = new java.util.concurrent.CountDownLatch(1);
                    Thread thread = new Thread(() -> {
                        synchronized (lock) { held.countDown(); java.util.stream.LongStream.range(0, Long.MAX_VALUE).sum(); }
                    });
                    thread.start();
                    try { held.await(); } catch (InterruptedException e) { }
                }
            }
            """);

    private static final String TEST =
            """
            package sample;
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import org.junit.jupiter.api.*;
            @TestMethodOrder(MethodOrderer.MethodName.class)
            public class SubjectTest {
                @Test void a_zero() { assertEquals(0, Subject.twice(0)); }
                @Test void b_three() { assertEquals(6, Subject.twice(3)); }
                @Test void c_many() { for (int i = 0; i < 10; i++) assertEquals(2 * i, Subject.twice(i)); }
                @Test void d_unrelated() { assertEquals(1, Math.abs(-1)); }
            }
            """;

    private static final String JUNIT_4_TEST =
            """
            package sample;
            import static org.junit.Assert.assertEquals;
            import org.junit.*;
            @FixMethodOrder(org.junit.runners.MethodSorters.NAME_ASCENDING)
            public class SubjectTest {
                @Test public void a_zero() { assertEquals(0, Subject.twice(0)); }
                @Test public void b_three() { assertEquals(6, Subject.twice(3)); }
                @Test public void c_many() { for (int i = 0; i < 10; i++) assertEquals(2 * i, Subject.twice(i)); }
            }
            """;

    private final SampleProject project;
    private final Path scratch;
    private int compiled;

    /** With tests written for JUnit 5. */
    Subject(Path directory) {
        this(directory, List.of());
    }

    /** @param more sources of classes that mutants call */
    Subject(Path directory, List<String> more) {
        this(directory, TEST, more, Distribution.junit("platform-1", "junit-jupiter", "junit-platform-commons", "opentest4j"));
    }

    /** With tests written for JUnit 4. */
    static Subject withJunit4(Path directory) {
        return new Subject(directory, JUNIT_4_TEST, List.of(), Distribution.junit("platform-1", "junit-4", "hamcrest"));
    }

    private Subject(Path directory, String test, List<String> more, List<Path> libraries) {
        scratch = directory.resolve("mutants");
        List<String> sources = new java.util.ArrayList<>(HELPERS);
        sources.addAll(more);
        sources.add(TEMPLATE.formatted(ORIGINAL));
        sources.add(test);
        project = SampleProject.compile(
                directory.resolve("a path with spaces"),
                libraries,
                sources.toArray(String[]::new));
    }

    SampleProject project() {
        return project;
    }

    /** The class file of a mutant with this body. */
    byte[] mutant(String body) {
        SampleProject mutant = SampleProject.compile(
                scratch.resolve("m" + compiled++), List.of(project.classes()), TEMPLATE.formatted(body));
        return mutant.classFile(CLASS);
    }

    ExecutionSettings settings(Jvm jvm) {
        return ExecutionSettings.of(Distribution.installation(), jvm, project.classPath(), TESTS, plan());
    }

    private byte[] plan() {
        return plan(project, METHOD);
    }

    /** The encoded plan for the states of a method. */
    static byte[] plan(SampleProject project, String method) {
        try (ClassPath classPath = ClassPath.open(project.classPath())) {
            return CapturePlanner.plan(
                            classPath, MethodReference.parse(method).resolve(classPath), CaptureSettings.DEFAULT, new EnginePurity())
                    .plan()
                    .toBytes();
        }
    }
}
