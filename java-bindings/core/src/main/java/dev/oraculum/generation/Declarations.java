package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What classes declare, without code, and what of it a test in one package may name. */
final class Declarations {
    private static final List<String> PLATFORM = List.of("java/", "javax/", "org/w3c/dom/", "org/xml/sax/");
    private static final String DEPRECATED = "Ljava/lang/Deprecated;";

    private final ClassPath classPath;
    /** Ends with a slash, or is empty. */
    private final String testPackage;
    private final Map<String, Optional<Declaration>> read = new HashMap<>();
    private final boolean onlyPublic;

    /** @param target the class under test; its tests are in {@link TestPackage} */
    Declarations(ClassPath classPath, String target) {
        this(classPath, target, false);
    }

    /** @param onlyPublic whether a test may use what is public only, as code of another package */
    Declarations(ClassPath classPath, String target, boolean onlyPublic) {
        this.classPath = classPath;
        this.testPackage = packageOf(target);
        this.onlyPublic = onlyPublic || !TestPackage.of(classPath, target).isOwn();
    }

    /**
     * One class file.
     *
     * @param access as the source has it: of a nested class, that of its entry in InnerClasses
     * @param outer the class that it is a member of; null: none
     * @param nameable it has a name that Java source can say
     */
    record Declaration(ClassNode node, int access, String outer, boolean nameable, Signatures.Parts signature) {
        String name() {
            return node.name;
        }

        boolean is(int flag) {
            return (access & flag) != 0;
        }

        boolean isInterface() {
            return is(Opcodes.ACC_INTERFACE);
        }

        /** Its superclass and interfaces. */
        List<String> supertypes() {
            List<String> all = new ArrayList<>();
            if (node.superName != null) {
                all.add(node.superName);
            }
            all.addAll(node.interfaces);
            return all;
        }

        /** A class of which code may make an object by a constructor. */
        boolean isConcrete() {
            return !is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM);
        }

        /** A class that is nested in another one and needs an object of it. */
        boolean isInner() {
            return outer != null && !is(Opcodes.ACC_STATIC) && !isInterface();
        }

        boolean isPlatform() {
            return Declarations.isPlatform(node.name);
        }
    }

    /** Of the JDK, in a package that it exports to all: what it has beside these two is not for everyone. */
    static boolean isPlatform(String internalName) {
        return PLATFORM.stream().anyMatch(internalName::startsWith);
    }

    /**
     * Whether a test in the package of a member's owner may use the member of an expression of a type. A subclass in another package has no
     * members that are only for that of the owner (JLS 8.2), and protected ones that it overrides are for its own package (JLS 6.6.2).
     *
     * @param type descriptor of the expression's type
     * @param owner internal name of the class that declares the member
     */
    boolean isUsableOf(String type, String owner, Member member) {
        String name = type.startsWith("L") ? type.substring(1, type.length() - 1) : owner;
        if (packageOf(name).equals(packageOf(owner)) || isPlatform(owner)) {
            return true;
        }
        int access = access(owner, member).orElse(Opcodes.ACC_PUBLIC);
        if ((access & Opcodes.ACC_PROTECTED) == 0) {
            return (access & Opcodes.ACC_PUBLIC) != 0;
        }
        return Stream.iterate(name, at -> at != null && !at.equals(owner), at -> find(at).map(found -> found.node().superName).orElse(null))
                .allMatch(at -> access(at, member).filter(own -> (own & Opcodes.ACC_PUBLIC) == 0).isEmpty());
    }

    /** The flags of a member that a class declares itself. */
    private Optional<Integer> access(String owner, Member member) {
        return find(owner).flatMap(declaration -> member.kind() == MemberKind.FIELD
                ? declaration.node().fields.stream().filter(field -> field.name.equals(member.name())).map(field -> field.access)
                        .findFirst()
                : declaration.node().methods.stream()
                        .filter(method -> method.name.equals(member.name()) && method.desc.equals(member.descriptor()))
                        .map(method -> method.access).findFirst());
    }

    /** Whether a class hides an inner class that it inherits by one of the same name, its own or that of a class between (JLS 8.5). */
    boolean hidesInner(String internalName, String inner) {
        String outer = find(inner).map(Declaration::outer).orElse(internalName);
        return Stream.iterate(internalName, at -> at != null && !at.equals(outer),
                        at -> find(at).map(found -> found.node().superName).orElse(null))
                .anyMatch(at -> find(at).stream().flatMap(found -> found.node().innerClasses.stream())
                        .anyMatch(other -> at.equals(other.outerName) && inner.equals(outer + "$" + other.innerName)));
    }

    static String packageOf(String internalName) {
        return internalName.substring(0, internalName.lastIndexOf('/') + 1);
    }

    /** Empty: nobody has it, or it cannot be read. */
    Optional<Declaration> find(String internalName) {
        Optional<Declaration> known = read.get(internalName);
        if (known == null) {
            known = classPath.findDeclaration(internalName).map(Declarations::read);
            read.put(internalName, known);
        }
        return known;
    }

    private static Declaration read(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        int access = node.access;
        String outer = null;
        boolean nameable = node.outerMethod == null && node.outerClass == null;
        String simpleName = node.name.substring(node.name.lastIndexOf('/') + 1);
        for (InnerClassNode inner : node.innerClasses) {
            if (inner.name.equals(node.name)) {
                access = inner.access;
                outer = inner.outerName;
                nameable &= inner.innerName != null && outer != null;
                simpleName = inner.innerName == null ? "" : inner.innerName;
            }
        }
        return new Declaration(node, access, outer, nameable && isName(simpleName), Signatures.ofClass(node.signature));
    }

    /** Whether Java source can say a name: of other languages they may be anything. */
    private static boolean isName(String name) {
        return SourceVersion.isName(name, SourceVersion.RELEASE_17);
    }

    /** All supertypes, the nearest first, superclasses before interfaces; as far as they can be read. */
    Set<String> supertypes(String type) {
        Set<String> found = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(type));
        for (int i = 0; i < open.size(); i++) {
            find(open.get(i)).ifPresent(declaration -> {
                for (String supertype : declaration.supertypes()) {
                    if (find(supertype).isPresent() && found.add(supertype)) {
                        open.add(supertype);
                    }
                }
            });
        }
        return found;
    }

    /** Whether code that calls what throws such an exception must say so; of one that nobody has, too. */
    boolean isChecked(String exception) {
        Set<String> all = supertypes(exception);
        return Stream.of("java/lang/RuntimeException", "java/lang/Error").noneMatch(name -> name.equals(exception) || all.contains(name));
    }

    /** Whether a test may name a class: it, and all around it. */
    boolean isAccessible(String internalName) {
        Set<String> seen = new LinkedHashSet<>();
        for (String name = internalName; name != null; ) {
            Declaration declaration = seen.add(name) ? find(name).orElse(null) : null;
            if (declaration == null || !declaration.nameable() || !isInReach(declaration.access(), declaration.name())) {
                return false;
            }
            name = declaration.outer();
        }
        boolean ofProject = classPath.origin(internalName).isPresent();
        return ofProject || isPlatform(internalName);
    }

    /**
     * What a test may say of a result: its type, or, if it may not name that, the nearest supertype that it may.
     *
     * @param type a signature
     */
    String nearestAccessible(String type) {
        if (type.charAt(0) != 'L') {
            return type;
        }
        int generic = type.indexOf('<');
        String name = type.substring(1, generic < 0 ? type.length() - 1 : generic);
        if (type.indexOf('.') >= 0 || find(name).isEmpty() || isAccessible(name)) {
            return type;
        }
        Stream<String> named = supertypes(name).stream().filter(above -> !above.equals("java/lang/Object") && isAccessible(above));
        return named.findFirst().map(Declarations::descriptorOf).orElse("Ljava/lang/Object;");
    }

    /** A class as a test may say it: itself, or the nearest superclass that the test may name; empty: nobody has it, or only Object is. */
    Optional<String> nearestClass(String internalName) {
        if (find(internalName).isEmpty()) {
            return Optional.empty();
        }
        String nearest = nearestAccessible(descriptorOf(internalName));
        return Optional.of(nearest.substring(1, nearest.length() - 1)).filter(name -> !name.equals("java/lang/Object"));
    }

    /** Whether a test may use what a class in reach declares with these flags. */
    private boolean isInReach(int access, String owner) {
        boolean near = !onlyPublic && packageOf(owner).equals(testPackage) && (access & Opcodes.ACC_PRIVATE) == 0;
        return (access & Opcodes.ACC_PUBLIC) != 0 || near;
    }

    /** Methods and constructors of a class that a test may use if it may name the class. */
    List<MethodNode> methods(Declaration type) {
        return type.node().methods.stream().filter(method -> isUsable(type, method)).toList();
    }

    private boolean isUsable(Declaration type, MethodNode method) {
        boolean constructor = method.name.equals("<init>");
        boolean named = constructor ? type.isConcrete() : isName(method.name);
        return named && (method.access & Opcodes.ACC_SYNTHETIC) == 0 && isInReach(method.access, type.name()) && isComplete(method.desc)
                && !(type.isPlatform() && isOfNoUse(type, method));
    }

    /** Of the JDK: no test gains from it. */
    private static boolean isOfNoUse(Declaration type, MethodNode method) {
        return Undetermined.is(type.name(), method) || PlatformTypes.isSinkWithoutTrace(type.name(), method.name)
                || PlatformTypes.looksForPrimes(type.name(), method.name, method.desc);
    }

    /** Whether all types of a descriptor are there: no compiler takes a call of a method that names one which is missing. */
    private boolean isComplete(String descriptor) {
        return named(descriptor).allMatch(name -> find(name).isPresent());
    }

    /** Internal names of the classes that a descriptor names. */
    private static Stream<String> named(String descriptor) {
        Type type = Type.getType(descriptor);
        Stream<Type> named = type.getSort() == Type.METHOD
                ? Stream.concat(Stream.of(type.getArgumentTypes()), Stream.of(type.getReturnType()))
                : Stream.of(type);
        return named.map(t -> t.getSort() == Type.ARRAY ? t.getElementType() : t).filter(t -> t.getSort() == Type.OBJECT)
                .map(Type::getInternalName);
    }

    /** Binary names of the classes that nobody has, sorted: of those that members of a class name, and of all their supertypes. */
    Set<String> missingFor(String internalName) {
        List<String> open = find(internalName).stream()
                .flatMap(type -> Stream.concat(
                        type.node().methods.stream().map(method -> method.desc), type.node().fields.stream().map(field -> field.desc)))
                .flatMap(Declarations::named).distinct().collect(Collectors.toCollection(ArrayList::new));
        Set<String> missing = new TreeSet<>();
        for (int i = 0; i < open.size(); i++) {
            String name = open.get(i);
            Optional<Declaration> found = find(name);
            if (found.isEmpty()) {
                missing.add(name.replace('/', '.'));
            } else if (!isPlatform(name)) {
                found.get().supertypes().stream().filter(supertype -> !open.contains(supertype)).forEach(open::add);
            }
        }
        return missing;
    }

    /** Fields of a class that a test may use if it may name the class. */
    List<FieldNode> fields(Declaration type) {
        return type.node().fields.stream()
                .filter(field -> isName(field.name) && (field.access & Opcodes.ACC_SYNTHETIC) == 0 && isInReach(field.access, type.name())
                        && isComplete(field.desc))
                .toList();
    }

    /**
     * The classes whose members a test uses by the name of a class: itself, and its superclasses and interfaces that the test may not name,
     * the nearest first.
     */
    List<Declaration> namedBy(String type) {
        List<Declaration> found = new ArrayList<>();
        List<String> open = new ArrayList<>(List.of(type));
        for (int i = 0; i < open.size(); i++) {
            Declaration declaration = find(open.get(i)).orElse(null);
            if (declaration != null && !found.contains(declaration)) {
                found.add(declaration);
                declaration.supertypes().stream().filter(supertype -> !isAccessible(supertype)).forEach(open::add);
            }
        }
        return found;
    }

    static boolean isDeprecated(int access, List<AnnotationNode> annotations) {
        boolean annotated = annotations != null && annotations.stream().anyMatch(annotation -> annotation.desc.equals(DEPRECATED));
        return annotated || (access & Opcodes.ACC_DEPRECATED) != 0;
    }

    /** What tells methods of one name from each other in a class. */
    static String key(MethodNode method) {
        return method.name + method.desc.substring(0, method.desc.indexOf(')') + 1);
    }

    /** Whether any class has such a public method, so that every object has one. */
    static boolean isOfEveryObject(MethodNode method) {
        return switch (key(method)) {
            case "equals(Ljava/lang/Object;)", "hashCode()", "toString()" -> true;
            default -> false;
        };
    }

    static String descriptorOf(String internalName) {
        return Type.getObjectType(internalName).getDescriptor();
    }
}
