package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Declarations of one class file, without code.
 *
 * @param name internal name
 * @param access flags as the source has them (for a nested class, those of its InnerClasses entry)
 * @param superName internal name, null for java/lang/Object
 * @param outer internal name of the class that declares this one as a member, null if none
 * @param simpleName name in the source, for a nested class; null for local and anonymous classes
 */
public record ClassInfo(
        String name,
        int access,
        String superName,
        List<String> interfaces,
        List<Member> methods,
        List<Member> fields,
        String outer,
        String simpleName) {

    /**
     * A field or method.
     *
     * @param signature its generic type (JVMS 4.7.9.1), null if it has none
     */
    public record Member(String name, String descriptor, String signature, int access) {
        public boolean is(int flag) {
            return (access & flag) != 0;
        }
    }

    public static ClassInfo read(byte[] classFile) {
        Collector collector = new Collector();
        new ClassReader(classFile)
                .accept(collector, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return collector.result();
    }

    public boolean isInterface() {
        return (access & Opcodes.ACC_INTERFACE) != 0;
    }

    public boolean is(int flag) {
        return (access & flag) != 0;
    }

    public Member method(String methodName, String descriptor) {
        for (Member method : methods) {
            if (method.name().equals(methodName) && method.descriptor().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    public String packageName() {
        return packageOf(name);
    }

    public static String packageOf(String internalName) {
        return internalName.substring(0, internalName.lastIndexOf('/') + 1);
    }

    private static final class Collector extends ClassVisitor {
        private String name;
        private int access;
        private String superName;
        private List<String> interfaces;
        private String outer;
        private String simpleName;
        private final List<Member> methods = new ArrayList<>();
        private final List<Member> fields = new ArrayList<>();
        private final Map<String, Integer> nested = new HashMap<>();

        Collector() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int flags, String internal, String signature, String parent, String[] implemented) {
            name = internal;
            access = flags;
            superName = parent;
            interfaces = implemented == null ? List.of() : List.of(implemented);
        }

        @Override
        public void visitInnerClass(String inner, String outerName, String innerName, int flags) {
            nested.put(inner, flags);
            if (inner.equals(name)) {
                outer = outerName;
                simpleName = innerName;
            }
        }

        @Override
        public FieldVisitor visitField(int flags, String field, String descriptor, String signature, Object value) {
            fields.add(new Member(field, descriptor, signature, flags));
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int flags, String method, String descriptor, String signature, String[] thrown) {
            methods.add(new Member(method, descriptor, signature, flags));
            return null;
        }

        ClassInfo result() {
            int flags = nested.getOrDefault(name, access);
            boolean isNested = nested.containsKey(name);
            return new ClassInfo(
                    name,
                    flags,
                    superName,
                    interfaces,
                    List.copyOf(methods),
                    List.copyOf(fields),
                    outer,
                    isNested ? (outer == null ? null : simpleName) : name.substring(name.lastIndexOf('/') + 1));
        }
    }
}
