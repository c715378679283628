package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts.Block;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.generation.TypeFacts.PointKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts read from bytes against what the JVM says of the same classes, and goals against the plan of coverage. */
class TypeFactsDifferentialTest {
    private static Path jar(Class<?> of) throws Exception {
        return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org/apache/commons/lang3/StringUtils",
                "org/apache/commons/lang3/Range",
                "org/apache/commons/lang3/BitField",
                "org/apache/commons/lang3/CharRange",
                "org/apache/commons/lang3/builder/EqualsBuilder",
                "org/apache/commons/lang3/builder/ToStringBuilder",
                "org/apache/commons/lang3/concurrent/EventCountCircuitBreaker",
                "org/apache/commons/lang3/event/EventListenerSupport",
                "org/apache/commons/lang3/math/Fraction",
                "org/apache/commons/lang3/mutable/MutableInt",
                "org/apache/commons/lang3/reflect/TypeUtils",
                "org/apache/commons/lang3/text/StrSubstitutor",
                "org/apache/commons/lang3/time/FastDateFormat",
                "org/apache/commons/lang3/tuple/Pair",
                "kotlin/Pair",
                "kotlin/text/Regex",
                "kotlin/collections/ArrayDeque"
            })
    void typesAndGoalsAreThoseOfTheJvmAndOfThePlan(String target) throws Exception {
        try (ClassPath classPath = ClassPath.open(List.of(jar(org.apache.commons.lang3.StringUtils.class), jar(kotlin.text.Regex.class)))) {
            TypeFacts facts = TypeFacts.collect(classPath, target);
            String inPackage = target.substring(0, target.lastIndexOf('/') + 1);
            assertTrue(facts.types().size() > 3, facts.types()::toString);
            for (TypeFacts.Type type : facts.types()) {
                Class<?> loaded = Class.forName(type.name().replace('/', '.'), false, getClass().getClassLoader());
                types(facts, type, loaded);
                if (type.accessible() && classPath.findInProject(type.name()).isPresent()) {
                    members(type, loaded, type.name().startsWith(inPackage) && type.name().indexOf('/', inPackage.length()) < 0);
                }
            }
            goals(facts, CoveragePlan.of(TypeFacts.classFiles(classPath, target)));
        }
    }

    private static void types(TypeFacts facts, TypeFacts.Type type, Class<?> loaded) {
        assertEquals(loaded.isInterface() || Modifier.isAbstract(loaded.getModifiers()), type.isAbstract(), type.name());
        boolean platform = loaded.getClassLoader() == null;
        for (TypeFacts.Type other : facts.types()) {
            Class<?> ancestor;
            try {
                ancestor = Class.forName(other.name().replace('/', '.'), false, loaded.getClassLoader());
            } catch (ClassNotFoundException e) {
                continue;
            }
            // A later release of the JDK adds supertypes, and takes none away.
            boolean subtype = supertypes(facts, type.name()).contains(other.name());
            assertTrue(subtype == ancestor.isAssignableFrom(loaded) || platform && !subtype || ancestor == Object.class
                    && type.isAbstract(),
                    () -> type.name() + " < " + other.name() + ": " + subtype);
        }
    }

    private static Set<String> supertypes(TypeFacts facts, String name) {
        Set<String> all = new TreeSet<>(Set.of(name));
        List<String> open = new ArrayList<>(List.of(name));
        for (int i = 0; i < open.size(); i++) {
            String next = open.get(i);
            TypeFacts.Type type = facts.types().stream().filter(one -> one.name().equals(next)).findFirst().orElseThrow();
            List<String> above = new ArrayList<>(type.interfaces());
            if (type.superclass() != null) {
                above.add(type.superclass());
            }
            for (String signature : above) {
                String supertype = signature.replaceAll("<.*>", "").replace('.', '$').replaceAll("^L|;$", "");
                if (all.add(supertype)) {
                    open.add(supertype);
                }
            }
        }
        return all;
    }

    private static void members(TypeFacts.Type type, Class<?> loaded, boolean near) {
        Set<String> expected = new TreeSet<>();
        List<Executable> executables = new ArrayList<>(List.of(loaded.getDeclaredMethods()));
        if (!Modifier.isAbstract(loaded.getModifiers()) && !loaded.isEnum()) {
            executables.addAll(List.of(loaded.getDeclaredConstructors()));
        }
        for (Executable executable : executables) {
            if (counts(executable.getModifiers(), near) && !executable.isSynthetic() && isName(executable.getName())) {
                expected.add(text(executable, near));
            }
        }
        for (Field field : loaded.getDeclaredFields()) {
            if (counts(field.getModifiers(), near) && !field.isSynthetic() && isName(field.getName())) {
                expected.add(field.getName() + " " + signature(field.getGenericType()) + " " + Modifier.isStatic(field.getModifiers()));
            }
        }
        Set<String> found = new TreeSet<>();
        Set<String> inherited = Arrays.stream(loaded.getMethods())
                .filter(method -> method.getDeclaringClass() != loaded)
                .map(Method::getName)
                .collect(Collectors.toSet());
        for (Member member : type.members()) {
            // Kotlin's compiler writes a wildcard with the bound that every wildcard has.
            String text = text(member).replace("+Ljava/lang/Object;", "*");
            // Kotlin's compiler says `Deprecated` by an attribute alone in some places, which reflection does not show.
            if (member.deprecated() && !expected.contains(text)) {
                text = text.replaceFirst("true$", "false");
            }
            // A public method of a superclass that is out of reach.
            if (expected.contains(text) || !inherited.contains(member.name())) {
                found.add(text);
            }
        }
        Set<String> wrong = new TreeSet<>(found);
        wrong.removeAll(expected);
        expected.removeAll(found);
        assertEquals("[] []", expected + " " + wrong, type.name());
    }

    private static boolean isName(String name) {
        return name.contains(".") || javax.lang.model.SourceVersion.isName(name);
    }

    private static boolean counts(int modifiers, boolean near) {
        return Modifier.isPublic(modifiers) || near && !Modifier.isPrivate(modifiers);
    }

    private static String text(Member member) {
        if (member.kind() == MemberKind.FIELD) {
            return member.name() + " " + member.result() + " " + member.isStatic();
        }
        String variables = member.typeParameters().stream().map(one -> one.name() + one.bounds()).toList().toString();
        String result = member.kind() == MemberKind.CONSTRUCTOR ? "" : member.result();
        return member.name() + member.parameters() + result + variables + member.varargs() + member.isStatic() + member.isAbstract()
                + member.isFinal()
                + new TreeSet<>(member.exceptions()) + member.deprecated();
    }

    private static String text(Executable executable, boolean near) {
        List<String> parameters = new ArrayList<>();
        Type[] generic = executable.getGenericParameterTypes();
        Class<?>[] erased = executable.getParameterTypes();
        for (int i = 0; i < erased.length; i++) {
            int of = i - (erased.length - generic.length);
            parameters.add(signature(of < 0 ? erased[i] : generic[of]));
        }
        String name = executable instanceof Constructor ? "<init>" : executable.getName();
        String result = executable instanceof Method method ? result(method, near) : "";
        List<String> variables = new ArrayList<>();
        for (TypeVariable<?> variable : executable.getTypeParameters()) {
            variables.add(variable.getName() + Arrays.stream(variable.getBounds()).map(TypeFactsDifferentialTest::signature).toList());
        }
        int modifiers = executable.getModifiers();
        Set<String> exceptions = new TreeSet<>();
        for (Class<?> exception : executable.getExceptionTypes()) {
            if (!RuntimeException.class.isAssignableFrom(exception) && !Error.class.isAssignableFrom(exception)) {
                exceptions.add(exception.getName().replace('.', '/'));
            }
        }
        return name + parameters + result + variables + executable.isVarArgs() + Modifier.isStatic(modifiers)
                + Modifier.isAbstract(modifiers)
                + Modifier.isFinal(modifiers) + exceptions + executable.isAnnotationPresent(Deprecated.class);
    }

    /** The type of a result, or the nearest supertype that a test may name: of the package of the test all but what is private. */
    private static String result(Method method, boolean near) {
        String exact = signature(method.getGenericReturnType());
        String tested = near ? method.getDeclaringClass().getPackageName() : null;
        if (exact.charAt(0) != 'L' || exact.indexOf('.') >= 0 || isNameable(method.getReturnType(), tested)) {
            return exact;
        }
        List<Class<?>> open = new ArrayList<>(List.of(method.getReturnType()));
        for (int i = 0; i < open.size(); i++) {
            Class<?> next = open.get(i);
            if (next != Object.class && isNameable(next, tested)) {
                return next.descriptorString();
            }
            if (next.getSuperclass() != null) {
                open.add(next.getSuperclass());
            }
            open.addAll(List.of(next.getInterfaces()));
        }
        return Object.class.descriptorString();
    }

    private static boolean isNameable(Class<?> type, String tested) {
        boolean inPackage = type.getPackageName().equals(tested);
        boolean self = Modifier.isPublic(type.getModifiers()) || inPackage && !Modifier.isPrivate(type.getModifiers());
        return self && (type.getEnclosingClass() == null || isNameable(type.getEnclosingClass(), tested));
    }

    /** A type of reflection as the class file says it (JVMS 4.7.9.1). */
    private static String signature(Type type) {
        if (type instanceof Class<?> plain) {
            return plain.descriptorString();
        }
        if (type instanceof TypeVariable<?> variable) {
            return "T" + variable.getName() + ";";
        }
        if (type instanceof GenericArrayType array) {
            return "[" + signature(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            if (wildcard.getLowerBounds().length > 0) {
                return "-" + signature(wildcard.getLowerBounds()[0]);
            }
            return wildcard.getUpperBounds()[0] == Object.class ? "*" : "+" + signature(wildcard.getUpperBounds()[0]);
        }
        ParameterizedType parameterized = (ParameterizedType) type;
        Class<?> raw = (Class<?>) parameterized.getRawType();
        String begin = parameterized.getOwnerType() instanceof ParameterizedType owner
                ? signature(owner).replaceAll(";$", ".") + raw.getSimpleName()
                : "L" + raw.getName().replace('.', '/');
        String arguments = Arrays.stream(parameterized.getActualTypeArguments()).map(TypeFactsDifferentialTest::signature)
                .collect(Collectors.joining());
        return begin + (arguments.isEmpty() ? "" : "<" + arguments + ">") + ";";
    }

    private static void goals(TypeFacts facts, CoveragePlan plan) {
        assertEquals(plan.methods().size(), facts.goals().size());
        for (int i = 0; i < plan.methods().size(); i++) {
            CoveragePlan.Method method = plan.methods().get(i);
            MethodGoals goals = facts.goals().get(i);
            assertEquals(method.className() + method.name() + method.descriptor(), goals.className() + goals.name() + goals.descriptor());
            assertEquals(
                    method.points().stream().map(point -> point.kind() + " " + point.line() + " " + point.goals()).toList(),
                    goals.points().stream().map(point -> point.kind() + " " + point.line() + " " + point.goals()).toList());
            blocks(goals);
        }
    }

    /** A block has at most one branch, which is its end; every block is reached from the first, or by an exception. */
    private static void blocks(MethodGoals goals) {
        String name = goals.className() + "." + goals.name();
        Set<Integer> branching = new TreeSet<>();
        for (Point point : goals.points()) {
            if (point.kind() == PointKind.JUMP || point.kind() == PointKind.SWITCH) {
                assertTrue(branching.add(point.block()), name);
                assertEquals(point.goals(), goals.blocks().get(point.block()).next().size(), name);
            }
        }
        Set<Integer> reached = new TreeSet<>(Set.of(0));
        List<Integer> open = new ArrayList<>(reached);
        for (int i = 0; i < open.size(); i++) {
            Block block = goals.blocks().get(open.get(i));
            assertTrue(branching.contains(open.get(i)) || block.next().size() <= 1, name);
            for (List<Integer> ways : List.of(block.next(), block.handlers())) {
                ways.stream().filter(reached::add).forEach(open::add);
            }
        }
        assertEquals(goals.blocks().size(), reached.size(), name);
    }
}
