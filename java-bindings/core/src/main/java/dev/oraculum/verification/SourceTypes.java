package dev.oraculum.verification;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The types of a method's variables as its source declares them, with type arguments, as far as the class file tells (JVMS 4.7.9.1,
 * 4.7.14). An assertion that compiles with erased types may not compile in the method, and the other way round.
 *
 * @param typeParameters declarations of the type variables in scope, {@code T extends java.lang.Comparable<T>}
 * @param receiver type of {@code this}
 * @param result type of the return value; null: not known, or void
 * @param variables parameters and locals, by name
 * @param hidingVariables names of variables and fields in scope that hide packages and classes which assertions speak of (JLS 6.4.2)
 * @param hidingTypes names of nested classes that do
 */
record SourceTypes(
        List<String> typeParameters,
        String receiver,
        String result,
        Map<String, String> variables,
        Set<String> hidingVariables,
        Set<String> hidingTypes) {
    /** What the text of an assertion names without a package. */
    private static final Set<String> NAMED =
            Set.of("java", "Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Math", "Object", "Short", "String");

    /** What reads class files by internal name; null where there is none. */
    @FunctionalInterface
    interface Classes {
        byte[] read(String internalName);
    }

    /**
     * The types of a method.
     *
     * @param className binary name
     * @param method {@code pkg.C#m(int,java.lang.String)}
     * @return null if the class file does not tell: it has no such method, or is damaged
     */
    static SourceTypes of(Classes classes, String className, String method) {
        try {
            ClassNode owner = node(classes, className.replace('.', '/'));
            MethodNode found = owner == null ? null : find(owner, method);
            return found == null ? null : of(classes, owner, found);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | IllegalStateException damaged) {
            return null;
        }
    }

    private static ClassNode node(Classes classes, String internalName) {
        byte[] bytes = classes.read(internalName);
        if (bytes == null) {
            return null;
        }
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
        return node;
    }

    private static MethodNode find(ClassNode owner, String method) {
        String name = method.substring(method.indexOf('#') + 1, method.indexOf('('));
        String parameters = method.substring(method.indexOf('(') + 1, method.lastIndexOf(')'));
        for (MethodNode candidate : owner.methods) {
            List<String> types = java.util.Arrays.stream(Type.getArgumentTypes(candidate.desc)).map(Type::getClassName).toList();
            boolean synthetic = (candidate.access & Opcodes.ACC_BRIDGE) != 0;
            if (!synthetic && candidate.name.equals(name) && String.join(",", types).equals(parameters)) {
                return candidate;
            }
        }
        return null;
    }

    private static SourceTypes of(Classes classes, ClassNode owner, MethodNode method) {
        List<String> parameters = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        String receiver = Variables.canonical(owner.name.replace('/', '.'));
        boolean clash = !declare(method.signature, parameters, names);
        if (!isStatic) {
            // From the inside to the outside, as far as an instance has an outer instance.
            StringBuilder around = new StringBuilder();
            boolean generic = false;
            for (ClassNode c = owner; c != null; c = outer(classes, c)) {
                List<String> own = new ArrayList<>();
                Set<String> ownNames = new TreeSet<>();
                declare(c.signature, own, ownNames);
                clash |= ownNames.stream().anyMatch(name -> !names.add(name));
                parameters.addAll(own);
                String arguments = arguments(c.signature);
                generic |= !arguments.isEmpty();
                ClassNode next = outer(classes, c);
                String simple = next == null ? Variables.canonical(c.name.replace('/', '.')) : c.name.substring(next.name.length() + 1);
                around.insert(0, (next == null ? "" : ".") + simple + arguments);
            }
            receiver = generic ? around.toString() : receiver;
        }
        if (clash) {
            // One name for two type variables: source can say only one of them.
            return null;
        }
        Map<String, String> variables = new HashMap<>();
        Set<String> ambiguous = new TreeSet<>();
        for (LocalVariableNode local : method.localVariables == null ? List.<LocalVariableNode>of() : method.localVariables) {
            String type = type(local.signature == null ? local.desc : local.signature);
            String other = variables.put(local.name, type);
            if (other != null && !other.equals(type)) {
                ambiguous.add(local.name);
            }
        }
        ambiguous.forEach(variables::remove);
        String result = result(method.signature == null ? method.desc : method.signature);
        Set<String> hidingVariables = new TreeSet<>(variables.keySet());
        hidingVariables.addAll(ambiguous);
        Set<String> hidingTypes = new TreeSet<>();
        inScope(classes, owner, hidingVariables, hidingTypes);
        hidingVariables.retainAll(NAMED);
        hidingTypes.retainAll(NAMED);
        String returned = result.equals("void") ? null : result;
        return new SourceTypes(List.copyOf(parameters), receiver, returned, Map.copyOf(variables), hidingVariables, hidingTypes);
    }

    /** The fields and nested classes of a class, of those around it and of all their supertypes; inherited private ones, too. */
    private static void inScope(Classes classes, ClassNode owner, Set<String> fields, Set<String> types) {
        Deque<String> open = new ArrayDeque<>(List.of(owner.name));
        Set<String> seen = new TreeSet<>();
        while (!open.isEmpty()) {
            String name = open.poll();
            ClassNode node = name.startsWith("java/") || !seen.add(name) ? null : name.equals(owner.name) ? owner : node(classes, name);
            if (node != null) {
                node.fields.forEach(field -> fields.add(field.name));
                for (InnerClassNode entry : node.innerClasses) {
                    if (node.name.equals(entry.outerName) && entry.innerName != null) {
                        types.add(entry.innerName);
                    } else if (node.name.equals(entry.name) && entry.outerName != null) {
                        open.add(entry.outerName);
                    }
                }
                open.addAll(node.interfaces);
                if (node.superName != null) {
                    open.add(node.superName);
                }
            }
        }
    }

    /** The class whose instance an instance of this one has; null for static and top-level classes. */
    private static ClassNode outer(Classes classes, ClassNode inner) {
        for (InnerClassNode entry : inner.innerClasses) {
            if (entry.name.equals(inner.name) && entry.outerName != null && entry.name.startsWith(entry.outerName + "$")) {
                return (entry.access & (Opcodes.ACC_STATIC | Opcodes.ACC_INTERFACE)) != 0 ? null : node(classes, entry.outerName);
            }
        }
        return null;
    }

    /** Adds the type variables that a signature declares; false if a name was there already. */
    private static boolean declare(String signature, List<String> into, Set<String> names) {
        boolean[] fresh = {true};
        formal(signature).forEach((name, bounds) -> {
            fresh[0] &= names.add(name);
            String all = bounds.stream().map(TypeText::text).collect(Collectors.joining(" & "));
            into.add(name + (all.isEmpty() ? "" : " extends " + all));
        });
        return fresh[0];
    }

    private static String arguments(String classSignature) {
        Set<String> names = formal(classSignature).keySet();
        return names.isEmpty() ? "" : "<" + String.join(", ", names) + ">";
    }

    private static Map<String, List<TypeText>> formal(String signature) {
        Map<String, List<TypeText>> formal = new java.util.LinkedHashMap<>();
        if (signature != null && signature.startsWith("<")) {
            new SignatureReader(signature).accept(new SignatureVisitor(Opcodes.ASM9) {
                private List<TypeText> bounds;

                @Override
                public void visitFormalTypeParameter(String name) {
                    bounds = new ArrayList<>();
                    formal.put(name, bounds);
                }

                private SignatureVisitor bound() {
                    TypeText bound = new TypeText();
                    bounds.add(bound);
                    return bound;
                }

                @Override
                public SignatureVisitor visitClassBound() {
                    return bound();
                }

                @Override
                public SignatureVisitor visitInterfaceBound() {
                    return bound();
                }

                @Override
                public SignatureVisitor visitSuperclass() {
                    return new TypeText();
                }

                @Override
                public SignatureVisitor visitInterface() {
                    return new TypeText();
                }

                @Override
                public SignatureVisitor visitParameterType() {
                    return new TypeText();
                }

                @Override
                public SignatureVisitor visitReturnType() {
                    return new TypeText();
                }

                @Override
                public SignatureVisitor visitExceptionType() {
                    return new TypeText();
                }
            });
        }
        return formal;
    }

    private static String type(String signature) {
        TypeText text = new TypeText();
        new SignatureReader(signature).acceptType(text);
        return text.text();
    }

    private static String result(String signature) {
        return type(signature.substring(signature.indexOf(')') + 1).replaceFirst("\\^.*", ""));
    }

    /** One type of a signature as source writes it. */
    private static final class TypeText extends SignatureVisitor {
        private final StringBuilder text = new StringBuilder();
        private final List<TypeText> pending = new ArrayList<>();
        private final List<String> wildcards = new ArrayList<>();
        private TypeText component;

        TypeText() {
            super(Opcodes.ASM9);
        }

        String text() {
            return component != null ? component.text() + "[]" : text + closed();
        }

        private String closed() {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < wildcards.size(); i++) {
                TypeText argument = pending.get(i);
                all.add(argument == null ? "?" : wildcards.get(i) + argument.text());
            }
            return all.isEmpty() ? "" : "<" + String.join(", ", all) + ">";
        }

        @Override
        public void visitBaseType(char descriptor) {
            text.append(Type.getType(String.valueOf(descriptor)).getClassName());
        }

        @Override
        public void visitTypeVariable(String name) {
            text.append(name);
        }

        @Override
        public SignatureVisitor visitArrayType() {
            component = new TypeText();
            return component;
        }

        @Override
        public void visitClassType(String internalName) {
            text.append(Variables.canonical(internalName.replace('/', '.')));
        }

        @Override
        public void visitInnerClassType(String simpleName) {
            String closed = closed();
            pending.clear();
            wildcards.clear();
            text.append(closed).append('.').append(simpleName);
        }

        @Override
        public void visitTypeArgument() {
            wildcards.add("?");
            pending.add(null);
        }

        @Override
        public SignatureVisitor visitTypeArgument(char wildcard) {
            TypeText argument = new TypeText();
            wildcards.add(wildcard == SignatureVisitor.EXTENDS ? "? extends " : wildcard == SignatureVisitor.SUPER ? "? super " : "");
            pending.add(argument);
            return argument;
        }
    }
}
