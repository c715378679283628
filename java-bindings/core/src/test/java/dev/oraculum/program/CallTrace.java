package dev.oraculum.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Remembers which method of the traced classes called which, while a program runs. */
public final class CallTrace {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** {@code caller -> callee}, both traced, with nothing between. */
    static final Set<String> EDGES = new TreeSet<>();
    /** Methods that others than traced ones called. */
    static final Set<String> CALLED_FROM_OUTSIDE = new TreeSet<>();

    private static ClassLoader traced;

    private CallTrace() {}

    /** Every traced method calls this first. */
    public static void enter() {
        STACK.walk(frames -> {
            Iterator<StackWalker.StackFrame> iterator = frames.skip(1).limit(2).iterator();
            StackWalker.StackFrame callee = iterator.next();
            StackWalker.StackFrame caller = iterator.next();
            if (caller.getDeclaringClass().getClassLoader() == traced) {
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

    /** A loader of its own copies of classes, woven to call {@link #enter}. */
    static ClassLoader loader(Predicate<String> included) {
        traced = new ClassLoader(CallTrace.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!included.test(name)) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    if (known != null) {
                        return known;
                    }
                    byte[] woven = weave(name);
                    return defineClass(name, woven, 0, woven.length);
                }
            }
        };
        return traced;
    }

    private static byte[] weave(String name) throws ClassNotFoundException {
        try (InputStream in = CallTrace.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassReader reader = new ClassReader(in.readAllBytes());
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] thrown) {
                    return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, method, descriptor, signature, thrown)) {
                        @Override
                        public void visitCode() {
                            super.visitCode();
                            visitMethodInsn(Opcodes.INVOKESTATIC, "dev/oraculum/program/CallTrace", "enter", "()V", false);
                        }
                    };
                }
            }, 0);
            return writer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
