package dev.oraculum.generation;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.internal.Json;
import java.util.Collection;
import java.util.List;

/**
 * What is known of a class under test and of all that its tests may need, the test cluster (Wappler and Wegener, GECCO 2006); the goals of
 * its code, and the constants in it (docs/formats.md, "Type facts").
 *
 * <p>Class names are internal names ({@code java/util/Map$Entry}); types are signatures (JVMS 4.7.9.1), or descriptors where the class file
 * has no signature.
 *
 * @param version of this format
 * @param target the class under test
 * @param types the target first, the others by name
 * @param collaborators constants of the classes that its code calls or extends
 * @param casts types that its code casts to, tests with {@code instanceof} or catches, sorted; arrays as the JVM names them
 * @param called methods that its code calls on objects, names with descriptors, sorted
 * @param classes types whose class objects its code names and a test may name, too: descriptors, sorted
 * @param reflected members that a test may look up by their names; none, where nothing takes objects of reflection
 * @param goals methods in the order of the plan of {@link #classFiles}, which numbers the goals
 */
public record TypeFacts(
        int version, String target, List<Type> types, Literals literals, Literals collaborators, List<String> casts, List<String> called,
        List<String> classes, List<Reflected> reflected, List<MethodGoals> goals) {
    static final int VERSION = 1;

    public TypeFacts {
        types = List.copyOf(types);
        casts = List.copyOf(casts);
        called = List.copyOf(called);
        classes = List.copyOf(classes);
        reflected = List.copyOf(reflected);
        goals = List.copyOf(goals);
    }

    /** What a type is. */
    public enum TypeKind {
        @JsonProperty("class")
        CLASS,
        @JsonProperty("interface")
        INTERFACE,
        @JsonProperty("enum")
        ENUM,
        @JsonProperty("record")
        RECORD,
        @JsonProperty("annotation")
        ANNOTATION
    }

    /**
     * A class or interface.
     *
     * @param isAbstract it is an abstract class or an interface
     * @param accessible a test in the package of the target may name it
     * @param inner an object of the class around it is the first argument of its constructors
     * @param sealed only classes that it names extend or implement it
     * @param superclass null: it has none
     * @param sam of a functional interface, where its one abstract method is
     * @param members accessible ones, where they are declared; with those that a superclass has which tests may not name
     */
    public record Type(
            String name,
            TypeKind kind,
            @JsonProperty("abstract") boolean isAbstract,
            boolean accessible,
            boolean inner,
            boolean sealed,
            List<TypeParameter> parameters,
            String superclass,
            List<String> interfaces,
            Place sam,
            List<Member> members) {
        public Type {
            parameters = List.copyOf(parameters);
            interfaces = List.copyOf(interfaces);
            members = List.copyOf(members);
        }
    }

    /** A type variable. */
    public record TypeParameter(String name, List<String> bounds) {
        public TypeParameter {
            bounds = List.copyOf(bounds);
        }
    }

    /** What a member is. The order is that of the members of a type of the JDK. */
    public enum MemberKind {
        @JsonProperty("constructor")
        CONSTRUCTOR,
        @JsonProperty("method")
        METHOD,
        @JsonProperty("field")
        FIELD
    }

    /**
     * A constructor, method or field that a test may use.
     *
     * @param parameters as many as the descriptor has; of an inner class's constructor the outer instance is the first
     * @param result of a constructor the type itself with its own variables as arguments; of a field its type
     * @param exceptions that it declares and that are checked
     */
    public record Member(
            MemberKind kind,
            String name,
            String descriptor,
            @JsonProperty("static") boolean isStatic,
            @JsonProperty("final") boolean isFinal,
            @JsonProperty("abstract") boolean isAbstract,
            boolean varargs,
            List<TypeParameter> typeParameters,
            List<String> parameters,
            String result,
            List<String> exceptions,
            boolean deprecated) {
        public Member {
            typeParameters = List.copyOf(typeParameters);
            parameters = List.copyOf(parameters);
            exceptions = List.copyOf(exceptions);
        }
    }

    /**
     * A member by its name, whether or not a test may use it itself.
     *
     * @param owner the class that declares it
     * @param parameters descriptors; of a field none
     */
    public record Reflected(String owner, MemberKind kind, String name, List<String> parameters) {
        public Reflected {
            parameters = List.copyOf(parameters);
        }
    }

    /**
     * Constants of the code of the target and of what is nested in it, each once, ascending.
     *
     * @param floats as Java writes them
     * @param doubles as Java writes them
     */
    public record Literals(List<Integer> ints, List<Long> longs, List<String> floats, List<String> doubles, List<String> strings) {
        public Literals {
            ints = List.copyOf(ints);
            longs = List.copyOf(longs);
            floats = List.copyOf(floats);
            doubles = List.copyOf(doubles);
            strings = List.copyOf(strings);
        }
    }

    /** Where a member is: the place of its type, and its own place among the members of that. Written as a pair. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record Place(int type, int member) {}

    /**
     * The goals of a method.
     *
     * @param member null: a test cannot call it
     * @param is places of its class, where it is one of the types, and of the types above that, without {@code Object}: on what a test has
     *     as one of these it may be called
     * @param calls places, among the methods that have goals, of those that it calls, as far as the classes with goals tell
     */
    public record MethodGoals(
            @JsonProperty("class") String className, String name, String descriptor, Place member, List<Integer> is, List<Integer> calls,
            List<Block> blocks, List<Point> points) {
        public MethodGoals {
            is = List.copyOf(is);
            calls = List.copyOf(calls);
            blocks = List.copyOf(blocks);
            points = List.copyOf(points);
        }
    }

    /** A basic block, as {@link dev.oraculum.kinds.coverage.CoverageFlow.Block} says. */
    public record Block(List<Integer> next, List<Integer> handlers) {}

    /** What a point is. */
    public enum PointKind {
        @JsonProperty("entry")
        ENTRY,
        @JsonProperty("jump")
        JUMP,
        @JsonProperty("switch")
        SWITCH,
        @JsonProperty("handler")
        HANDLER,
        @JsonProperty("line")
        LINE,
        @JsonProperty("boundary")
        BOUNDARY,
        @JsonProperty("arithmetic")
        ARITHMETIC,
        @JsonProperty("returned")
        RETURNED;

        /** Whether its goals are infections: a mutant of the instruction makes another state there. */
        public boolean infects() {
            return compareTo(BOUNDARY) >= 0;
        }
    }

    /**
     * A place in a method with one or more goals, as {@link dev.oraculum.kinds.coverage.CoveragePlan.Point} says.
     *
     * @param block the one it is in; of a line the one its code begins in
     * @param line -1: unknown
     * @param operation of a jump or switch, the number of its operation in the facts of the program ({@link
     *     dev.oraculum.program.ProgramFacts}); else null
     */
    public record Point(PointKind kind, int block, int line, int goals, Integer operation) {}

    /**
     * The classes that nobody has, of those that members of a class, or of those nested in it, name, and of all their supertypes. Members
     * that name one are called by no test.
     *
     * @param target internal name
     * @return binary names, sorted
     */
    public static List<String> missing(ClassPath classPath, String target) {
        Declarations declarations = new Declarations(classPath, target);
        return Goals.classes(classPath, target).stream().flatMap(name -> declarations.missingFor(name).stream()).distinct().sorted()
                .toList();
    }

    /**
     * Collects the facts of a class.
     *
     * @param target internal name
     * @throws IllegalArgumentException the class path does not have it, or it cannot be read
     */
    public static TypeFacts collect(ClassPath classPath, String target) {
        return collect(classPath, target, List.of());
    }

    /**
     * The same with further types, as far as the class path has them.
     *
     * @param used internal names of classes that existing tests use, the first so many of them
     */
    public static TypeFacts collect(ClassPath classPath, String target, Collection<String> used) {
        return collect(classPath, target, used, false);
    }

    /**
     * The same.
     *
     * @param infections whether the goals are also those of weak mutation
     */
    public static TypeFacts collect(ClassPath classPath, String target, Collection<String> used, boolean infections) {
        return TypeFactsCollector.collect(classPath, target, used, false, infections);
    }

    /**
     * The same for tests that may use what is public only, as code of another package: what others cannot call need not keep a class's
     * objects legal.
     */
    public static TypeFacts collectPublic(ClassPath classPath, String target) {
        return TypeFactsCollector.collect(classPath, target, List.of(), true, false);
    }

    /**
     * The same facts with further types behind those that are there: classes that a test may name, and what is above them.
     *
     * @param names internal names; those that the class path does not have, or that tests may not name, are left out
     */
    public TypeFacts withTypes(ClassPath classPath, Collection<String> names) {
        return TypeFactsCollector.extend(this, classPath, names);
    }

    /**
     * The class files whose goals the facts of a class list: its own, then those of what is nested in it, by name. The plan of a run that
     * is to tell of these goals is {@link dev.oraculum.kinds.coverage.CoveragePlan#of} them.
     *
     * @throws IllegalArgumentException the class path does not have it, or it cannot be read
     */
    public static List<byte[]> classFiles(ClassPath classPath, String target) {
        return Goals.classFiles(classPath, target);
    }

    /** Internal names of a class and of those nested in it: itself first, the others by name. */
    public static List<String> classes(ClassPath classPath, String target) {
        return Goals.classes(classPath, target);
    }

    /** As the engine reads it. */
    public byte[] toJson() {
        return Json.bytes(this);
    }
}
