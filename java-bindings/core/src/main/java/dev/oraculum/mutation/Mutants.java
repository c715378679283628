package dev.oraculum.mutation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.classinfo.ClassName;
import org.pitest.mutationtest.engine.Location;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.GregorMutater;
import org.pitest.mutationtest.engine.gregor.MethodInfo;

/**
 * Makes the mutants of a method (GAssert §3.1 takes its incorrect states from mutants made by Major; ours are PIT's,
 * which works on class files and so needs no sources).
 */
public final class Mutants {
    private Mutants() {}

    /**
     * The mutants of a method, in the order of lines, then places in the bytecode. Of those with identical class files
     * the first is kept.
     *
     * @param className internal name of the class
     * @param methodName its name, {@code <init>} for a constructor
     * @param descriptor its descriptor
     * @throws IllegalArgumentException the class path has no such class, or the class no such method with a body
     */
    public static List<Mutant> of(
            ClassPath classPath,
            String className,
            String methodName,
            String descriptor,
            MutationScope scope,
            Mutators mutators) {
        byte[] original = original(classPath, className);
        Predicate<MethodInfo> mutated = scope == MutationScope.CLASS
                ? method -> !isBridge(method.getAccess())
                : inside(withLambdas(original, className, methodName, descriptor));
        return of(classPath, className, original, mutated, mutators);
    }

    /**
     * The mutants of all methods of a class, in the same order.
     *
     * @param className internal name of the class
     * @throws IllegalArgumentException the class path has no such class
     */
    public static List<Mutant> ofClass(ClassPath classPath, String className, Mutators mutators) {
        return of(classPath, className, original(classPath, className), method -> !isBridge(method.getAccess()), mutators);
    }

    private static byte[] original(ClassPath classPath, String className) {
        return classPath
                .findInProject(className)
                .orElseThrow(() -> new IllegalArgumentException("class " + className.replace('/', '.') + " is not on the class path"));
    }

    private static List<Mutant> of(
            ClassPath classPath, String className, byte[] original, Predicate<MethodInfo> mutated, Mutators mutators) {
        ClassByteArraySource source = name -> classPath.find(name.replace('.', '/'));
        try {
            return all(new GregorMutater(source, mutated, mutators.factories()), className, original, mutators);
        } catch (RuntimeException e) {
            // It can be read, but PIT and ASM trust what its code does to the stack.
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new ClassPathException(
                    "no mutants can be made of the class file of " + className.replace('/', '.') + ": its code cannot be followed ("
                            + reason + "); is it damaged? It is in "
                            + classPath.origin(className).map(java.nio.file.Path::toString).orElse("none of the entries"),
                    e);
        }
    }

    private static List<Mutant> all(GregorMutater pit, String className, byte[] original, Mutators mutators) {
        List<Mutant> mutants = new ArrayList<>();
        Set<BytesKey> seen = new HashSet<>(Set.of(new BytesKey(original)));
        List<MutationDetails> found = new ArrayList<>(pit.findMutations(ClassName.fromString(className)));
        found.sort((a, b) -> a.getLineNumber() != b.getLineNumber()
                ? Integer.compare(a.getLineNumber(), b.getLineNumber())
                : a.getId().compareTo(b.getId()));
        for (MutationDetails details : found) {
            byte[] bytes = pit.getMutation(details.getId()).getBytes();
            if (seen.add(new BytesKey(bytes))) {
                mutants.add(mutant(details, bytes, mutators));
            }
        }
        return mutants;
    }

    private static Mutant mutant(MutationDetails details, byte[] bytes, Mutators mutators) {
        Location location = details.getId().getLocation();
        String method = methodText(location.getMethodName(), location.getMethodDesc());
        String mutator = mutators.nameOf(details.getMutator());
        return new Mutant(
                method + "/" + mutator + "/" + details.getFirstIndex(),
                details.getClassName().asJavaName(),
                method,
                mutator,
                Math.max(0, details.getLineNumber()),
                withoutPlace(details.getDescription()),
                bytes);
    }

    private static String methodText(String name, String descriptor) {
        return Arrays.stream(Type.getArgumentTypes(descriptor))
                .map(Type::getClassName)
                .collect(Collectors.joining(",", name + "(", ")"));
    }

    /** PIT ends some descriptions with the method, which the mutant says anyway. */
    private static String withoutPlace(String description) {
        return description.replaceFirst(" for \\S+::\\S+$", "");
    }

    private static boolean isBridge(int access) {
        return (access & Opcodes.ACC_BRIDGE) != 0;
    }

    // ---- the method and its lambdas -------------------------------------------------------------------------------

    private record MethodKey(String name, String descriptor) {}

    private static Predicate<MethodInfo> inside(Set<MethodKey> methods) {
        return method -> methods.contains(new MethodKey(method.getName(), method.getMethodDescriptor()));
    }

    /** The method and, transitively, the synthetic methods of its class that it makes function objects of. */
    private static Set<MethodKey> withLambdas(byte[] classFile, String className, String name, String descriptor) {
        ClassNode type = new ClassNode();
        new ClassReader(classFile).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Map<MethodKey, MethodNode> methods = new HashMap<>();
        type.methods.forEach(method -> methods.put(new MethodKey(method.name, method.desc), method));
        MethodKey start = new MethodKey(name, descriptor);
        MethodNode body = methods.get(start);
        if (body == null || (body.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
            throw new IllegalArgumentException("class " + className.replace('/', '.') + " has no method "
                    + methodText(name, descriptor) + (body == null ? "" : " with a body"));
        }
        Set<MethodKey> reached = new HashSet<>(Set.of(start));
        Deque<MethodKey> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            for (AbstractInsnNode instruction : methods.get(open.remove()).instructions) {
                if (instruction instanceof InvokeDynamicInsnNode dynamic) {
                    for (Object argument : dynamic.bsmArgs) {
                        if (argument instanceof Handle handle && handle.getOwner().equals(className)) {
                            MethodKey target = new MethodKey(handle.getName(), handle.getDesc());
                            MethodNode lambda = methods.get(target);
                            if (lambda != null && (lambda.access & Opcodes.ACC_SYNTHETIC) != 0 && reached.add(target)) {
                                open.add(target);
                            }
                        }
                    }
                }
            }
        }
        return reached;
    }

    /** A byte array that is equal to one with the same content. */
    private record BytesKey(byte[] bytes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof BytesKey key && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
