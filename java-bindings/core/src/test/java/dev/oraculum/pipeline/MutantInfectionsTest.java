package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.testing.Compiled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which goal's tests infect which of PIT's mutants. */
class MutantInfectionsTest {
    private static final String SOURCE =
            """
            public class C {
                int sum(int a, int b) { return a + b; }
                long product(long a, long b) { return -a * b; }
                boolean less(double a, double b) { if (a < b) { return call(); } return !call(); }
                boolean call() { return true; }
                boolean known(boolean a) { return a; }
                Object same(Object a) { if (a == null) { a = "x"; } return a; }
                String text(String a) { return a; }
                int next(int a) { return a + 1; }
                void run() { call(); none(); }
                void none() {}
            }
            """;

    @TempDir
    Path directory;

    private ClassPath classPath;

    @BeforeEach
    void compile() throws Exception {
        Files.write(directory.resolve("C.class"), Compiled.of(SOURCE, "-g").bytes("C"));
        classPath = ClassPath.open(List.of(directory));
    }

    @AfterEach
    void close() {
        classPath.close();
    }

    /** By method and kind of fault, the goals as the facts have them: kind and outcome. */
    private Map<String, List<String>> infections(boolean wanted) throws Exception {
        TypeFacts facts = TypeFacts.collect(classPath, "C", List.of(), wanted);
        List<byte[]> files = TypeFacts.classFiles(classPath, "C");
        List<String> goals = new ArrayList<>();
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++) {
                    goals.add(method.name() + " " + point.kind() + " " + outcome);
                }
            }
        }
        MutantInfections infections = new MutantInfections(facts, files);
        Map<String, List<String>> found = new TreeMap<>();
        for (Mutant mutant : Mutants.ofClass(classPath, "C", Mutators.defaults())) {
            String name = mutant.method().replaceFirst("\\(.*", "");
            List<String> of = infections.of(mutant, files.get(0)).stream().map(goals::get).toList();
            assertTrue(of.stream().allMatch(goal -> goal.startsWith(name + " ")), mutant.id() + " " + of);
            found.computeIfAbsent(name + "/" + mutant.mutator(), key -> new ArrayList<>())
                    .addAll(of.stream().map(goal -> goal.substring(name.length() + 1)).toList());
        }
        return found;
    }

    @Test
    void eachKindOfFaultHasItsGoal() throws Exception {
        Map<String, List<String>> found = infections(true);
        assertEquals(List.of("ARITHMETIC 0"), found.get("sum/MATH"));
        assertEquals(List.of("RETURNED 0"), found.get("sum/PRIMITIVE_RETURNS"));
        assertEquals(List.of("ARITHMETIC 0"), found.get("product/MATH"));
        assertEquals(List.of("ARITHMETIC 0"), found.get("product/INVERT_NEGS"));
        assertEquals(List.of("BOUNDARY 0"), found.get("less/CONDITIONALS_BOUNDARY"));
        assertEquals(List.of("JUMP 1"), found.get("less/REMOVE_CONDITIONALS_ORDER_ELSE"), "the mutant always jumps");
        assertEquals(List.of("RETURNED 1"), found.get("known/TRUE_RETURNS"), "false is returned");
        assertEquals(List.of("RETURNED 0"), found.get("known/FALSE_RETURNS"));
        assertEquals(List.of("JUMP 1"), found.get("same/REMOVE_CONDITIONALS_EQUAL_ELSE"));
        assertEquals(List.of("RETURNED 0"), found.get("same/NULL_RETURNS"));
        assertEquals(List.of("RETURNED 0"), found.get("text/EMPTY_RETURNS"));
        assertEquals(List.of(), found.get("next/MATH"), "whoever comes there infects");
        assertEquals(List.of(), found.get("run/VOID_METHOD_CALLS"));
    }

    @Test
    void withoutInfectionsAmongTheGoalsNobodyKnows() throws Exception {
        assertTrue(infections(false).values().stream().allMatch(List::isEmpty));
    }
}
