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
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
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
    /** Bounds loops and recursions; no mutant of the others leaves out a call that has a result. */
    private static final String STEPS =
            """
            package pkg;
            public final class Steps {
                public static final class TooMany extends Error {
                    private static final long serialVersionUID = 1;
                }
                public static int left;
                public static int one() {
                    if (--left < 0) {
                        throw new TooMany();
                    }
                    return 1;
                }
            }
            """;

    private static final String SHAPE =
            """
            package pkg;
            public interface Shape {
                int UNIT = Math.abs(-7) - 3;
                int area(int side);
                Shape copy();
                default int twice(int side) {
                    return side > UNIT ? area(side) * 2 : -area(side);
                }
                static int square(int side) {
                    int all = 0;
                    for (int i = 0; i < side; i += Steps.one()) {
                        all += side;
                    }
                    return all;
                }
            }
            """;

    private static final String MANY =
            """
            package pkg;
            import java.util.Arrays;
            import java.util.List;
            import java.util.function.IntBinaryOperator;
            import java.util.function.IntUnaryOperator;
            public class Many implements Shape, Comparable<Many> {
                public enum Level {
                    LOW(1),
                    HIGH(2) {
                        @Override int of(int value) { return value << weight; }
                    };
                    final int weight;
                    Level(int base) { weight = base > 1 ? base * 3 : base - 1; }
                    int of(int value) { return value + weight; }
                }

                public static final Many FIRST = new Many(1, 2.5, "first");
                private final int size;
                private final double weight;
                private final String name;
                private long total;

                public Many(int size, double weight, String name) {
                    this.size = size < 0 ? -size : size;
                    this.weight = weight > 1.0 ? weight * 2 : weight - 1;
                    this.name = name == null ? "none" : name + (size + 1);
                    while (total < size) {
                        total += Steps.one();
                    }
                }
                /** Jumps before there is an object. */
                public Many(long wide, int size) {
                    this(size > 3 && wide != 0 ? size * 2 : size + 1, wide / 2.0, wide >= 1L << 33 ? "wide" : null);
                }

                public static Many first() { return FIRST; }
                @Override public Many copy() { return size > 3 ? new Many(total, size - 1) : this; }
                @Override public int compareTo(Many other) { return size == other.size ? 0 : size < other.size ? -1 : 1; }
                @Override public int area(int side) { return side * size + 1; }
                public long area(long side) { return side * size - 1; }

                // Their first instruction is where their loops begin.
                public static int forever(int n) { while (true) { n += Steps.one(); if (n % 7 == 3) { return n; } } }
                public static int down(int n) { do { n -= Steps.one(); } while (n > 3); return n; }
                public static long downWide(double unused, long n) { do { n -= 2L * Steps.one(); } while (n > 3L); return n + 1; }
                public void drain() { while (total > 0) { total -= Steps.one(); } }

                public static int nested(int rows, int columns) {
                    int found = 0;
                    outer:
                    for (int i = 0; i < rows; i += Steps.one()) {
                        for (int j = i; j < columns; j += Steps.one()) {
                            if ((i ^ j) == 5) { continue outer; }
                            found += i * j + 1;
                        }
                    }
                    return found;
                }
                public static int recursive(int n) { return n <= 1 ? 1 : Steps.one() + n * recursive(n - 1); }

                public static int divide(int a, int b) {
                    int r = 1;
                    try {
                        r = a / b;
                        if (r > 1) { return r - 1; }
                    } catch (ArithmeticException e) {
                        r = -1;
                    } finally {
                        r += 2;
                    }
                    return r;
                }
                public static char at(String text, int i) {
                    try { return text.charAt(i - 1); } catch (IndexOutOfBoundsException e) { return (char) ('a' + i % 26); }
                }
                public static int thrown(int a, String text) {
                    if (a > 3) { throw new IllegalStateException("large"); }
                    try {
                        if (a < 0) { throw new IllegalArgumentException("small"); }
                        return text.length() + a;
                    } catch (IllegalArgumentException e) {
                        return -1;
                    }
                }

                public static double mixed(long a, int b, double c, float d) {
                    long shifted = (a << b) ^ (a & 255L);
                    double scaled = c / (d - 1.5f) + b % 3;
                    return shifted > a ? scaled * shifted : scaled - 2 * c;
                }
                public static int narrow(boolean flag, char sign, byte small, short middling) {
                    return flag && sign != 'x' ? small * 2 : middling - sign;
                }
                public static int sum(int[] values, boolean[][] which) {
                    int sum = 0;
                    for (int i = 0; i < values.length; i += Steps.one()) {
                        if (which[0][i % which[0].length]) { sum += values[i]; }
                    }
                    return sum;
                }

                public static int dense(int n) {
                    switch (n) { case 0: return 7; case 1: n++; break; case 4: n--; return n * 2; default: n = -n; }
                    return n + 1;
                }
                public static int sparse(long n) {
                    switch ((int) n) { case -3: return 3; case 900_000: return 5; default: return (int) n - 1; }
                }
                public static int text(String text) {
                    switch (text) { case "a": return 1; case "bc": return 2; default: return text.length() + 3; }
                }
                public int level(Level level) {
                    switch (level) { case LOW: return level.of(size) - 1; default: return level.of(size + 2); }
                }

                public int lambdas(int n) {
                    IntUnaryOperator twice = v -> v * 2 + size;
                    IntBinaryOperator lesser = (a, b) -> { if (a < b) { return a; } return b - 1; };
                    IntUnaryOperator own = this::area;
                    return lesser.applyAsInt(twice.applyAsInt(n), own.applyAsInt(n - 1)) + 1;
                }
                public static List<Integer> squares(int n) {
                    Integer[] all = new Integer[n & 7];
                    Arrays.setAll(all, i -> i * i - n);
                    return Arrays.asList(all);
                }

                public synchronized long locked(int by) { total -= by; return Thread.holdsLock(this) ? total * 2 : -99; }
                public long lockedWithin(int by) {
                    synchronized (this) { if (by > 0) { total += Thread.holdsLock(this) ? by : 99; } }
                    return Thread.holdsLock(this) ? -1 : total;
                }
                public void add(long by, double times) { total += by * (long) times; if (isLarge(100L)) { clear(); } }
                private boolean isLarge(long limit) { return total > limit || weight >= 5 && !name.isEmpty(); }
                private void clear() { total = 0; }

                public static final class Node {
                    private final Node next;
                    private final int value;
                    public Node(int value) { this.value = value - 1; next = value > 0 ? new Node(value - 4 * Steps.one()) : null; }
                    public int length() { return next == null ? 1 : next.length() + value; }
                    public Node last() { Node node = this; while (node.next != null && Steps.one() > 0) { node = node.next; } return node; }
                }

                public class Inner {
                    private final int own;
                    public Inner(int own) { this.own = own * size; }
                    public int both() { return Many.this.size > 2 ? own + Many.this.size : own - 1; }
                }
            }
            """;

    private static final int MOST_STEPS = 60;

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
        return compile(release, STEPS, SHAPE, MANY);
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

    // ---- what a version of the fixture does -----------------------------------------------------------------------

    /** Loads the fixture anew, one of its classes from another class file. */
    private static final class Version extends ClassLoader {
        private final Path directory;
        private final String changed;
        private final byte[] classFile;

        Version(Path directory, String changed, byte[] classFile) {
            super(MutantSchemataTest.class.getClassLoader());
            this.directory = directory;
            this.changed = changed.replace('/', '.');
            this.classFile = classFile;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try {
                byte[] bytes = name.equals(changed) ? classFile : Files.readAllBytes(directory.resolve(name.replace('.', '/') + ".class"));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** What all methods and constructors of some classes do, called with all of the values below. */
        List<String> outcomes(List<String> names) throws Exception {
            List<String> outcomes = new ArrayList<>();
            for (String name : names) {
                Class<?> type = Class.forName(name.replace('/', '.'), false, this);
                Stream<Executable> methods = Arrays.stream(type.getDeclaredMethods());
                List<Executable> members = Stream.concat(methods, Arrays.stream(type.getDeclaredConstructors()))
                        .filter(member -> !member.isSynthetic() && !Modifier.isAbstract(member.getModifiers()))
                        .filter(member -> !(Enum.class.isAssignableFrom(type) && member instanceof Constructor))
                        .sorted(Comparator.comparing(Executable::toString))
                        .toList();
                for (Executable member : members) {
                    member.setAccessible(true);
                    calls(member, outcomes);
                }
            }
            return outcomes;
        }

        /** Makes a value whenever it is used: what a call leaves in it is no matter of the next. */
        private interface Maker {
            Object make() throws Throwable;
        }

        private void calls(Executable member, List<String> outcomes) throws Exception {
            List<List<Maker>> calls = List.of(List.of());
            boolean hasReceiver = member instanceof Method && !Modifier.isStatic(member.getModifiers());
            List<Class<?>> types = new ArrayList<>(hasReceiver ? List.of(member.getDeclaringClass()) : List.of());
            types.addAll(List.of(member.getParameterTypes()));
            for (Class<?> type : types) {
                List<List<Maker>> longer = new ArrayList<>();
                for (List<Maker> call : calls) {
                    values(type).forEach(value -> longer.add(Stream.concat(call.stream(), Stream.of(value)).toList()));
                }
                calls = longer;
            }
            for (List<Maker> call : calls) {
                outcomes.add(member + ": " + outcome(member, hasReceiver, call));
            }
        }

        private String outcome(Executable member, boolean hasReceiver, List<Maker> call) throws Exception {
            Field steps = Class.forName("pkg.Steps", true, this).getField("left");
            steps.setInt(null, MOST_STEPS);
            List<Object> values = new ArrayList<>();
            try {
                for (Maker value : call) {
                    values.add(value.make());
                }
            } catch (Throwable e) {
                return "not called: " + thrown(e);
            }
            steps.setInt(null, MOST_STEPS);
            Object[] arguments = values.subList(hasReceiver ? 1 : 0, values.size()).toArray();
            String end;
            try {
                Object result = member instanceof Method method
                        ? method.invoke(hasReceiver ? values.get(0) : null, arguments)
                        : ((Constructor<?>) member).newInstance(arguments);
                end = text(result, 0);
            } catch (InvocationTargetException | LinkageError e) {
                end = thrown(e);
            }
            return end + " after " + (MOST_STEPS - steps.getInt(null)) + " steps, left " + text(values, 0);
        }

        private static String thrown(Throwable e) {
            return (e instanceof InvocationTargetException ? e.getCause() : e).getClass().getName();
        }

        private List<Maker> values(Class<?> type) throws Exception {
            if (type.getName().startsWith("pkg.")) {
                return objects(type);
            }
            if (type == int[].class) {
                return List.of(() -> null, () -> new int[] {3, -4, 5, 1});
            }
            if (type == boolean[][].class) {
                return List.of(() -> new boolean[][] {{true, false, true}}, () -> new boolean[1][0]);
            }
            List<Object> values = Map.<Class<?>, List<Object>>of(
                    int.class, List.of(-3, 0, 1, 4, 10),
                    long.class, List.of(-3L, 2L, 900_000L, 1L << 40),
                    double.class, List.of(-0.5, 3.0),
                    float.class, List.of(1.5f, 8f),
                    boolean.class, List.of(false, true),
                    char.class, List.of('a', 'x'),
                    byte.class, List.of((byte) -7, (byte) 100),
                    short.class, List.of((short) -300, (short) 2),
                    String.class, Arrays.asList(null, "a", "bc", "LOW")).getOrDefault(type, Collections.singletonList(null));
            return values.stream().<Maker>map(value -> () -> value).toList();
        }

        private List<Maker> objects(Class<?> type) throws Exception {
            ClassLoader loader = this;
            Class<?> many = Class.forName("pkg.Many", false, loader);
            if (type == many || type.isInterface()) {
                Constructor<?> narrow = many.getConstructor(int.class, double.class, String.class);
                Constructor<?> wide = many.getConstructor(long.class, int.class);
                return List.of(() -> narrow.newInstance(2, 2.5, "a"), () -> wide.newInstance(50L, 4));
            }
            if (Enum.class.isAssignableFrom(type)) {
                return IntStream.range(0, 2).<Maker>mapToObj(i -> () -> {
                    Object constants = Class.forName("pkg.Many$Level", true, loader).getMethod("values").invoke(null);
                    // Of a constant with a body, only that is one of its class.
                    return Array.get(constants, type.isEnum() ? i : 1);
                }).toList();
            }
            Constructor<?> only = type.getDeclaredConstructors()[0];
            boolean inner = only.getParameterCount() == 2;
            return Stream.of(-2, 9).<Maker>map(value -> () -> {
                return inner ? only.newInstance(objects(many).get(1).make(), value) : only.newInstance(value);
            }).toList();
        }

        private static String text(Object value, int depth) throws IllegalAccessException {
            if (value instanceof Collection<?> values) {
                return text(values.toArray(), depth);
            }
            if (value != null && value.getClass().isArray()) {
                List<String> texts = new ArrayList<>();
                for (int i = 0; i < Array.getLength(value); i++) {
                    texts.add(text(Array.get(value, i), depth));
                }
                return texts.toString();
            }
            if (value == null || !value.getClass().getName().startsWith("pkg.")) {
                return String.valueOf(value);
            }
            List<String> texts = new ArrayList<>(List.of(value.getClass().getName()));
            if (value instanceof Enum<?> constant) {
                texts.add(constant.name());
            }
            for (Field field : value.getClass().getDeclaredFields()) {
                if (!field.isSynthetic() && !Modifier.isStatic(field.getModifiers()) && depth < 9) {
                    field.setAccessible(true);
                    texts.add(field.getName() + "=" + text(field.get(value), depth + 1));
                }
            }
            return texts.toString();
        }
    }

    private List<String> outcomes(String name, byte[] classFile, int active) throws Exception {
        ActiveMutant.number = active;
        List<String> outcomes = new Version(directory, name, classFile).outcomes(fixture());
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
            Version loaded = new Version(directory, "pkg/Many", schema.classFile());
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
        try (ClassPath classPath = compile(17, STEPS, LARGE.formatted("out.append(\"x\");\n".repeat(statements)))) {
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
                Class<?> type = Class.forName("pkg.Large", true, new Version(directory, "pkg/Large", schema.classFile()));
                StringBuilder out = new StringBuilder();
                assertEquals(41, type.getMethod("large", int.class, StringBuilder.class).invoke(null, 42, out));
                assertEquals(statements, out.length());
            }
        }
    }

    /** What the methods of the large class do, or of the old one: numbers, and what is appended. */
    private List<String> results(String name, byte[] classFile, int active) throws Exception {
        Class<?> type = Class.forName(name.replace('/', '.'), true, new Version(directory, name, classFile));
        Object receiver = type.getConstructor().newInstance();
        List<Method> methods = Arrays.stream(type.getDeclaredMethods()).sorted(Comparator.comparing(Method::toString)).toList();
        List<String> results = new ArrayList<>();
        ActiveMutant.number = active;
        for (Method method : methods) {
            for (int argument : new int[] {-1, 0, 2, 3, 17, 90}) {
                Class.forName("pkg.Steps", true, type.getClassLoader()).getField("left").setInt(null, MOST_STEPS);
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
        try (ClassPath classPath = compile(17, STEPS, LARGE.formatted(body))) {
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
        try (ClassPath classPath = compile(8, STEPS, OLD)) {
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
        try (ClassPath classPath = compile(17, STEPS, OLD)) {
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
        try (ClassPath classPath = compile(17, STEPS, OLD)) {
            assertEquals(List.of(), MutantSchemata.of(classFile(classPath, "pkg/Old"), List.of()));
        }
    }
}
