package dev.oraculum.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.mutation.MutantSchemata.Place;
import dev.oraculum.mutation.MutantSchemata.Schema;
import dev.oraculum.runtime.ActiveMutant;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files with many mutants do what the class files of the mutants do, one by one, and what the class does. */
class MutantSchemataTest {
    @TempDir
    Path directory;

    @AfterEach
    void noneIsActive() {
        ActiveMutant.number = 0;
    }

    private ClassPath compile(int release, String... sources) throws IOException {
        String version = Integer.toString(release);
        List<String> options = new ArrayList<>(List.of("--release", version, "-g", "-nowarn", "-d", directory.toString()));
        for (String source : sources) {
            String name = source.replaceFirst("(?s).*?public (?:final )?(?:class|interface) (\\w+).*", "$1");
            Path file = Files.createDirectories(directory.resolve("sources")).resolve(name + ".java");
            Files.writeString(file, source);
            options.add(file.toString());
        }
        OutputStream nowhere = OutputStream.nullOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, nowhere, options.toArray(String[]::new)));
        return ClassPath.open(List.of(directory));
    }

    private ClassPath compileFixture(int release) throws IOException {
        return compile(release, SchemataFixture.STEPS, SchemataFixture.SHAPE, SchemataFixture.MANY);
    }

    /** Internal names of the classes of the fixture, but for that which bounds it. */
    private List<String> fixture() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("pkg"))) {
            return files.map(file -> "pkg/" + file.getFileName().toString().replace(".class", ""))
                    .filter(name -> !name.startsWith("pkg/Steps"))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] classFile(ClassPath classPath, String name) {
        return classPath.findInProject(name).orElseThrow();
    }

    /** A class, its mutants and where they are. */
    private record Mutated(String name, byte[] original, List<Mutant> mutants, List<Optional<Place>> places) {
        static Mutated of(ClassPath classPath, String name, Mutators mutators) {
            byte[] original = classFile(classPath, name);
            List<Mutant> mutants = Mutants.ofClass(classPath, name, mutators);
            return new Mutated(name, original, mutants, MutantSchemata.of(original, mutants));
        }

        Place place(int mutant) {
            return places.get(mutant).orElseThrow(() -> new AssertionError(mutants.get(mutant).id() + " has no place"));
        }

        Collection<Schema> schemata() {
            Map<Integer, Schema> schemata = new TreeMap<>();
            places.stream().flatMap(Optional::stream).forEach(place -> schemata.put(place.schema().number(), place.schema()));
            return schemata.values();
        }
    }

    // ---- what versions do ------------------------------------------------------------------------------------------

    private List<String> outcomes(String name, byte[] classFile, int active) throws Exception {
        ActiveMutant.number = active;
        List<String> outcomes = new FixtureVersion(directory, name, classFile).outcomes(fixture());
        ActiveMutant.number = 0;
        return outcomes;
    }

    private void assertEachDoesTheSame(Mutated mutated) throws Exception {
        List<String> original = outcomes(mutated.name(), mutated.original(), 0);
        for (Schema schema : mutated.schemata()) {
            assertIterableEquals(original, outcomes(mutated.name(), schema.classFile(), 0), () -> mutated.name() + " without a mutant");
        }
        for (int i = 0; i < mutated.mutants().size(); i++) {
            Mutant mutant = mutated.mutants().get(i);
            Place place = mutated.place(i);
            assertTrue(place.number() > 0, mutant::id);
            List<String> own = outcomes(mutated.name(), mutant.bytes(), 0);
            List<String> inSchema = outcomes(mutated.name(), place.schema().classFile(), place.number());
            assertIterableEquals(own, inSchema, () -> mutated.name() + " " + mutant.id() + " " + mutant.sentence());
        }
    }

    // ---- the tests ------------------------------------------------------------------------------------------------

    /** Also without nests (8), and as the newest compilers make class files. */
    @ParameterizedTest
    @ValueSource(ints = {8, 17, 21, 25})
    void eachMutantDoesWhatItsOwnClassFileDoes(int release) throws Exception {
        assumeTrue(release <= Runtime.version().feature(), "no compiler for " + release);
        try (ClassPath classPath = compileFixture(release)) {
            int mutants = 0;
            for (String name : fixture()) {
                Mutated mutated = Mutated.of(classPath, name, Mutators.defaults());
                assertEachDoesTheSame(mutated);
                mutants += mutated.mutants().size();
            }
            assertTrue(mutants > 200, mutants + " mutants");
        }
    }

    /** A test of which the fixture did not notice its mutants would say nothing. */
    @Test
    void mostMutantsOfTheFixtureAreNoticed() throws Exception {
        try (ClassPath classPath = compileFixture(17)) {
            Mutated mutated = Mutated.of(classPath, "pkg/Many", Mutators.defaults());
            List<String> original = outcomes("pkg/Many", mutated.original(), 0);
            List<String> unnoticed = new ArrayList<>();
            for (int i = 0; i < mutated.mutants().size(); i++) {
                Place place = mutated.place(i);
                if (original.equals(outcomes("pkg/Many", place.schema().classFile(), place.number()))) {
                    unnoticed.add(mutated.mutants().get(i).id());
                }
            }
            assertTrue(unnoticed.size() * 10 < mutated.mutants().size(), unnoticed::toString);
        }
    }

    /** As a worker does it. What static initializers made is that of the original. */
    @Test
    void aLoadedClassTurnsFromMutantToMutant() throws Exception {
        try (ClassPath classPath = compileFixture(17)) {
            Mutated mutated = Mutated.of(classPath, "pkg/Many", Mutators.defaults());
            Schema schema = mutated.place(0).schema();
            FixtureVersion loaded = new FixtureVersion(directory, "pkg/Many", schema.classFile());
            List<String> original = loaded.outcomes(fixture());
            assertIterableEquals(outcomes("pkg/Many", mutated.original(), 0), original);
            for (int i = mutated.mutants().size() - 1; i >= 0; i--) {
                Mutant mutant = mutated.mutants().get(i);
                if (!mutant.method().startsWith("<")) {
                    ActiveMutant.number = mutated.place(i).number();
                    List<String> inSchema = loaded.outcomes(fixture());
                    assertIterableEquals(outcomes("pkg/Many", mutant.bytes(), 0), inSchema, mutant::id);
                }
            }
            ActiveMutant.number = 0;
            assertIterableEquals(original, loaded.outcomes(fixture()));
        }
    }

    @Test
    void allMutantsOfASmallClassAreInOneClassFile() throws Exception {
        try (ClassPath classPath = compileFixture(17)) {
            for (String name : fixture()) {
                Mutated mutated = Mutated.of(classPath, name, Mutators.defaults());
                assertEquals(mutated.mutants().size(), mutated.places().size());
                Set<Integer> numbers = IntStream.range(0, mutated.mutants().size())
                        .map(i -> mutated.place(i).number())
                        .boxed()
                        .collect(Collectors.toSet());
                assertEquals(IntStream.rangeClosed(1, mutated.mutants().size()).boxed().collect(Collectors.toSet()), numbers, name);
                assertEquals(mutated.mutants().isEmpty() ? 0 : 1, mutated.schemata().size(), name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 17})
    void theMembersAreThoseOfTheOriginal(int release) throws Exception {
        try (ClassPath classPath = compileFixture(release)) {
            for (String name : fixture()) {
                Mutated mutated = Mutated.of(classPath, name, Mutators.defaults());
                for (Schema schema : mutated.schemata()) {
                    assertIterableEquals(members(mutated.original()), members(schema.classFile()));
                }
            }
        }
    }

    private static List<String> members(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_CODE);
        List<String> members = new ArrayList<>();
        members.add(Stream.of(type.version, type.access, type.name, type.signature, type.superName, type.interfaces, type.nestHostClass,
                type.nestMembers, type.outerClass, type.outerMethod).map(String::valueOf).collect(Collectors.joining(" ")));
        type.innerClasses.forEach(inner -> members.add(inner.access + " " + inner.name + " " + inner.outerName));
        type.fields.forEach(field -> members.add(
                field.access + " " + field.name + " " + field.desc + " " + field.signature + " " + field.value));
        type.methods.forEach(method -> members.add(
                method.access + " " + method.name + method.desc + " " + method.signature + " " + method.exceptions));
        return members;
    }

    // ---- large methods --------------------------------------------------------------------------------------------

    private static final String LARGE =
            """
            package pkg;
            public class Large {
                public static int other(int a) { return a > 1 ? a + 1 : a * 2; }
                public static int large(int a, StringBuilder out) {
            %s
                    return a - 1;
                }
                public int after(int a) { while (a > 3) { a -= Steps.one(); } return a; }
            }
            """;

    private static List<MethodNode> methods(byte[] classFile) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, 0);
        return type.methods;
    }

    private static int size(byte[] classFile, String method) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        methods(classFile).stream().filter(one -> one.name.equals(method)).findFirst().orElseThrow().accept(size);
        return size.getMaxSize();
    }

    /** More than 8 and more than 16 KiB of code: not even once more, and too large by itself. */
    @ParameterizedTest
    @ValueSource(ints = {1_200, 2_400})
    void aMethodThatIsTooLargeHasNoPlaces(int statements) throws Exception {
        try (ClassPath classPath = compile(17, SchemataFixture.STEPS, LARGE.formatted("out.append(\"x\");\n".repeat(statements)))) {
            Mutated mutated = Mutated.of(classPath, "pkg/Large", Mutators.defaults());
            assertTrue(size(mutated.original(), "large") > statements * 7);
            Map<String, Set<Boolean>> have = new TreeMap<>();
            for (int i = 0; i < mutated.mutants().size(); i++) {
                String method = mutated.mutants().get(i).method().replaceFirst("\\(.*", "");
                have.computeIfAbsent(method, name -> new HashSet<>()).add(mutated.places().get(i).isPresent());
            }
            assertEquals(Map.of("other", Set.of(true), "large", Set.of(false), "after", Set.of(true)), have);

            List<Mutant> only = mutated.mutants().stream().filter(mutant -> mutant.method().startsWith("large(")).toList();
            assertTrue(MutantSchemata.of(mutated.original(), only).stream().allMatch(Optional::isEmpty));
            for (Schema schema : mutated.schemata()) {
                assertEquals(size(mutated.original(), "large"), size(schema.classFile(), "large"));
                Class<?> type = Class.forName("pkg.Large", true, new FixtureVersion(directory, "pkg/Large", schema.classFile()));
                StringBuilder out = new StringBuilder();
                assertEquals(41, type.getMethod("large", int.class, StringBuilder.class).invoke(null, 42, out));
                assertEquals(statements, out.length());
            }
        }
    }

    /** What the methods of the large class do, or of the old one: numbers, and what is appended. */
    private List<String> results(String name, byte[] classFile, int active) throws Exception {
        Class<?> type = Class.forName(name.replace('/', '.'), true, new FixtureVersion(directory, name, classFile));
        Object receiver = type.getConstructor().newInstance();
        List<Method> methods = Arrays.stream(type.getDeclaredMethods()).sorted(Comparator.comparing(Method::toString)).toList();
        List<String> results = new ArrayList<>();
        ActiveMutant.number = active;
        for (Method method : methods) {
            for (int argument : new int[] {-1, 0, 2, 3, 17, 90}) {
                Class.forName("pkg.Steps", true, type.getClassLoader()).getField("left").setInt(null, SchemataFixture.MOST_STEPS);
                StringBuilder out = new StringBuilder();
                Object[] arguments = method.getParameterCount() == 1 ? new Object[] {argument} : new Object[] {argument, out};
                try {
                    results.add(method.getName() + " " + method.invoke(receiver, arguments) + " " + out);
                } catch (InvocationTargetException e) {
                    results.add(method.getName() + " " + e.getCause().getClass().getName() + " " + out);
                }
            }
        }
        ActiveMutant.number = 0;
        return results;
    }

    private void assertResultsAreTheSame(Mutated mutated) throws Exception {
        List<String> original = results(mutated.name(), mutated.original(), 0);
        for (Schema schema : mutated.schemata()) {
            assertIterableEquals(original, results(mutated.name(), schema.classFile(), 0));
        }
        int unnoticed = 0;
        for (int i = 0; i < mutated.mutants().size(); i++) {
            Mutant mutant = mutated.mutants().get(i);
            Place place = mutated.place(i);
            List<String> own = results(mutated.name(), mutant.bytes(), 0);
            assertIterableEquals(own, results(mutated.name(), place.schema().classFile(), place.number()), mutant::id);
            unnoticed += own.equals(original) ? 1 : 0;
        }
        assertTrue(unnoticed * 2 < mutated.mutants().size(), unnoticed + " unnoticed of " + mutated.mutants().size());
    }

    @Test
    void theMutantsOfAMiddlingMethodAreSpreadOverClassFiles() throws Exception {
        String body = IntStream.range(0, 30)
                .mapToObj(i -> "if (a > " + i + ") { a = a - " + (i % 5 + 1) + "; out.append(a).append(' '); }\n")
                .collect(Collectors.joining("out.append(\"x\");\n".repeat(8)));
        try (ClassPath classPath = compile(17, SchemataFixture.STEPS, LARGE.formatted(body))) {
            Mutated mutated = Mutated.of(classPath, "pkg/Large", Mutators.defaults());
            long ofMethod = mutated.mutants().stream().filter(mutant -> mutant.method().startsWith("large(")).count();
            assertTrue(ofMethod > 60, ofMethod + " mutants");
            assertTrue(mutated.schemata().size() > 5, mutated.schemata().size() + " class files");
            assertTrue(mutated.schemata().size() * 2L < ofMethod, "several fit in each");
            for (Schema schema : mutated.schemata()) {
                assertTrue(size(schema.classFile(), "large") < 1 << 16);
            }
            long places = mutated.places().stream()
                    .map(place -> place.map(found -> List.of(found.schema().number(), found.number())))
                    .distinct()
                    .count();
            assertEquals(mutated.mutants().size(), places);
            assertResultsAreTheSame(mutated);
        }
    }

    // ---- class files of other kinds -------------------------------------------------------------------------------

    private static final String OLD =
            """
            package pkg;
            public class Old {
                public static int larger(int a) { return a > 2 ? a * 2 : -a; }
                public static long down(int a) { long n = a; do { n -= 2L * Steps.one(); } while (n > 3L); return n + 1; }
                public String named(int a) { try { return "b" + 6 / a; } catch (ArithmeticException e) { return "none"; } }
            }
            """;

    /** Before version 50 there are no frames; in it there need not be any; then there must be, and no subroutines. */
    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_2, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_7})
    void classFilesOfOldVersionsHaveMutantsToo(int version) throws Exception {
        boolean withFrames = version == Opcodes.V1_7;
        try (ClassPath classPath = compile(8, SchemataFixture.STEPS, OLD)) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(classFile(classPath, "pkg/Old")).accept(new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public void visit(int compiled, int access, String name, String signature, String superName, String[] interfaces) {
                    super.visit(version, access, name, signature, superName, interfaces);
                    if (!withFrames) {
                        subroutine(visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "subroutine", "(I)I", null, null));
                    }
                }
            }, withFrames ? 0 : ClassReader.SKIP_FRAMES);
            Files.write(directory.resolve("pkg/Old.class"), writer.toByteArray());
        }
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            Mutated mutated = Mutated.of(classPath, "pkg/Old", Mutators.defaults());
            Set<String> methods = mutated.mutants().stream().map(Mutant::method).collect(Collectors.toSet());
            assertTrue(methods.containsAll(Set.of("larger(int)", "down(int)", "named(int)")), methods::toString);
            assertEquals(!withFrames, methods.contains("subroutine(int)"), methods::toString);
            assertResultsAreTheSame(mutated);
        }
    }

    /** Adds 1 twice, the second time only to what is above 3, and doubles it. */
    private static void subroutine(MethodVisitor code) {
        Label subroutine = new Label();
        Label end = new Label();
        code.visitCode();
        code.visitJumpInsn(Opcodes.JSR, subroutine);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.ICONST_3);
        code.visitJumpInsn(Opcodes.IF_ICMPLE, end);
        code.visitJumpInsn(Opcodes.JSR, subroutine);
        code.visitLabel(end);
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitInsn(Opcodes.ICONST_2);
        code.visitInsn(Opcodes.IMUL);
        code.visitInsn(Opcodes.IRETURN);
        code.visitLabel(subroutine);
        code.visitVarInsn(Opcodes.ASTORE, 1);
        code.visitIincInsn(0, 1);
        code.visitVarInsn(Opcodes.RET, 1);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Of two with the same parameters nobody can tell which is meant; the others have their places in the list. */
    @Test
    void aMutantOfAMethodThatIsNotToBeFoundHasNoPlace() throws Exception {
        try (ClassPath classPath = compile(17, SchemataFixture.STEPS, OLD)) {
            byte[] one = classFile(classPath, "pkg/Old");
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(one).accept(new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public void visitEnd() {
                    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE;
                    super.visitMethod(access, "larger", "(I)J", null, null).visitEnd();
                    super.visitEnd();
                }
            }, 0);
            Files.write(directory.resolve("pkg/Old.class"), writer.toByteArray());
        }
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            byte[] original = classFile(classPath, "pkg/Old");
            List<Mutant> mutants = new ArrayList<>(Mutants.ofClass(classPath, "pkg/Old", Mutators.defaults()));
            mutants.add(0, new Mutant("none(int)/MATH/1", "pkg.Old", "none(int)", "MATH", 0, "nothing", original));
            List<Optional<Place>> places = MutantSchemata.of(original, mutants);
            List<Boolean> wanted = mutants.stream().map(mutant -> !mutant.method().matches("(none|larger)\\(int\\)")).toList();
            assertEquals(wanted, places.stream().map(Optional::isPresent).toList());
            assertTrue(wanted.contains(true) && wanted.lastIndexOf(false) > 0, wanted::toString);
        }
    }

    @Test
    void noMutantsHaveNoClassFile() throws Exception {
        try (ClassPath classPath = compile(17, SchemataFixture.STEPS, OLD)) {
            assertEquals(List.of(), MutantSchemata.of(classFile(classPath, "pkg/Old"), List.of()));
        }
    }
}
