package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.generation.TypeFacts.PointKind;
import dev.oraculum.program.ProgramFacts;
import dev.oraculum.spi.Branch;
import dev.oraculum.testing.Compiled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A goal names the same branch as the facts of the program do: the engine says of the operation that it branches, and in which line. */
class BranchesOfTheProgramTest {
    /** Each branch has a line of its own. */
    private static final String SOURCE =
            """
            package p;
            import java.util.*;
            public class Target {
                record Pair(int a, String b) {}
                int some(Object o, String word, int[] all) {
                    if (o
                            instanceof Pair) {
                        return 1;
                    }
                    boolean both = all.length > 3
                            && all[0] == 1
                            || o == null;
                    switch (word) {
                        case "one":
                            return 2;
                        case "two":
                            for (int i = 0; i < 3; i++) {
                                all[i]++;
                            }
                            break;
                        default:
                            Runnable later = () -> {
                                if (word.isEmpty()) {
                                    throw new IllegalStateException();
                                }
                            };
                            later.run();
                    }
                    try {
                        return both
                                ? new Pair(1, word).hashCode()
                                : 3;
                    } finally {
                        synchronized (all) {
                            while (all[1] > 0) {
                                all[1]--;
                            }
                        }
                    }
                }
            }
            """;

    @TempDir
    Path directory;

    @Test
    void ofCodeOfManyKinds() throws Exception {
        for (var file : Compiled.of(SOURCE, "-g").classes().entrySet()) {
            Path path = directory.resolve(file.getKey() + ".class");
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            Set<Integer> lines = check(classPath, List.of("p/Target"));
            assertTrue(lines.size() >= 7, lines.toString());
        }
    }

    @Test
    void ofALibrary() throws Exception {
        Path library = Path.of(FastMath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (ClassPath classPath = ClassPath.open(List.of(library))) {
            String genetics = "org/apache/commons/math3/genetics/";
            List<String> targets =
                    classPath.projectClasses().stream().filter(name -> name.startsWith(genetics) && !name.contains("$")).toList();
            assertTrue(check(classPath, targets).size() > 20);
        }
    }

    /** The lines that have branches. */
    private static Set<Integer> check(ClassPath classPath, List<String> targets) {
        Set<Integer> lines = new HashSet<>();
        try (Engine engine = Engine.open(EngineOptions.inMemory())) {
            Set<String> classes = new HashSet<>();
            targets.forEach(target -> classes.addAll(Goals.classes(classPath, target)));
            ProgramFacts.collect(classPath, classes, List.of(), engine::addClass);
            for (String target : targets) {
                for (MethodGoals method : TypeFacts.collect(classPath, target).goals()) {
                    method.points().forEach(point -> check(engine, method, point, lines));
                }
            }
        }
        return lines;
    }

    private static void check(Engine engine, MethodGoals method, Point point, Set<Integer> lines) {
        if (point.kind() != PointKind.JUMP && point.kind() != PointKind.SWITCH) {
            assertNull(point.operation());
            return;
        }
        Branch branch = Branch.ofOperation(method.className(), method.name(), method.descriptor(), point.operation());
        try {
            assertEquals(point.line(), engine.constructionGraph(branch, SeedSettings.defaults()).line(), branch.toString());
            lines.add(point.line());
        } catch (IllegalArgumentException e) {
            // It is a branch, but of a method to which nothing leads.
            assertTrue(e.getMessage().contains("no method that a test in the package"), branch + ": " + e.getMessage());
        }
    }
}
