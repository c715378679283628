package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Library;
import dev.oraculum.generation.Declarations.Declaration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which types the tests of a class may need: from the class on, breadth first, the types of parameters, what implements an abstract one,
 * and what makes objects of one. All limits are counts, so that the same classes give the same types.
 */
final class TypeClosure {
    /**
     * Steps from the target. EvoSuite makes an object of a parameter of a parameter up to ten deep; beyond four, tests are not readable.
     */
    private static final int MAX_DEPTH = 4;
    /** The same through the JDK: what its collections and streams take is most of java.base. */
    private static final int MAX_PLATFORM_DEPTH = 2;
    /** Beside their supertypes. A search that chooses among more hits the ones that matter too rarely. */
    private static final int MAX_TYPES = 300;
    /** Types that only existing tests use. */
    private static final int MAX_USED = 100;
    /** Classes that implement one type: enough for each branch over subclasses of a usual hierarchy. */
    private static final int MAX_IMPLEMENTATIONS = 12;
    /** Classes with static methods that make objects of one type. */
    private static final int MAX_MAKERS = 4;

    private final ClassPath classPath;
    private final Declarations declarations;
    private final String target;
    /** Methods that the target's code calls on objects: names with descriptors. */
    private final Set<String> called;
    /** By type how many steps it is from the target. */
    private final Map<String, Integer> depths = new LinkedHashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    TypeClosure(ClassPath classPath, Declarations declarations, String target, Collection<String> called) {
        this.classPath = classPath;
        this.declarations = declarations;
        this.target = target;
        this.called = Set.copyOf(called);
    }

    /**
     * Collects the types.
     *
     * @param nested classes in the target, which has goals in them
     * @param casts types that the target's code asks for
     * @param used classes that existing tests or copies use; only they themselves are added, not what they need in turn
     * @return the target first, the others by name; supertypes of all of them included
     */
    List<String> collect(Collection<String> nested, Collection<String> casts, Collection<String> used) {
        add(target, 0);
        // What every test can make, and every type variable can be.
        add("java/lang/Object", 1);
        add("java/lang/String", 1);
        nested.stream().filter(declarations::isAccessible).forEach(name -> add(name, 1));
        casts.forEach(name -> addAll(Type.getObjectType(name).getDescriptor(), 1));
        while (!open.isEmpty()) {
            String name = open.poll();
            declarations.find(name).ifPresent(declaration -> expand(declaration, depths.get(name)));
        }
        used.stream()
                .filter(name -> !depths.containsKey(name) && declarations.find(name).isPresent() && declarations.isAccessible(name))
                .limit(MAX_USED)
                .forEach(name -> depths.put(name, MAX_DEPTH));
        TreeSet<String> all = new TreeSet<>(depths.keySet());
        depths.keySet().forEach(name -> all.addAll(declarations.supertypes(name)));
        all.remove(target);
        List<String> types = new ArrayList<>(List.of(target));
        types.addAll(all);
        return types;
    }

    private void add(String name, int depth) {
        boolean wanted = depth <= MAX_DEPTH && depths.size() < MAX_TYPES && !depths.containsKey(name);
        if (wanted && declarations.find(name).isPresent()) {
            depths.put(name, depth);
            open.add(name);
        }
    }

    /** @param type a signature */
    private void addAll(String type, int depth) {
        Set<String> classes = Signatures.classes(type);
        if (classes != null) {
            classes.forEach(name -> add(name, depth));
        }
    }

    private void expand(Declaration type, int depth) {
        if (depth == MAX_DEPTH) {
            return;
        }
        int next = depth + 1;
        List<String> usual = PlatformTypes.implementations(type.name());
        usual.forEach(name -> add(name, next));
        List<String> implementations = type.isConcrete() || !usual.isEmpty() ? List.of() : implementations(type.name());
        implementations.forEach(name -> add(name, next));
        boolean isUnmade = type.isConcrete() ? !isMade(type) : usual.isEmpty() && implementations.isEmpty();
        if (isUnmade && !type.isPlatform() && !type.is(Opcodes.ACC_ENUM)) {
            makers(type).forEach(name -> add(name, next));
        }
        if (type.signature() != null) {
            bounds(type.signature(), next);
        }
        // Their methods are called on it, too.
        type.supertypes().stream().filter(name -> !Declarations.isPlatform(name)).forEach(name -> add(name, next));
        if (type.isInner()) {
            add(type.outer(), next);
        }
        if (declarations.isAccessible(type.name())) {
            for (Declaration declaring : declarations.namedBy(type.name())) {
                members(type, declaring, next);
            }
        }
        if (!type.isPlatform() && !isMade(type)) {
            // Such a class is made by what is nested in it: its builder.
            type.node().innerClasses.stream()
                    .filter(inner -> type.name().equals(inner.outerName) && declarations.isAccessible(inner.name))
                    .forEach(inner -> add(inner.name, next));
        }
    }

    private void members(Declaration type, Declaration declaring, int next) {
        for (MethodNode method : declarations.methods(declaring)) {
            boolean makes = method.name.equals("<init>") || isFactory(type, method);
            // Where a test makes up the object, it says what the methods give that the target calls.
            if (type.isInterface() && called.contains(method.name + method.desc)
                    && (!type.isPlatform() || next <= MAX_PLATFORM_DEPTH)) {
                addAll(Signatures.ofMethod(method.desc, method.signature).result(), next);
            }
            if (!type.isPlatform() || makes && next <= MAX_PLATFORM_DEPTH) {
                Signatures.Parts signature = Signatures.ofMethod(method.desc, method.signature);
                signature.parameters().forEach(parameter -> addAll(parameter, next));
                bounds(signature, next);
                // What a method of the target gives is there to be asked: its iterators and builders have goals of their own.
                if (type.name().equals(target)) {
                    addAll(signature.result(), next);
                }
            }
        }
        for (FieldNode field : type.isPlatform() ? List.<FieldNode>of() : declarations.fields(declaring)) {
            addAll(Signatures.ofType(field.desc, field.signature), next);
        }
    }

    private void bounds(Signatures.Parts signature, int next) {
        signature.variables().forEach(variable -> variable.bounds().forEach(bound -> addAll(bound, next)));
    }

    private static boolean isFactory(Declaration type, MethodNode method) {
        return (method.access & Opcodes.ACC_STATIC) != 0
                && Type.getReturnType(method.desc).getDescriptor().equals(Declarations.descriptorOf(type.name()));
    }

    /** Whether the class itself has something by which a test gets an object of it. */
    private boolean isMade(Declaration type) {
        String descriptor = Declarations.descriptorOf(type.name());
        return !type.isConcrete()
                || declarations.methods(type).stream().anyMatch(method -> method.name.equals("<init>") || isFactory(type, method))
                || declarations.fields(type).stream().anyMatch(field -> field.desc.equals(descriptor));
    }

    /**
     * Accessible classes that implement a type: those of its package and of the target's first, then others of their libraries, by name.
     */
    private List<String> implementations(String type) {
        List<String> near = new ArrayList<>();
        List<String> far = new ArrayList<>();
        for (String name : subtypes(type)) {
            Declaration declaration = declarations.find(name).orElse(null);
            boolean made = declaration != null && !declaration.isInterface()
                    && (declaration.isConcrete() || declaration.is(Opcodes.ACC_ENUM));
            if (made && declarations.isAccessible(name)) {
                String in = Declarations.packageOf(name);
                boolean isNear = in.equals(Declarations.packageOf(type)) || in.equals(Declarations.packageOf(target));
                (isNear ? near : far).add(name);
            }
        }
        near.addAll(far);
        return near.subList(0, Math.min(near.size(), MAX_IMPLEMENTATIONS));
    }

    /** Subtypes in the jars that the type and the target come from, by name. */
    private Collection<String> subtypes(String type) {
        List<Library> libraries = libraries(type);
        Set<String> found = new TreeSet<>();
        Set<String> seen = new HashSet<>();
        Deque<String> from = new ArrayDeque<>(List.of(type));
        while (!from.isEmpty()) {
            String next = from.poll();
            for (Library library : libraries) {
                for (String subtype : library.subtypes(next)) {
                    if (seen.add(subtype)) {
                        found.add(subtype);
                        from.add(subtype);
                    }
                }
            }
        }
        return found;
    }

    /** Those that the target and a type come from. */
    private List<Library> libraries(String type) {
        List<Library> libraries = new ArrayList<>(List.of(classPath.libraryOf(target)));
        if (classPath.origin(type).isPresent() && !classPath.origin(type).equals(classPath.origin(target))) {
            libraries.add(classPath.libraryOf(type));
        }
        return libraries;
    }

    /**
     * Other classes with static methods that give objects of a type: the one around it first, then those of its package, then others of the
     * libraries, by name.
     */
    private List<String> makers(Declaration type) {
        String descriptor = Declarations.descriptorOf(type.name());
        List<String> found = new ArrayList<>();
        libraries(type.name()).forEach(library -> found.addAll(library.makers(type.name())));
        return found.stream()
                .filter(name -> !name.equals(type.name()) && declarations.isAccessible(name))
                .filter(name -> declarations.find(name).stream().flatMap(declaration -> declarations.methods(declaration).stream())
                        .anyMatch(method -> (method.access & Opcodes.ACC_STATIC) != 0
                                && Type.getReturnType(method.desc).getDescriptor().equals(descriptor)))
                .distinct()
                .sorted(Comparator.comparing((String name) -> !name.equals(type.outer()))
                        .thenComparing(name -> !Declarations.packageOf(name).equals(Declarations.packageOf(type.name())))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_MAKERS)
                .toList();
    }
}
