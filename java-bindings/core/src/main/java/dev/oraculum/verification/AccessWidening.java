package dev.oraculum.verification;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files as code <em>inside</em> the class under test may use them (JLS §6.6): the private members of its own top-level class and
 * everything nested there count as public, and so do the protected members of every class. What the method itself could not use stays
 * closed, so that the compiler still refuses it.
 */
final class AccessWidening {
    /** Class-file version of Java n is n + 44 (JVMS table 4.1-A). */
    private static final int FIRST_FEATURE_VERSION = 44;

    private final String nestHost;

    /** @param className internal name of the class under test */
    AccessWidening(String className) {
        this.nestHost = outermost(className);
    }

    /** The class file with wider access, or as it is if it cannot be read (a version newer than we know). */
    byte[] widen(byte[] classFile) {
        try {
            ClassReader reader = new ClassReader(classFile);
            ClassWriter writer = new ClassWriter(0);
            boolean nestmate = outermost(reader.getClassName()).equals(nestHost);
            reader.accept(new Widener(writer, nestmate), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return writer.toByteArray();
        } catch (RuntimeException unreadable) {
            return classFile;
        }
    }

    private static String outermost(String className) {
        int dollar = className.indexOf('$', className.lastIndexOf('/') + 2);
        return dollar < 0 ? className : className.substring(0, dollar);
    }

    private static final class Widener extends ClassVisitor {
        private final boolean nestmate;

        Widener(ClassVisitor next, boolean nestmate) {
            super(Opcodes.ASM9, next);
            this.nestmate = nestmate;
        }

        private int widen(int access) {
            boolean open = (access & Opcodes.ACC_PROTECTED) != 0 || nestmate && (access & Opcodes.ACC_PUBLIC) == 0;
            return open ? access & ~(Opcodes.ACC_PRIVATE | Opcodes.ACC_PROTECTED) | Opcodes.ACC_PUBLIC : access;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            // A class of a newer Java than ours is still readable: only its declarations matter here.
            int readable = Math.min(version & 0xFFFF, Runtime.version().feature() + FIRST_FEATURE_VERSION);
            super.visit(readable, nestmate ? widen(access) : access, name, signature, superName, interfaces);
        }

        @Override
        public void visitInnerClass(String name, String outerName, String innerName, int access) {
            super.visitInnerClass(name, outerName, innerName, widen(access));
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            return super.visitField(widen(access), name, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            return super.visitMethod(widen(access), name, descriptor, signature, exceptions);
        }
    }
}
