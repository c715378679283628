package dev.oraculum.generation.carving;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.carving.CarvedTests.Sequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Carves sequences of calls out of the test methods of classes: what the test and its fixtures do, statement by statement, without
 * assertions. A call whose result is asserted is a statement. What a statement of ours cannot say is left out, with what needs it.
 */
public final class Carver {
    /** Sequences, at most; by name the first. */
    private static final int MOST_SEQUENCES = 500;
    /** Calls of a parameterized test. */
    private static final int MOST_CALLS = 5;
    /** Constants of the tests. */
    private static final int MOST_CONSTANTS = 500;
    private static final int DEEPEST_NESTING = 5;

    private final TestCode code;
    private final ClassPath classPath;
    private final List<Sequence> sequences = new ArrayList<>();
    private final Set<String> types = new TreeSet<>();
    private final Set<Object> constants = new LinkedHashSet<>();

    private Carver(ClassPath tests, ClassPath classPath) {
        code = new TestCode(tests, classPath);
        this.classPath = classPath;
    }

    /**
     * Carves the tests of some classes.
     *
     * @param tests the tests and what they need
     * @param classPath the code under test and what it needs; only what is there, or in the JDK, is a statement
     * @param testClasses binary names
     */
    public static CarvedTests carve(ClassPath tests, ClassPath classPath, List<String> testClasses) {
        Carver carver = new Carver(tests, classPath);
        testClasses.stream().sorted().forEach(name -> carver.carve(name.replace('.', '/'), List.of(), 0));
        carver.sequences.sort(Comparator.comparing(Sequence::name));
        List<Sequence> first = carver.sequences.subList(0, Math.min(MOST_SEQUENCES, carver.sequences.size()));
        return new CarvedTests(first, List.copyOf(carver.types), carver.constants.stream().limit(MOST_CONSTANTS).toList());
    }

    /** @param around classes whose fixtures run before, the outermost first */
    private void carve(String name, List<ClassNode> around, int nesting) {
        List<ClassNode> chain = code.chain(name);
        if (chain.isEmpty() || nesting > DEEPEST_NESTING) {
            return;
        }
        boolean junit3 = TestMethods.isJunit3(chain);
        List<ClassNode> all = new ArrayList<>(around);
        all.addAll(chain);
        for (TestCode.Found test : TestMethods.tests(chain, junit3)) {
            for (AnnotationNode annotation : TestMethods.annotations(test.method())) {
                Arguments.values(annotation).forEach(this::addConstant);
            }
            List<List<Object>> calls = Arguments.of(test.method());
            calls.stream().limit(MOST_CALLS).forEach(arguments -> carve(name, all, junit3, test, arguments));
            if (calls.isEmpty()) {
                carve(name, all, junit3, test, List.of());
            }
        }
        for (InnerClassNode inner : chain.get(chain.size() - 1).innerClasses) {
            boolean nested = name.equals(inner.outerName) && !inner.name.equals(name);
            if (nested && code.find(inner.name).filter(Carver::isNested).isPresent()) {
                carve(inner.name, all, nesting + 1);
            }
        }
    }

    private static boolean isNested(ClassNode type) {
        return type.visibleAnnotations != null
                && type.visibleAnnotations.stream().anyMatch(annotation -> annotation.desc.equals("Lorg/junit/jupiter/api/Nested;"));
    }

    private void addConstant(Object value) {
        if (value instanceof Number || value instanceof Character || value instanceof String) {
            constants.add(value);
        }
    }

    private void carve(String name, List<ClassNode> chain, boolean junit3, TestCode.Found test, List<Object> arguments) {
        Interpretation interpretation = new Interpretation(code);
        Value self = Value.of(Value.Kind.SELF, name);
        int body = 0;
        try {
            prepare(interpretation, chain, junit3, self);
            body = interpretation.length();
            List<Value> all = new ArrayList<>(List.of(self));
            Type[] parameters = Type.getArgumentTypes(test.method().desc);
            for (int i = 0; i < parameters.length; i++) {
                all.add(arguments.isEmpty() ? Value.unknown(parameters[i].getSize()) : interpretation.known(arguments.get(i)));
            }
            interpretation.walk().run(test, all);
        } catch (Interpretation.FullException e) {
            // What there is of it is a beginning.
        }
        interpretation.constants().forEach(this::addConstant);
        List<List<Statement>> found = new ArrayList<>(interpretation.expectingThrow());
        found.add(interpretation.statements());
        String of = name.replace('/', '.') + "#" + test.method().name;
        for (List<Statement> statements : found) {
            List<Statement> needed = Pruning.prune(statements, Math.min(body, statements.size()));
            if (needed.stream().anyMatch(this::usesCode)) {
                long same = sequences.stream().filter(known -> known.name().equals(of) || known.name().startsWith(of + "[")).count();
                sequences.add(new Sequence(same == 0 ? of : String.format("%s[%03d]", of, same), needed));
                types.addAll(interpretation.types());
            }
        }
    }

    /** Fields and fixtures. */
    private void prepare(Interpretation interpretation, List<ClassNode> chain, boolean junit3, Value self) {
        Walk walk = interpretation.walk();
        for (ClassNode type : chain) {
            for (MethodNode method : TestMethods.once(type)) {
                walk.run(new TestCode.Found(type, method), isStatic(method) ? List.of() : List.of(self));
            }
        }
        for (ClassNode type : chain) {
            // A constructor runs those above it.
            boolean last = chain.stream().noneMatch(other -> type.name.equals(other.superName));
            type.methods.stream()
                    .filter(method -> last && method.name.equals("<init>"))
                    .limit(1)
                    .forEach(method -> {
                        List<Value> arguments = new ArrayList<>(List.of(self));
                        for (Type parameter : Type.getArgumentTypes(method.desc)) {
                            arguments.add(chain.stream().anyMatch(outer -> outer.name.equals(parameter.getInternalName()))
                                    ? self
                                    : Value.unknown(parameter.getSize()));
                        }
                        walk.run(new TestCode.Found(type, method), arguments);
                    });
        }
        for (ClassNode type : chain) {
            for (MethodNode method : TestMethods.each(type, junit3)) {
                walk.run(new TestCode.Found(type, method), List.of(self));
            }
        }
    }

    private static boolean isStatic(MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Whether a statement makes or calls something of the code. */
    private boolean usesCode(Statement statement) {
        String owner = statement instanceof Statement.Call call ? call.owner()
                : statement instanceof Statement.Construct construct ? construct.className()
                : statement instanceof Statement.PutField field ? field.owner() : null;
        return owner != null && classPath.origin(owner).isPresent();
    }
}
