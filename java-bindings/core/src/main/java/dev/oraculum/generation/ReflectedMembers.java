package dev.oraculum.generation;

import dev.oraculum.generation.Declarations.Declaration;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.Reflected;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Members that a test may look up by their names, where code takes a {@code Field}, {@code Method} or {@code Constructor}: those of the
 * classes that the test may name. Of fields also private ones: such code is mostly for the fields of beans, and opens them itself.
 */
final class ReflectedMembers {
    private static final String REFLECTION = "java/lang/reflect/";
    /** Of the JDK, a class whose objects every test can make. */
    private static final String STRING = "java/lang/String";
    /** Of one class and kind, each with other types: what code does with one hangs on these. */
    private static final int MAX_OF_CLASS = 8;
    private static final int MAX = 200;

    private final Declarations declarations;
    private final Set<String> types;
    private final List<Reflected> found = new ArrayList<>();

    private ReflectedMembers(Declarations declarations, Collection<String> types) {
        this.declarations = declarations;
        this.types = Set.copyOf(types);
    }

    /**
     * The members, of kinds that the tests need, in the order of the types.
     *
     * @param types internal names of the types that the tests may need, the target first
     */
    static List<Reflected> of(Declarations declarations, List<String> types) {
        ReflectedMembers members = new ReflectedMembers(declarations, types);
        types.stream().filter(name -> name.equals(STRING) || !Declarations.isPlatform(name)).filter(declarations::isAccessible)
                .forEach(name -> declarations.find(name).ifPresent(members::addAll));
        return members.found.subList(0, Math.min(members.found.size(), MAX));
    }

    private void addAll(Declaration type) {
        if (types.contains(REFLECTION + "Field") && !type.isPlatform()) {
            add(type, MemberKind.FIELD, type.node().fields.stream()
                    .filter(field -> (field.access & Opcodes.ACC_SYNTHETIC) == 0)
                    .map(field -> new Found(field.name, "", field.desc, isStatic(field.access))));
        }
        if (types.contains(REFLECTION + "Method")) {
            add(type, MemberKind.METHOD, methods(type, false));
        }
        if (types.contains(REFLECTION + "Constructor")) {
            add(type, MemberKind.CONSTRUCTOR, methods(type, true));
        }
    }

    /** Those that a test could call, too. */
    private Stream<Found> methods(Declaration type, boolean constructors) {
        Stream<MethodNode> methods = declarations.methods(type).stream()
                .filter(method -> method.name.equals("<init>") == constructors)
                .filter(method -> Stream.of(Type.getArgumentTypes(method.desc)).allMatch(this::isNameable));
        if (type.isPlatform()) {
            methods = methods.sorted(Comparator.comparing((MethodNode method) -> method.name).thenComparing(method -> method.desc));
        }
        return methods.map(method -> {
            int end = method.desc.indexOf(')');
            return new Found(method.name, method.desc.substring(0, end + 1), method.desc.substring(end + 1), isStatic(method.access));
        });
    }

    private boolean isNameable(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() != Type.OBJECT || declarations.isAccessible(element.getInternalName());
    }

    private static boolean isStatic(int access) {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    private void add(Declaration type, MemberKind kind, Stream<Found> members) {
        Set<Found> shapes = new HashSet<>();
        members.filter(member -> shapes.add(new Found("", member.parameters(), member.result(), member.isStatic())))
                .limit(MAX_OF_CLASS)
                .forEach(member -> found.add(new Reflected(type.name(), kind, member.name(), member.parameterTypes())));
    }

    /** @param parameters descriptors in parentheses; of a field empty */
    private record Found(String name, String parameters, String result, boolean isStatic) {
        List<String> parameterTypes() {
            return parameters.isEmpty() ? List.of()
                    : Stream.of(Type.getArgumentTypes(parameters + "V")).map(Type::getDescriptor).toList();
        }
    }
}
