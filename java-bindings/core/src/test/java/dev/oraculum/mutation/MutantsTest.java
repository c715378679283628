package dev.oraculum.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutantsTest {
    private static final String SOURCE =
            """
            package pkg;
            public class Sample {
                int calls;
                public static int min(int x, int y) {
                    return x < y ? x : y;
                }
                public int sum(java.util.List<Integer> values) {
                    calls++;
                    return values.stream().filter(v -> v > 0).mapToInt(v -> v * 2).sum();
                }
                public static double mixed(long a, double b, float c, int d, long[] e) {
                    long shifted = (a << d ^ e[d] & 255L) % 7;
                    float f = c * d - 1.5f;
                    return shifted > a ? b / f + shifted : b - 2 * e[0] + (d | 6) * c;
                }
                public static int other(int x) {
                    return x + 1;
                }
            }
            """;

    @TempDir
    Path directory;

    private ClassPath compile(int release) throws IOException {
        Path file = Files.createDirectories(directory.resolve("pkg")).resolve("Sample.java");
        Files.writeString(file, SOURCE);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, java.io.OutputStream.nullOutputStream(),
                        "--release", Integer.toString(release), "-g", "-nowarn", "-d", directory.toString(), file.toString());
        assertEquals(0, status);
        return ClassPath.open(List.of(directory));
    }

    private static List<Mutant> mutants(ClassPath classPath, String name, String descriptor, MutationScope scope, String... mutators) {
        return Mutants.of(classPath, "pkg/Sample", name, descriptor, scope, Mutators.named(List.of(mutators)));
    }

    @Test
    void aMutantSaysWhereItIsAndWhatItChanged() throws IOException {
        try (ClassPath classPath = compile(17)) {
            List<Mutant> mutants = mutants(classPath, "min", "(II)I", MutationScope.METHOD, "DEFAULTS");
            assertEquals(
                    List.of(
                            "line 5: changed conditional boundary",
                            "line 5: removed conditional - replaced comparison check with false",
                            "line 5: replaced int return with 0"),
                    mutants.stream().map(Mutant::sentence).sorted().toList());
            assertEquals(Set.of("pkg.Sample"), mutants.stream().map(Mutant::className).collect(Collectors.toSet()));
            assertTrue(mutants.stream().allMatch(mutant -> mutant.id().startsWith("min(int,int)/" + mutant.mutator() + "/")));
        }
    }

    @Test
    void theClassicOperatorsReplaceEachOperatorByAllOthers() throws Exception {
        try (ClassPath classPath = compile(17)) {
            List<Mutant> mutants = mutants(classPath, "min", "(II)I", MutationScope.METHOD, "CLASSIC");
            Set<String> results = new HashSet<>();
            for (Mutant mutant : mutants) {
                Class<?> type = new ClassLoader(null) {
                    Class<?> define() {
                        return defineClass(mutant.className(), mutant.bytes(), 0, mutant.bytes().length);
                    }
                }.define();
                var min = type.getMethod("min", int.class, int.class);
                results.add(min.invoke(null, 3, 7) + " " + min.invoke(null, 7, 3) + " " + min.invoke(null, 5, 5));
            }
            assertTrue(results.containsAll(Set.of("7 7 5", "3 3 5", "3 7 5", "7 3 5", "-3 3 5", "4 3 5", "3 2 4")), results::toString);
            assertEquals(
                    Set.of("RELATIONAL_OPERATOR", "UNARY_INSERTION", "VARIABLE"),
                    mutants.stream().map(mutant -> mutant.mutator().replaceFirst("_\\d$", "")).collect(Collectors.toSet()));
        }
    }

    @Test
    void everyClassicMutantIsAClassThatVerifies() throws Exception {
        try (ClassPath classPath = compile(17)) {
            List<Mutant> mutants = mutants(classPath, "mixed", "(JDFI[J)D", MutationScope.METHOD, "CLASSIC");
            assertTrue(mutants.size() > 60, () -> mutants.size() + " mutants");
            for (Mutant mutant : mutants) {
                Class<?> type = new ClassLoader(null) {
                    Class<?> define() {
                        return defineClass(mutant.className(), mutant.bytes(), 0, mutant.bytes().length);
                    }
                }.define();
                // Initialising runs the verifier.
                Class.forName(type.getName(), true, type.getClassLoader());
            }
        }
    }

    @Test
    void idsAreUniqueAndStable() throws IOException {
        try (ClassPath classPath = compile(17)) {
            List<String> once = mutants(classPath, "sum", "(Ljava/util/List;)I", MutationScope.CLASS, "ALL").stream()
                    .map(Mutant::id)
                    .toList();
            List<String> again = mutants(classPath, "sum", "(Ljava/util/List;)I", MutationScope.CLASS, "ALL").stream()
                    .map(Mutant::id)
                    .toList();
            assertEquals(once, again);
            assertEquals(once.size(), new HashSet<>(once).size());
        }
    }

    @Test
    void theBodiesOfAMethodsLambdasBelongToIt() throws IOException {
        try (ClassPath classPath = compile(17)) {
            Set<String> methods = mutants(classPath, "sum", "(Ljava/util/List;)I", MutationScope.METHOD, "DEFAULTS").stream()
                    .map(Mutant::method)
                    .collect(Collectors.toSet());
            assertEquals(
                    Set.of(
                            "sum(java.util.List)",
                            "lambda$sum$0(java.lang.Integer)",
                            "lambda$sum$1(java.lang.Integer)"),
                    methods);
        }
    }

    @Test
    void theScopeOfTheClassHasTheOtherMethodsToo() throws IOException {
        try (ClassPath classPath = compile(17)) {
            Set<String> methods = mutants(classPath, "min", "(II)I", MutationScope.CLASS, "DEFAULTS").stream()
                    .map(Mutant::method)
                    .collect(Collectors.toSet());
            assertTrue(methods.containsAll(Set.of("min(int,int)", "other(int)", "sum(java.util.List)")), methods::toString);
        }
    }

    @Test
    void identicalMutantsAreMadeOnce() throws IOException {
        try (ClassPath classPath = compile(17)) {
            // For `x < y ? x : y` negating the conditional is what a swap of its branches is; the two removals differ.
            List<Mutant> all = mutants(classPath, "min", "(II)I", MutationScope.METHOD, "ALL");
            Set<java.nio.ByteBuffer> distinct =
                    all.stream().map(mutant -> java.nio.ByteBuffer.wrap(mutant.bytes())).collect(Collectors.toSet());
            assertEquals(all.size(), distinct.size());
            assertFalse(distinct.contains(java.nio.ByteBuffer.wrap(classPath.findInProject("pkg/Sample").orElseThrow())));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25})
    void classFilesOfEveryVersionAreMutated(int release) throws IOException {
        org.junit.jupiter.api.Assumptions.assumeTrue(release <= Runtime.version().feature(), "no compiler for " + release);
        try (ClassPath classPath = compile(release)) {
            List<Mutant> mutants = mutants(classPath, "min", "(II)I", MutationScope.METHOD, "DEFAULTS");
            assertEquals(3, mutants.size());
            for (Mutant mutant : mutants) {
                assertEquals(release + 44, mutant.bytes()[7]);
            }
        }
    }

    @Test
    void anUnknownMutatorIsRefusedWithTheNamesThereAre() {
        String message = assertThrows(IllegalArgumentException.class, () -> Mutators.named(List.of("MATH", "MAHT")))
                .getMessage();
        assertTrue(message.startsWith("no mutator or group is called MAHT; there are ALL, CLASSIC, CONDITIONALS_BOUNDARY, "), message);
        assertTrue(message.contains(", STRONGER,"), message);
    }

    @Test
    void aMinusLeavesAMutatorOut() throws IOException {
        assertThrows(IllegalArgumentException.class, () -> Mutators.named(List.of("-MATH")));
        try (ClassPath classPath = compile(17)) {
            Set<String> names = mutants(classPath, "other", "(I)I", MutationScope.METHOD, "defaults", "-MATH").stream()
                    .map(Mutant::mutator)
                    .collect(Collectors.toSet());
            assertEquals(Set.of("PRIMITIVE_RETURNS"), names);
        }
    }

    @Test
    void whatHasNoBodyOrIsNotThereIsRefused() throws IOException {
        try (ClassPath classPath = compile(17)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> mutants(classPath, "max", "(II)I", MutationScope.METHOD, "DEFAULTS"));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Mutants.of(classPath, "pkg/None", "m", "()V", MutationScope.METHOD, Mutators.defaults()));
        }
    }
}
