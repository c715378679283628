package dev.oraculum.evaluation;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Remembers which method of the traced classes called which, while tests run. */
public final class CallTrace {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** {@code caller -> callee}, both traced, with nothing between. */
    static final Set<String> EDGES = ConcurrentHashMap.newKeySet();
    /** Methods that others than traced ones called. */
    static final Set<String> CALLED_FROM_OUTSIDE = ConcurrentHashMap.newKeySet();

    private static volatile Loader traced;

    private CallTrace() {}

    /** Every traced method calls this first. */
    public static void enter() {
        STACK.walk(frames -> {
            Iterator<StackWalker.StackFrame> iterator = frames.skip(1).limit(2).iterator();
            StackWalker.StackFrame callee = iterator.next();
            if (!iterator.hasNext()) {
                CALLED_FROM_OUTSIDE.add(name(callee));
                return null;
            }
            StackWalker.StackFrame caller = iterator.next();
            if (traced.isTraced(caller.getDeclaringClass())) {
                EDGES.add(name(caller) + " -> " + name(callee));
            } else {
                CALLED_FROM_OUTSIDE.add(name(callee));
            }
            return null;
        });
    }

    private static String name(StackWalker.StackFrame frame) {
        return frame.getClassName().replace('.', '/') + "." + frame.getMethodName() + frame.getDescriptor();
    }

    /** A loader of jars of its own, the first of which are woven to call {@link #enter}. */
    static ClassLoader loader(List<Path> jars, Predicate<String> included) {
        EDGES.clear();
        CALLED_FROM_OUTSIDE.clear();
        traced = new Loader(jars.stream().map(CallTrace::url).toArray(URL[]::new), included);
        return traced;
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static final class Loader extends URLClassLoader {
        private final Predicate<String> included;

        Loader(URL[] jars, Predicate<String> included) {
            super(jars, CallTrace.class.getClassLoader());
            this.included = included;
        }

        boolean isTraced(Class<?> type) {
            return type.getClassLoader() == this && included.test(type.getName());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                URL file = known == null ? findResource(name.replace('.', '/') + ".class") : null;
                if (known != null || file == null) {
                    return known != null ? known : super.loadClass(name, resolve);
                }
                try (var in = file.openStream()) {
                    byte[] bytes = in.readAllBytes();
                    byte[] defined = included.test(name) ? weave(bytes) : bytes;
                    return defineClass(name, defined, 0, defined.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }

    private static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, method, descriptor, signature, thrown)) {
                    @Override
                    public void visitCode() {
                        super.visitCode();
                        visitMethodInsn(Opcodes.INVOKESTATIC, "dev/oraculum/evaluation/CallTrace", "enter", "()V", false);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }
}
