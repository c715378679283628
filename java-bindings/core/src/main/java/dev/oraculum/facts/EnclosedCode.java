package dev.oraculum.facts;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the source of a method has in it that is not in its code: the bodies of lambdas, and local and anonymous classes. */
public final class EnclosedCode {
    /** Internal name of its class, name, descriptor. */
    public record Method(String className, String name, String descriptor) {}

    /** All methods with code, by class. */
    private final Map<String, Set<Method>> methods = new HashMap<>();
    private final Set<Method> synthetic = new HashSet<>();
    /** By method those that its lambdas, and references to methods, name. */
    private final Map<Method, Set<Method>> named = new HashMap<>();
    /** By method the local and anonymous classes in it. */
    private final Map<Method, Set<String>> classes = new HashMap<>();

    /** @param classFiles a class and those nested in it */
    public EnclosedCode(Collection<byte[]> classFiles) {
        classFiles.forEach(file -> new ClassReader(file).accept(new Collector(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES));
    }

    /** Some methods, and all that is written in them. */
    public Set<Method> with(Collection<Method> some) {
        Set<Method> all = new LinkedHashSet<>(some);
        Deque<Method> due = new ArrayDeque<>(some);
        while (!due.isEmpty()) {
            Method method = due.poll();
            Set<Method> inside = new LinkedHashSet<>();
            named.getOrDefault(method, Set.of()).stream().filter(synthetic::contains).forEach(inside::add);
            for (String local : classes.getOrDefault(method, Set.of())) {
                methods.forEach((name, own) -> {
                    if (name.equals(local) || name.startsWith(local + "$")) {
                        inside.addAll(own);
                    }
                });
            }
            inside.stream().filter(all::add).forEach(due::add);
        }
        return all;
    }

    private final class Collector extends ClassVisitor {
        private String className;

        Collector() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            className = name;
        }

        @Override
        public void visitOuterClass(String owner, String name, String descriptor) {
            if (name != null) {
                classes.computeIfAbsent(new Method(owner, name, descriptor), key -> new LinkedHashSet<>()).add(className);
            }
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            Method method = new Method(className, name, descriptor);
            methods.computeIfAbsent(className, key -> new LinkedHashSet<>()).add(method);
            if ((access & Opcodes.ACC_SYNTHETIC) != 0) {
                synthetic.add(method);
            }
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInvokeDynamicInsn(String call, String type, Handle bootstrap, Object... arguments) {
                    for (Object argument : List.of(arguments)) {
                        if (argument instanceof Handle handle && handle.getOwner().equals(className)) {
                            Method of = new Method(className, handle.getName(), handle.getDesc());
                            named.computeIfAbsent(method, key -> new LinkedHashSet<>()).add(of);
                        }
                    }
                }
            };
        }
    }
}
