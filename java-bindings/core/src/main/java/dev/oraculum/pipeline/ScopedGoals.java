package dev.oraculum.pipeline;

import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.facts.EnclosedCode;
import dev.oraculum.facts.GeneratedCode;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.mutation.Mutant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** The goals and the mutants of a class that tests are wanted for. */
final class ScopedGoals {
    private static final String CONSTRUCTOR = "<init>";

    /** Ascending; null: all. */
    private final Set<Integer> goals;
    /** Classes and signatures as mutants have them; null: all. */
    private final Set<String> methods;
    /** 0: all. */
    private final int line;

    private ScopedGoals(Set<Integer> goals, Set<String> methods, int line) {
        this.goals = goals;
        this.methods = methods;
        this.line = line;
    }

    /**
     * Finds them.
     *
     * @param classFiles those of the facts' goals
     * @throws ProjectException the class has nothing there that a test could be seen to run
     * @throws IllegalArgumentException the method's notation is wrong
     */
    static ScopedGoals of(TypeFacts facts, List<byte[]> classFiles, Scope scope) {
        if (scope.equals(Scope.CLASS)) {
            return ofClass(facts, classFiles);
        }
        Set<EnclosedCode.Method> meant = scope.method() == null ? null : methods(facts, classFiles, scope.method());
        Set<Integer> goals = goals(facts, (method, point) -> !isOfEnumConstants(facts, method)
                && (meant == null || meant.contains(named(method))) && (scope.line() == 0 || point.line() == scope.line()));
        if (goals.isEmpty()) {
            throw nothingThere(facts, scope);
        }
        return new ScopedGoals(goals, meant == null ? null : signatures(meant), scope.line());
    }

    /** All that people wrote. */
    private static ScopedGoals ofClass(TypeFacts facts, List<byte[]> classFiles) {
        Set<EnclosedCode.Method> generated = GeneratedCode.methods(classFiles);
        if (generated.isEmpty()) {
            return new ScopedGoals(null, null, 0);
        }
        Set<EnclosedCode.Method> leftOut = new EnclosedCode(classFiles).with(generated);
        Set<EnclosedCode.Method> written = facts.goals().stream().map(ScopedGoals::named).filter(method -> !leftOut.contains(method))
                .collect(Collectors.toSet());
        if (written.isEmpty()) {
            throw new ProjectException("all code of " + facts.target().replace('/', '.')
                    + " is annotated as generated, so no test is wanted: name a method to get some of it");
        }
        return new ScopedGoals(goals(facts, (method, point) -> written.contains(named(method))), signatures(written), 0);
    }

    private static Set<String> signatures(Set<EnclosedCode.Method> methods) {
        return methods.stream().map(method -> key(method.className().replace('/', '.'), signature(method.name(), method.descriptor())))
                .collect(Collectors.toSet());
    }

    /** Only the static initializer runs it, and what that does belongs to no test. */
    static boolean isOfEnumConstants(TypeFacts facts, TypeFacts.MethodGoals method) {
        return method.name().equals(CONSTRUCTOR) && facts.types().stream()
                .anyMatch(type -> type.name().equals(method.className()) && type.kind() == TypeFacts.TypeKind.ENUM);
    }

    /** By number, ascending; null: all. */
    Collection<Integer> goals() {
        return goals;
    }

    boolean has(int goal) {
        return goals == null || goals.contains(goal);
    }

    boolean has(Mutant mutant) {
        return (methods == null || methods.contains(key(mutant.className(), mutant.method()))) && (line == 0 || mutant.line() == line);
    }

    private static Set<EnclosedCode.Method> methods(TypeFacts facts, List<byte[]> classFiles, String written) {
        String target = facts.target().replace('/', '.');
        MethodReference reference = MethodReference.parse(target + "#" + written);
        List<TypeFacts.MethodGoals> own = facts.goals().stream().filter(method -> method.className().equals(facts.target())).toList();
        List<EnclosedCode.Method> meant = own.stream().filter(method -> reference.matches(method.name(), method.descriptor()))
                .map(ScopedGoals::named).toList();
        if (meant.isEmpty()) {
            List<String> others = own.stream().map(method -> signature(method.name(), method.descriptor())).sorted().toList();
            throw new ProjectException(
                    target + " has no method " + written + " with code" + (others.isEmpty() ? "" : "; it has"), others);
        }
        return new EnclosedCode(classFiles).with(meant);
    }

    private static EnclosedCode.Method named(TypeFacts.MethodGoals method) {
        return new EnclosedCode.Method(method.className(), method.name(), method.descriptor());
    }

    private static Set<Integer> goals(TypeFacts facts, BiPredicate<TypeFacts.MethodGoals, TypeFacts.Point> isMeant) {
        Set<Integer> goals = new TreeSet<>();
        int next = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++, next++) {
                    if (isMeant.test(method, point)) {
                        goals.add(next);
                    }
                }
            }
        }
        return goals;
    }

    private static ProjectException nothingThere(TypeFacts facts, Scope scope) {
        String target = facts.target().replace('/', '.');
        if (scope.line() == 0) {
            return new ProjectException(
                    target + "#" + scope.method() + " is run by the static initializer only: no test can be seen to run it");
        }
        TreeSet<Integer> lines = facts.goals().stream().filter(method -> !isOfEnumConstants(facts, method))
                .flatMap(method -> method.points().stream()).map(TypeFacts.Point::line).filter(line -> line > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        return new ProjectException(lines.isEmpty()
                ? "the class file of " + target + " has no line numbers: compile it with them, or name a method"
                : target + " has no code in line " + scope.line() + " that a test could be seen to run; it has some in lines "
                        + ranges(lines));
    }

    /** {@code 3-5, 9}. */
    private static String ranges(TreeSet<Integer> lines) {
        List<String> ranges = new ArrayList<>();
        Integer from = lines.first();
        for (Integer to = from; to != null; ) {
            Integer next = lines.higher(to);
            if (next == null || next != to + 1) {
                ranges.add(from.equals(to) ? String.valueOf(from) : from + "-" + to);
                from = next;
            }
            to = next;
        }
        return String.join(", ", ranges);
    }

    private static String key(String className, String signature) {
        return className + "#" + signature;
    }

    /** As mutants have it. */
    static String signature(String name, String descriptor) {
        return Arrays.stream(Type.getArgumentTypes(descriptor)).map(Type::getClassName).collect(Collectors.joining(",", name + "(", ")"));
    }
}
