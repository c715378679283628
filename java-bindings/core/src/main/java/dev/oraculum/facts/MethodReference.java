package dev.oraculum.facts;

import dev.oraculum.facts.ClassInfo.Member;
import dev.oraculum.facts.MethodReferenceException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method as users write it: {@code pkg.C#m(int,java.lang.String)}, or {@code pkg.C#m} where that is unambiguous.
 *
 * <p>Nested classes are written {@code Outer.Inner} or {@code Outer$Inner}, constructors {@code C#<init>(..)}, arrays
 * {@code int[]}, variable arity {@code String...}. Parameter types may be simple names; type arguments are ignored.
 *
 * @param className the class as written
 * @param methodName the method's name
 * @param parameterTypes the parameter types as written, without spaces and type arguments; empty if none were given
 */
public record MethodReference(String className, String methodName, Optional<List<String>> parameterTypes) {

    /**
     * Reads the notation.
     *
     * @throws MethodReferenceException of kind SYNTAX
     */
    public static MethodReference parse(String text) {
        String trimmed = text.strip();
        int hash = trimmed.indexOf('#');
        int open = trimmed.indexOf('(');
        if (hash <= 0 || hash != trimmed.lastIndexOf('#') || (open >= 0 && (open < hash || !trimmed.endsWith(")")))) {
            throw syntax(text);
        }
        String className = trimmed.substring(0, hash).strip();
        String method = trimmed.substring(hash + 1, open < 0 ? trimmed.length() : open).strip();
        if (!isClassName(className) || !(method.equals("<init>") || isIdentifier(method))) {
            throw syntax(text);
        }
        if (open < 0) {
            return new MethodReference(className, method, Optional.empty());
        }
        List<String> types = new ArrayList<>();
        String list = withoutTypeArguments(trimmed.substring(open + 1, trimmed.length() - 1));
        if (!list.isBlank()) {
            for (String part : list.split(",", -1)) {
                String type = part.replaceAll("\\s", "").replace("...", "[]");
                if (!isClassName(type.replaceAll("(\\[\\])*$", ""))) {
                    throw syntax(text);
                }
                types.add(type);
            }
        }
        return new MethodReference(className, method, Optional.of(List.copyOf(types)));
    }

    private static MethodReferenceException syntax(String text) {
        return new MethodReferenceException(
                Kind.SYNTAX, "'" + text + "' is no method: write pkg.Class#method(int,java.lang.String) or pkg.Class#method");
    }

    private static boolean isClassName(String text) {
        return !text.isEmpty()
                && Arrays.stream(text.replace('/', '.').split("\\.", -1)).allMatch(MethodReference::isIdentifier);
    }

    private static boolean isIdentifier(String text) {
        return !text.isEmpty()
                && Character.isJavaIdentifierStart(text.charAt(0))
                && text.chars().allMatch(Character::isJavaIdentifierPart);
    }

    private static String withoutTypeArguments(String types) {
        StringBuilder plain = new StringBuilder();
        int depth = 0;
        for (char c : types.toCharArray()) {
            depth += c == '<' ? 1 : 0;
            if (depth == 0) {
                plain.append(c);
            }
            depth -= c == '>' ? 1 : 0;
        }
        return plain.toString();
    }

    /** The notation for a method of a class file. */
    static String text(String owner, String name, String descriptor) {
        return owner.replace('/', '.') + "#" + signature(name, descriptor);
    }

    private static String signature(String name, String descriptor) {
        return Arrays.stream(Type.getArgumentTypes(descriptor))
                .map(Type::getClassName)
                .collect(Collectors.joining(",", name + "(", ")"));
    }

    /**
     * Finds the method in the project.
     *
     * @throws MethodReferenceException if there is no such method, several match, or it has no code
     */
    public ResolvedMethod resolve(ClassPath classPath) {
        Hierarchy hierarchy = new Hierarchy(classPath);
        String owner = resolveClass(classPath);
        ClassInfo info = hierarchy
                .find(owner)
                .orElseThrow(() -> new MethodReferenceException(
                        Kind.UNREADABLE_CLASS,
                        "the class file of " + className + " cannot be read: "
                                + classPath.unreadable().getOrDefault(owner, "it was there a moment ago, and is not any more")));
        List<Member> matching = info.methods().stream().filter(this::matches).toList();
        List<Member> written =
                matching.stream().filter(m -> !m.is(Opcodes.ACC_SYNTHETIC)).toList();
        List<Member> candidates = written.isEmpty() ? matching : written;
        if (candidates.isEmpty()) {
            throw unknownMethod(info, hierarchy);
        }
        if (candidates.size() > 1) {
            throw new MethodReferenceException(
                    Kind.AMBIGUOUS, this + " is ambiguous, write one of" + list(info.name(), candidates));
        }
        Member method = candidates.get(0);
        if (method.is(Opcodes.ACC_ABSTRACT) || method.is(Opcodes.ACC_NATIVE)) {
            throw new MethodReferenceException(
                    Kind.NOT_OBSERVABLE,
                    text(info.name(), method.name(), method.descriptor()) + " is "
                            + (method.is(Opcodes.ACC_NATIVE) ? "native" : "abstract")
                            + ": it has no code that could be observed"
                            + (method.is(Opcodes.ACC_ABSTRACT) ? "; name an implementation of it" : ""));
        }
        byte[] classFile = classPath.findInProject(owner).orElseThrow();
        return new ResolvedMethod(owner, method.name(), method.descriptor(), method.access(), classFile);
    }

    private boolean matches(Member method) {
        return matches(method.name(), method.descriptor());
    }

    /** Whether a method of the class is meant. */
    public boolean matches(String name, String descriptor) {
        return name.equals(methodName) && parameterTypes.map(types -> matches(types, descriptor)).orElse(true);
    }

    /**
     * The class of that name, {@code pkg.C}, {@code pkg.Outer.Nested} or {@code pkg.Outer$Nested}.
     *
     * @return its internal name
     * @throws MethodReferenceException of kind UNKNOWN_CLASS
     */
    public static String classNamed(ClassPath classPath, String name) {
        return new MethodReference(name, "<init>", Optional.empty()).resolveClass(classPath);
    }

    private static boolean matches(List<String> written, String descriptor) {
        Type[] types = Type.getArgumentTypes(descriptor);
        if (types.length != written.size()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            String name = types[i].getClassName().replace('$', '.');
            String asked = written.get(i).replace('$', '.').replace('/', '.');
            if (!name.equals(asked) && !name.endsWith("." + asked)) {
                return false;
            }
        }
        return true;
    }

    private String resolveClass(ClassPath classPath) {
        String name = className.replace('.', '/');
        while (true) {
            if (classPath.origin(name).isPresent()) {
                return name;
            }
            int slash = name.lastIndexOf('/');
            if (slash < 0) {
                break;
            }
            name = name.substring(0, slash) + "$" + name.substring(slash + 1);
        }
        String asWritten = className.replace('.', '/');
        if (classPath.find(asWritten).isPresent()) {
            throw new MethodReferenceException(
                    Kind.CLASS_OF_JDK, className + " is a class of the JDK; only classes of the class path can be observed");
        }
        List<String> similar = SimilarNames.of(className, classPath.projectClasses());
        throw new MethodReferenceException(
                Kind.UNKNOWN_CLASS,
                "no class " + className + " on the class path ("
                        + classPath.entries().stream().map(Object::toString).collect(Collectors.joining(", ")) + ")"
                        + (similar.isEmpty() ? "" : "; did you mean" + lines(similar)));
    }

    private MethodReferenceException unknownMethod(ClassInfo info, Hierarchy hierarchy) {
        for (String supertype : hierarchy.supertypes(info.name())) {
            ClassInfo parent = hierarchy.find(supertype).orElse(null);
            List<Member> inherited = parent == null || methodName.equals("<init>")
                    ? List.of()
                    : parent.methods().stream().filter(this::matches).toList();
            if (!inherited.isEmpty()) {
                return new MethodReferenceException(
                        Kind.UNKNOWN_METHOD,
                        this + " is declared in " + supertype.replace('/', '.') + ", write" + list(supertype, inherited));
            }
        }
        List<Member> named =
                info.methods().stream().filter(m -> m.name().equals(methodName)).toList();
        if (!named.isEmpty()) {
            return new MethodReferenceException(
                    Kind.UNKNOWN_METHOD, "no method " + this + "; methods of that name are" + list(info.name(), named));
        }
        List<Member> all = info.methods().stream()
                .filter(m -> !m.is(Opcodes.ACC_SYNTHETIC) && !m.name().equals("<clinit>"))
                .sorted(Comparator.comparing(Member::name))
                .toList();
        return new MethodReferenceException(
                Kind.UNKNOWN_METHOD,
                "no method " + methodName + " in " + info.name().replace('/', '.')
                        + (all.isEmpty() ? ", which has none" : "; its methods are" + list(info.name(), all)));
    }

    private static String list(String owner, List<Member> methods) {
        return lines(methods.stream()
                .map(m -> text(owner, m.name(), m.descriptor()))
                .toList());
    }

    private static String lines(List<String> items) {
        return items.stream().map(item -> "\n  " + item).collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return className + "#" + methodName
                + parameterTypes.map(types -> "(" + String.join(",", types) + ")").orElse("");
    }
}
