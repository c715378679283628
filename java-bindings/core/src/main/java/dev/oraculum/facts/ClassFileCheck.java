package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.tree.ClassNode;

/**
 * Decides whether a class file can be read at all, before anything is computed from it. A file that passes can be read by ASM with any
 * flags, and all its descriptors and class names are well formed; the JVM refuses nearly all of the others as well (JVMS 4.8).
 */
final class ClassFileCheck {
    /** A class file of this size is none; the largest that compilers make have some megabytes. */
    static final int MAX_BYTES = 64 << 20;

    private static final int MESSAGE = 120;
    private static final int MAGIC = 0xCAFEBABE;
    private static final int HEADER = 10;
    private static final int OLDEST_MAJOR = 45;
    /** Class-file version of Java n is n + 44 (JVMS table 4.1-A). */
    private static final int FIRST_FEATURE_VERSION = 44;

    /**
     * What a check found.
     *
     * @param fault why the file cannot be read; null: it can
     * @param supertypes superclass and interfaces of a file that can be read
     */
    record Verdict(String fault, List<String> supertypes) {
        static Verdict bad(String fault) {
            return new Verdict(fault, List.of());
        }
    }

    private ClassFileCheck() {}

    /**
     * Checks a class file.
     *
     * @param internalName of the class that the file's path says it has
     * @param jvm feature version of the JVM that will load it; 0: none will
     */
    static Verdict of(String internalName, byte[] classFile, int jvm) {
        if (classFile.length < HEADER || number(classFile, 0, 4) != MAGIC) {
            return Verdict.bad("it is no class file");
        }
        int major = (int) number(classFile, 6, 2);
        if (jvm > 0 && major > jvm + FIRST_FEATURE_VERSION) {
            return Verdict.bad("it is compiled for Java " + (major - FIRST_FEATURE_VERSION) + " (class file version " + major
                    + "), and the JVM that runs the tests is Java " + jvm);
        }
        if (major < OLDEST_MAJOR) {
            return Verdict.bad("its class file version, " + major + ", is none of Java");
        }
        try {
            ClassReader reader;
            try {
                reader = new ClassReader(classFile);
            } catch (IllegalArgumentException e) {
                boolean future = e.getMessage() != null && e.getMessage().startsWith("Unsupported class file major version");
                return Verdict.bad(future
                        ? "it is compiled for Java " + (major - FIRST_FEATURE_VERSION) + " (class file version " + major
                        + "), which Oraculum does not read yet" : damaged(e));
            }
            ConstantPoolCheck.of(reader);
            Declarations declarations = new Declarations();
            reader.accept(declarations, ClassReader.EXPAND_FRAMES);
            if (!internalName.equals(declarations.name)) {
                return Verdict.bad("it says that it is class " + declarations.name.replace('/', '.').replaceAll("\\p{C}", "?"));
            }
            return new Verdict(null, declarations.supertypes);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // A constant that is made of itself overflows the stack; a switch of two thousand million cases, the heap.
            return Verdict.bad(damaged(e));
        }
    }

    /** Names of a damaged file may be anything: what a terminal would obey is not printed. */
    private static String damaged(Throwable e) {
        if (e instanceof IndexOutOfBoundsException) {
            return "it is damaged (it ends too early, or refers to what it does not have)";
        }
        String message = e.getMessage() == null || e.getMessage().isBlank() ? e.getClass().getSimpleName() : e.getMessage();
        String plain = message.replaceAll("\\p{C}", "?");
        return "it is damaged (" + (plain.length() > MESSAGE ? plain.substring(0, MESSAGE) + ".." : plain) + ")";
    }

    private static long number(byte[] bytes, int offset, int length) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | bytes[offset + i] & 0xff;
        }
        return length == 4 ? (int) value : value;
    }

    /** Makes a tree, so that everything is read that any reader could ask for, annotations included; keeps the names of the supertypes. */
    private static final class Declarations extends ClassVisitor {
        private String name;
        private final List<String> supertypes = new ArrayList<>();

        Declarations() {
            super(Opcodes.ASM9, new ClassNode());
        }

        @Override
        public void visit(int version, int access, String internal, String signature, String superName, String[] interfaces) {
            Descriptors.requireClass(internal);
            name = internal;
            if (superName == null && !internal.equals("java/lang/Object") && (access & Opcodes.ACC_MODULE) == 0) {
                throw new IllegalArgumentException("no superclass");
            }
            if (superName != null) {
                supertypes.add(superName);
            }
            supertypes.addAll(List.of(interfaces));
            supertypes.forEach(Descriptors::requireClass);
            super.visit(version, access, internal, signature, superName, interfaces);
        }

        @Override
        public void visitInnerClass(String inner, String outer, String simpleName, int access) {
            Descriptors.requireClass(inner);
            if (outer != null) {
                Descriptors.requireClass(outer);
            }
            super.visitInnerClass(inner, outer, simpleName, access);
        }

        @Override
        public void visitOuterClass(String owner, String method, String descriptor) {
            Descriptors.requireClass(owner);
            if (descriptor != null) {
                Descriptors.requireMethod(descriptor);
            }
            super.visitOuterClass(owner, method, descriptor);
        }

        @Override
        public RecordComponentVisitor visitRecordComponent(String component, String descriptor, String signature) {
            Descriptors.requireName(component);
            Descriptors.requireField(descriptor);
            return super.visitRecordComponent(component, descriptor, signature);
        }

        @Override
        public FieldVisitor visitField(int access, String field, String descriptor, String signature, Object value) {
            Descriptors.requireName(field);
            Descriptors.requireField(descriptor);
            return super.visitField(access, field, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
            Descriptors.requireName(method);
            Descriptors.requireMethod(descriptor);
            MethodVisitor tree = super.visitMethod(access, method, descriptor, signature, exceptions);
            return new CodeCheck(descriptor, (access & Opcodes.ACC_STATIC) != 0, tree);
        }
    }
}
