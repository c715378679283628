package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts.Block;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Place;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.generation.TypeFacts.PointKind;
import dev.oraculum.generation.TypeFacts.Type;
import dev.oraculum.generation.TypeFacts.TypeKind;
import dev.oraculum.generation.TypeFacts.TypeParameter;
import dev.oraculum.testing.Compiled;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypeFactsTest {
    private static final String SOURCE =
            """
            package p;
            import java.util.*;
            import java.util.function.*;
            public class Target<E extends Comparable<E>> extends Hidden implements Iterable<E> {
                public static final int LIMIT = 1234567;
                protected List<? super E> items = new ArrayList<>();
                private int secret;
                Target() {}
                public Target(Config config, E... first) throws java.io.IOException {}
                private Target(long other) {}
                public <T extends Shape & Cloneable> T pick(Map<String, ? extends T[]> from, UnaryOperator<E> by) { return null; }
                static int plain(int x, Object o) {
                    if (x > 77 && o instanceof Circle) { return (int) ((x + 1L) % 5000000000L); }
                    switch (x) { case 1: return 10; case 5: return 20; case 2: return 10; default: }
                    try { return Integer.parseInt("9" + x); } catch (NumberFormatException e) { return ((Square) o).side; }
                }
                @Deprecated public String old(int[]... grids) { return "tag:" + grids.length + "\\uD800"; }
                public Iterator<E> iterator() { return new Steps(); }
                class Steps implements Iterator<E> {
                    public boolean hasNext() { return items.isEmpty(); }
                    public E next() { return null; }
                }
                private static class Unseen { int f() { return 4711; } }
                private static boolean named(Class<?> type) {
                    return type == char.class || type == Level[].class || type == Unseen.class || type == q.Base.Step.class;
                }
            }
            class Hidden extends q.Base { public int inherited(double d) { return 1; } }
            """;
    private static final String CONFIG =
            """
            package p;
            public class Config {
                private Config(Builder b) {}
                public static class Builder {
                    public Builder level(Level level) { return this; }
                    public Config build() { return new Config(this); }
                }
            }
            """;
    private static final String LEVEL =
            "package p; public enum Level { LOW, HIGH { @Override int f() { return 2; } }; int f() { return 1; } }";
    private static final String SHAPE = "package p; public sealed interface Shape permits Circle, Square {}";
    private static final String CIRCLE = "package p; public record Circle(double radius) implements Shape {}";
    private static final String SQUARE =
            "package p; final class Square implements Shape { int side; Square(int side) { this.side = side; } }";
    private static final String BASE =
            """
            package q;
            public class Base extends Secret {
                protected void notForTests() {}
                void notAtAll() {}
                @FunctionalInterface public interface Step { int go(int x); boolean equals(Object o); default int twice(int x) { return \
                go(go(x)); } }
                public void use(Step step) {}
            }
            """;
    private static final String SECRET =
            "package q; class Secret { public static int open(Secret other) { return 1; } public int field; protected int no; }";

    @TempDir
    Path directory;

    private ClassPath classPath;
    private TypeFacts facts;

    @BeforeEach
    void collect() throws Exception {
        String all = SOURCE;
        for (String other : List.of(CONFIG, LEVEL, SHAPE, CIRCLE, SQUARE)) {
            all += other.substring(other.indexOf(';') + 1);
        }
        // One file: several of them are public, which the compiler in memory does not mind.
        Path base = directory.resolve("base");
        Compiled.of(BASE + SECRET.substring(SECRET.indexOf(';') + 1)).writeTo(base);
        Compiled.of(all, "-cp", base.toString(), "-g", "--release", "17").writeTo(directory);
        Compiled.of(BASE + SECRET.substring(SECRET.indexOf(';') + 1)).writeTo(directory);
        classPath = ClassPath.open(List.of(directory));
        facts = TypeFacts.collect(classPath, "p/Target");
    }

    @AfterEach
    void close() {
        classPath.close();
    }

    private Type type(String name) {
        return facts.types().stream().filter(type -> type.name().equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError("no type " + name));
    }

    @Test
    void codeOfOtherPackagesSeesWhatIsPublic() {
        TypeFacts ofOthers = TypeFacts.collectPublic(classPath, "p/Target");
        Type target = ofOthers.types().get(0);
        assertEquals("p/Target", target.name());
        assertTrue(target.accessible());
        assertEquals(List.of("(Lp/Config;[Ljava/lang/Comparable;)V"), target.members().stream()
                .filter(member -> member.kind() == MemberKind.CONSTRUCTOR).map(Member::descriptor).toList());
        List<String> names = names(target);
        assertTrue(names.containsAll(List.of("LIMIT", "pick", "old", "iterator")), names::toString);
        assertFalse(names.contains("plain") || names.contains("items"), names::toString);
        assertTrue(names(type("p/Target")).containsAll(List.of("plain", "items")), "in its package they can be named");
        assertTrue(ofOthers.types().stream().filter(type -> type.name().equals("p/Square")).noneMatch(Type::accessible));
    }

    private static List<String> names(Type type) {
        return type.members().stream().map(Member::name).toList();
    }

    private Member member(String type, String name) {
        return type(type).members().stream().filter(member -> member.name().equals(name)).findFirst().orElseThrow();
    }

    /** No compiler takes a call of what names a type that is missing; what does not name it is called. */
    @Test
    void whatNamesAMissingTypeIsLeftOutAndSaid() throws Exception {
        Path other = directory.resolve("other");
        Path needed = other.resolve("needed");
        Compiled.of("package m; public class Gone {} class Base {}").writeTo(needed);
        Compiled.of("package m; public class Half extends Base {}", "-cp", needed.toString()).writeTo(other.resolve("own"));
        Compiled.of(
                "package m; public class Needs { public Needs(Half[] half) {} }",
                "-cp", needed + File.pathSeparator + other.resolve("own")).writeTo(other.resolve("own"));
        Compiled.of(
                "package m; public class Uses { public m.Gone[] kept; public Uses() {} public Uses(m.Gone gone) {} public int two() {"
                        + " return 2; } public m.Gone give() { return null; } public class In { void take(int i, m.Gone gone) {} } }",
                "-cp", needed.toString()).writeTo(other.resolve("own"));
        try (ClassPath incomplete = ClassPath.open(List.of(other.resolve("own")));
                ClassPath complete = ClassPath.open(List.of(other.resolve("own"), needed))) {
            assertEquals(List.of("m.Gone"), TypeFacts.missing(incomplete, "m/Uses"));
            assertEquals(List.of(), TypeFacts.missing(complete, "m/Uses"));
            assertEquals(List.of("m.Base"), TypeFacts.missing(incomplete, "m/Needs"), "a superclass");
            assertEquals(List.of(), TypeFacts.missing(complete, "m/Needs"));
            assertEquals(List.of("<init>", "two"), names(TypeFacts.collect(incomplete, "m/Uses").types().get(0)));
            assertEquals(List.of("<init>", "<init>", "two", "give", "kept"), names(TypeFacts.collect(complete, "m/Uses").types().get(0)));
        }
    }

    @Test
    void theTargetHasWhatATestMayUseInTheOrderOfItsClassFile() {
        assertEquals("p/Target", facts.target());
        assertEquals("p/Target", facts.types().get(0).name());
        assertEquals(List.of(new TypeParameter("E", List.of("Ljava/lang/Comparable<TE;>;"))), type("p/Target").parameters());
        assertEquals(List.of("Ljava/lang/Iterable<TE;>;"), type("p/Target").interfaces());
        assertEquals(
                List.of("<init>", "<init>", "pick", "plain", "old", "iterator", "LIMIT", "items"), names(type("p/Target")));
        Member made = type("p/Target").members().get(1);
        assertEquals(List.of("Lp/Config;", "[TE;"), made.parameters());
        assertEquals("Lp/Target<TE;>;", made.result());
        assertEquals(List.of("java/io/IOException"), made.exceptions());
        assertTrue(made.varargs());
        Member pick = member("p/Target", "pick");
        assertEquals(List.of("Ljava/util/Map<Ljava/lang/String;+[TT;>;", "Ljava/util/function/UnaryOperator<TE;>;"), pick.parameters());
        assertEquals(List.of(new TypeParameter("T", List.of("Lp/Shape;", "Ljava/lang/Cloneable;"))), pick.typeParameters());
        assertTrue(member("p/Target", "old").deprecated());
        assertTrue(member("p/Target", "LIMIT").isStatic());
        assertEquals(MemberKind.FIELD, member("p/Target", "LIMIT").kind());
        assertEquals("Ljava/util/List<-TE;>;", member("p/Target", "items").result());
    }

    @Test
    void typesThatTestsNeedAreThere() {
        // A parameter without a constructor: what builds it, and the enum that its builder takes.
        assertEquals(List.of("<init>", "level", "build"), names(type("p/Config$Builder")));
        assertEquals(TypeKind.ENUM, type("p/Level").kind());
        assertEquals(List.of("values", "valueOf", "f", "LOW", "HIGH"), names(type("p/Level")));
        // What implements a bound, and what the code asks for.
        assertEquals(TypeKind.RECORD, type("p/Circle").kind());
        assertTrue(type("p/Square").accessible());
        assertEquals(TypeKind.INTERFACE, type("p/Shape").kind());
        assertTrue(type("p/Shape").isAbstract());
        // An inner class has its outer instance first.
        assertEquals(List.of("Lp/Target;"), member("p/Target$Steps", "<init>").parameters());
        assertEquals(List.of(), type("p/Target$Steps").members().stream().filter(member -> member.kind() == MemberKind.FIELD).toList());
        // What the JDK has for its own interfaces.
        assertEquals("Ljava/util/AbstractMap<TK;TV;>;", type("java/util/HashMap").superclass());
        assertTrue(type("java/util/Iterator").accessible());
        assertTrue(facts.types().stream().noneMatch(type -> type.name().equals("p/Target$Unseen")));
        List<String> sorted = facts.types().stream().skip(1).map(Type::name).toList();
        assertEquals(sorted.stream().sorted().toList(), sorted);
    }

    @Test
    void aPublicMethodOfASuperclassThatNobodyCanNameIsListedUnderTheSubclass() {
        assertTrue(type("p/Hidden").accessible(), "in the package of the test");
        assertEquals(List.of("<init>", "inherited"), names(type("p/Hidden")));
        assertFalse(type("q/Secret").accessible());
        assertEquals(List.of(), type("q/Secret").members());
        assertEquals(List.of("<init>", "use", "open", "field"), names(type("q/Base")));
        assertTrue(type("java/lang/StringBuilder").members().stream().anyMatch(member -> member.name().equals("setLength")));
        assertFalse(type("java/lang/AbstractStringBuilder").accessible());
    }

    private String nameOf(Place place) {
        return facts.types().get(place.type()).name() + "." + facts.types().get(place.type()).members().get(place.member()).name();
    }

    @Test
    void functionalInterfacesHaveOneAbstractMethodWhereverItIsDeclared() {
        assertEquals("q/Base$Step.go", nameOf(type("q/Base$Step").sam()));
        assertEquals("java/util/function/Function.apply", nameOf(type("java/util/function/UnaryOperator").sam()));
        assertEquals("java/lang/Comparable.compareTo", nameOf(type("java/lang/Comparable").sam()));
        assertNull(type("java/util/Map").sam());
        assertNull(type("p/Shape").sam());
        assertNull(type("p/Target").sam());
    }

    @Test
    void constantsAndTypesOfTheCodeAreThere() {
        assertTrue(facts.literals().ints().containsAll(List.of(1, 2, 5, 77, 1234567, 4711)), facts.literals().ints().toString());
        assertEquals(List.of(5_000_000_000L), facts.literals().longs().stream().filter(value -> value > 1).toList());
        // Half of a surrogate pair is no text that JSON can say.
        assertEquals(List.of("9", "tag:"), facts.literals().strings());
        assertEquals(List.of("java/lang/NumberFormatException", "p/Circle", "p/Square"),
                facts.casts().stream().filter(name -> !name.startsWith("java/util")).toList());
        // What no test may name is left out.
        assertEquals(List.of("C", "Lq/Base$Step;", "[Lp/Level;"), facts.classes());
    }

    @Test
    void constantsOfTheClassesThatItCallsOrExtendsAreThereToo() throws Exception {
        Compiled.of("""
                package p;
                public class Parse extends Look {
                    public int of(String text) { return text.indexOf("own") + Words.count(text) + new Words.Inner().at(text); }
                }
                class Look { boolean isOpen(char c) { return c == '['; } }
                class Words {
                    static int count(String text) { return text.startsWith("%TAG") ? Far.of() : 0; }
                    static class Inner { int at(String text) { return text.charAt(0) == '{' ? 1 : 0; } }
                }
                class Far { static int of() { return "too far".length(); } }
                """).writeTo(directory);
        try (ClassPath path = ClassPath.open(List.of(directory))) {
            TypeFacts parse = TypeFacts.collect(path, "p/Parse");
            assertEquals(List.of("own"), parse.literals().strings());
            assertEquals(List.of("%TAG"), parse.collaborators().strings());
            assertEquals(List.of((int) '[', (int) '{'), parse.collaborators().ints().stream().filter(value -> value > 1).toList());
        }
    }

    @Test
    void whatMadeUpObjectsAreAskedForIsThere() throws Exception {
        Compiled.of("""
                package p;
                public class Render {
                    private final Out out;
                    public Render(Context context) { out = context.out(); }
                    public void text(String text) { out.write(text); }
                }
                interface Context { Out out(); Unused other(); }
                class Out { Out(Appendable to) {} void write(String text) {} }
                class Unused {}
                """).writeTo(directory);
        try (ClassPath path = ClassPath.open(List.of(directory))) {
            List<String> names = TypeFacts.collect(path, "p/Render").types().stream().map(TypeFacts.Type::name).toList();
            assertTrue(
                    names.containsAll(List.of("p/Context", "p/Out", "java/lang/Appendable", "java/lang/StringBuilder")), names.toString());
            assertFalse(names.contains("p/Unused"), names.toString());
        }
    }

    private MethodGoals goals(String method) {
        return facts.goals().stream().filter(goals -> goals.name().equals(method)).findFirst().orElseThrow();
    }

    @Test
    void whatMakesObjectsOfATypeThatNobodyCanMakeOtherwiseIsThere() throws Exception {
        Compiled.of(
                """
                package p;
                public class Scale {
                    public boolean same(Precision.Equivalence by) { return by.same(1, 2); }
                    public void weigh(Made made, Plain plain) {}
                }
                class Precision {
                    interface Equivalence { boolean same(double a, double b); }
                    static Equivalence of(double e) { return null; }
                }
                class Others {
                    static Precision.Equivalence exact() { return null; }
                }
                class OfPlain { static Plain plain() { return null; } }
                class Made { private Made() {} }
                class Makers { static Made one() { return null; } }
                class Nothing {
                    private static Made no() { return null; }
                    public Made not() { return Makers.one(); }
                }
                class Plain {}
                class User { void use() { Precision.of(1); Makers.one(); } }
                """).writeTo(directory);
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            List<String> names = TypeFacts.collect(classPath, "p/Scale").types().stream().map(Type::name).toList();
            assertTrue(names.containsAll(List.of("p/Precision", "p/Others", "p/Makers")), names.toString());
            for (String other : List.of("p/Nothing", "p/User", "p/OfPlain")) {
                assertFalse(names.contains(other), other + " in " + names);
            }
        }
    }

    @Test
    void whatATypeOfTheJdkIsMadeOfIsThereToo() throws Exception {
        List<String> concrete = List.of(
                "java/io/BufferedReader", "java/io/InputStreamReader", "java/io/ObjectInputStream", "java/io/PushbackReader",
                "java/io/LineNumberReader", "java/io/StreamTokenizer", "java/io/PrintWriter", "java/io/PrintStream",
                "java/io/OutputStreamWriter", "java/io/BufferedInputStream", "java/io/File", "java/util/Scanner", "java/util/Locale",
                "java/util/regex/Pattern", "java/util/regex/Matcher", "java/util/UUID", "java/net/URI", "java/net/URL",
                "java/util/Optional", "java/util/BitSet", "java/util/StringTokenizer", "java/util/Properties", "java/nio/CharBuffer",
                "java/nio/IntBuffer", "java/nio/LongBuffer", "java/nio/ByteBuffer", "java/nio/file/Path", "java/time/Duration",
                "java/time/Instant", "java/time/Clock", "java/time/ZonedDateTime", "java/time/LocalTime", "java/time/OffsetDateTime",
                "java/security/MessageDigest", "java/util/Random", "java/util/Currency", "java/math/MathContext",
                "java/math/BigInteger", "java/util/zip/ZipInputStream", "java/util/zip/GZIPInputStream", "java/util/zip/CRC32",
                "java/util/ResourceBundle", "java/text/MessageFormat", "java/text/ParsePosition", "java/lang/StackTraceElement",
                "java/util/stream/IntStream",
                "java/util/Timer", "java/util/OptionalInt", "java/util/IntSummaryStatistics", "java/util/EnumSet",
                "java/util/Spliterator", "java/lang/ClassLoader", "java/lang/Thread", "java/time/chrono/Chronology",
                "java/time/format/DateTimeFormatter", "java/util/concurrent/TimeUnit", "java/nio/file/attribute/FileTime");
        List<String> asked = Stream.concat(PlatformTypes.known().stream(), concrete.stream()).sorted().toList();
        StringBuilder source = new StringBuilder("package p;");
        for (int i = 0; i < asked.size(); i++) {
            String type = asked.get(i).replace('/', '.').replace('$', '.');
            source.append(" class Takes").append(i).append(" { void take(").append(type).append(" one) {} }");
        }
        Compiled.of(source.toString()).writeTo(directory);
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            List<String> ofNothing = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                if (!made(TypeFacts.collect(classPath, "p/Takes" + i)).contains(asked.get(i))) {
                    ofNothing.add(asked.get(i));
                }
            }
            assertEquals(List.of(), ofNothing, "only null can be given for these, or what is made of null");
        }
    }

    /** The types of which tests can make objects without null anywhere. */
    private static Set<String> made(TypeFacts facts) {
        Map<String, Type> types = new HashMap<>();
        facts.types().forEach(type -> types.put(type.name(), type));
        Set<String> made = new HashSet<>(List.of("java/lang/String", "java/lang/Class", "java/lang/Integer", "java/lang/Object"));
        int before;
        do {
            before = made.size();
            for (Type type : facts.types()) {
                for (Member member : type.members()) {
                    boolean isOfNobody = member.isStatic() || member.kind() == MemberKind.CONSTRUCTOR && !type.isAbstract();
                    boolean isOfObject = member.kind() == MemberKind.METHOD && made.contains(type.name());
                    if ((isOfNobody || isOfObject) && member.parameters().stream().allMatch(one -> isMade(one, made))) {
                        addWithSupertypes(member.result(), types, made);
                    }
                }
            }
            for (String literal : List.of("java/lang/String", "java/lang/Integer", "java/lang/Class")) {
                addWithSupertypes(Declarations.descriptorOf(literal), types, made);
            }
        } while (made.size() > before);
        return made;
    }

    private static boolean isMade(String signature, Set<String> made) {
        return signature.charAt(0) != 'L' || made.contains(named(signature));
    }

    private static String named(String signature) {
        int generic = signature.indexOf('<');
        return signature.substring(1, generic < 0 ? signature.length() - 1 : generic);
    }

    private static void addWithSupertypes(String signature, Map<String, Type> types, Set<String> made) {
        if (signature.charAt(0) == 'L') {
            made.add(named(signature));
            Type type = types.get(named(signature));
            if (type != null) {
                Stream.concat(Stream.ofNullable(type.superclass()), type.interfaces().stream())
                        .forEach(above -> addWithSupertypes(above, types, made));
            }
        }
    }

    @Test
    void typesAreAddedBehindThoseThatAreThere() throws Exception {
        Compiled.of(
                """
                package p;
                public class Small { public int half(int i) { return i / 2; } }
                class Late extends Above { Late(Small s) {} }
                class Above { private class Hidden {} }
                interface Step { int go(Late late); }
                """).writeTo(directory);
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            TypeFacts before = TypeFacts.collect(classPath, "p/Small");
            List<String> asked = List.of("p/Step", "p/Late", "p/Small", "p/Above$Hidden", "p/Gone", "java/util/concurrent/Callable");
            TypeFacts after = before.withTypes(classPath, asked);
            int known = before.types().size();
            assertEquals(before.types(), after.types().subList(0, known));
            List<Type> added = after.types().subList(known, after.types().size());
            assertEquals(List.of("java/util/concurrent/Callable", "p/Above", "p/Late", "p/Step"), added.stream().map(Type::name).toList());
            assertEquals(new Place(known + 3, 0), added.get(3).sam());
            assertEquals(before.goals(), after.goals());
            assertEquals(after, after.withTypes(classPath, List.of("p/Late")));
        }
    }

    @Test
    void goalsKnowTheirBlocks() {
        MethodGoals plain = goals("plain");
        assertEquals("p/Target.plain", nameOf(plain.member()));
        List<PointKind> kinds = plain.points().stream().map(Point::kind).filter(kind -> kind != PointKind.LINE).toList();
        assertEquals(List.of(PointKind.ENTRY, PointKind.JUMP, PointKind.JUMP, PointKind.SWITCH, PointKind.HANDLER), kinds);
        Point first = plain.points().get(1);
        assertEquals(0, first.block());
        Block decision = plain.blocks().get(0);
        assertEquals(plain.points().get(2).block(), decision.next().get(1), "x > 77: the next condition follows");
        assertEquals(plain.points().get(3).block(), decision.next().get(0), "else it jumps to the switch");
        Point choice = plain.points().get(3);
        assertEquals(4, choice.goals());
        List<Integer> targets = plain.blocks().get(choice.block()).next();
        assertEquals(4, targets.size());
        assertEquals(4, Math.toIntExact(targets.stream().distinct().count()));
        Point handler = plain.points().get(4);
        assertTrue(plain.blocks().stream().anyMatch(block -> block.handlers().contains(handler.block())));
        assertFalse(plain.blocks().get(0).handlers().contains(handler.block()));
        assertNull(goals("f").member(), "of a private class");
        assertNotNull(goals("hasNext").member(), "of an inner class");
    }

    @Test
    void infectionsStandBehindTheOtherGoals() {
        List<Point> coverage = goals("plain").points();
        List<Point> all = TypeFacts.collect(classPath, "p/Target", List.of(), true).goals().stream()
                .filter(goals -> goals.name().equals("plain")).findFirst().orElseThrow().points();
        assertEquals(coverage, all.subList(0, coverage.size()));
        List<Point> infections = all.subList(coverage.size(), all.size());
        // x > 77; % 5000000000L, as a constant that is no 0 is added; what is returned but for constants, by three ways.
        assertEquals(
                List.of(PointKind.BOUNDARY, PointKind.ARITHMETIC, PointKind.RETURNED, PointKind.RETURNED, PointKind.RETURNED),
                infections.stream().map(Point::kind).toList());
        assertEquals(coverage.get(1).block(), infections.get(0).block(), "at the end of the block that decides");
    }

    @Test
    void theFormatIsTheOneOfTheDocumentation() {
        String json = new String(facts.toJson(), StandardCharsets.UTF_8);
        assertTrue(json.startsWith(
                "{\"version\":1,\"target\":\"p/Target\",\"types\":[{\"name\":\"p/Target\",\"kind\":\"class\",\"abstract\":false,"), json);
        assertTrue(json.contains("\"kind\":\"jump\",\"block\":0,"), "points");
        assertTrue(json.contains(
                "\"class\":\"p/Target\",\"name\":\"plain\",\"descriptor\":"
                        + "\"(ILjava/lang/Object;)I\",\"member\":[0,3],\"is\":["), "goals");
        assertTrue(json.contains("],\"calls\":[],\"blocks\":[{\"next\":["), "calls");
        assertArrayEquals(facts.toJson(), TypeFacts.collect(classPath, "p/Target").toJson());
    }

    @Test
    void noTestWritesToWhatKeepsNothing() throws Exception {
        Compiled.of("package p; public class Pen { public void to(java.io.OutputStream bytes, java.io.Writer text, "
                + "java.io.Reader from) {} }", "-g", "--release", "17").writeTo(directory);
        facts = TypeFacts.collect(classPath, "p/Pen");
        assertEquals(List.of(), descriptors("java/io/OutputStream", "nullOutputStream"));
        assertEquals(List.of(), descriptors("java/io/Writer", "nullWriter"));
        // It is an empty text as any other.
        assertEquals(List.of("()Ljava/io/Reader;"), descriptors("java/io/Reader", "nullReader"));
    }

    /** Of numbers as a search makes them, that was seen to take more than a minute. */
    @Test
    void noTestLooksForPrimeNumbers() throws Exception {
        Compiled.of("package p; public class Wide { public void at(java.math.BigInteger number) {} }", "-g",
                "--release", "17").writeTo(directory);
        facts = TypeFacts.collect(classPath, "p/Wide");
        List<String> constructors = descriptors("java/math/BigInteger", "<init>");
        assertTrue(constructors.contains("(Ljava/lang/String;)V") && !constructors.contains("(IILjava/util/Random;)V"),
                constructors.toString());
        assertEquals(List.of(), Stream.of("probablePrime", "nextProbablePrime", "isProbablePrime")
                .flatMap(name -> descriptors("java/math/BigInteger", name).stream()).toList());
    }

    /** A test that calls them may pass today and fail tomorrow. */
    @Test
    void noTestAsksForTheTimeOrForLuck() throws Exception {
        Compiled.of("package p; public class Late { public void at(java.util.Date date, java.time.Instant instant, "
                + "java.time.LocalDate day, java.util.Calendar calendar, java.util.Random random, java.util.UUID key, "
                + "java.time.Clock clock, java.util.Locale locale) {} }", "-g", "--release", "17").writeTo(directory);
        facts = TypeFacts.collect(classPath, "p/Late");
        assertEquals(List.of("(J)V"), descriptors("java/util/Date", "<init>").stream().filter(d -> d.length() < 5).toList());
        assertEquals(List.of("(Ljava/time/Clock;)Ljava/time/Instant;"), descriptors("java/time/Instant", "now"));
        assertEquals(List.of("(Ljava/time/Clock;)Ljava/time/LocalDate;"), descriptors("java/time/LocalDate", "now"));
        assertEquals(List.of(), descriptors("java/util/Calendar", "getInstance"));
        assertEquals(List.of("(III)V", "(IIIII)V", "(IIIIII)V"), descriptors("java/util/GregorianCalendar", "<init>"));
        assertEquals(List.of("(J)V"), descriptors("java/util/Random", "<init>"));
        assertEquals(List.of(), descriptors("java/util/UUID", "randomUUID"));
        assertEquals(List.of(), descriptors("java/time/Clock", "systemUTC"));
        assertTrue(descriptors("java/time/Clock", "fixed").size() == 1);
        assertEquals(List.of(), descriptors("java/util/Locale", "getDefault"));
    }

    private List<String> descriptors(String type, String name) {
        return type(type).members().stream().filter(member -> member.name().equals(name)).map(TypeFacts.Member::descriptor).toList();
    }

    /** Whatever JDK this runs on. */
    @Test
    void typesOfTheJdkAreThoseOfRelease17() {
        assertTrue(names(type("java/util/List")).contains("copyOf"));
        assertFalse(names(type("java/util/List")).contains("reversed"), "since 21");
        assertTrue(facts.types().stream().noneMatch(type -> type.name().equals("java/util/SequencedCollection")));
        assertFalse(names(type("java/lang/String")).contains("splitWithDelimiters"), "since 21");
        List<String> members = names(type("java/lang/Integer"));
        assertEquals("<init>", members.get(0));
        assertTrue(members.indexOf("MAX_VALUE") > members.indexOf("valueOf"), members.toString());
    }

    @Test
    void aClassThatIsNotThereIsSaid() {
        String message = assertThrows(IllegalArgumentException.class, () -> TypeFacts.collect(classPath, "p/Nobody")).getMessage();
        assertEquals("class p.Nobody is not on the class path", message);
    }
}
