package dev.oraculum.facts;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods that a tool has written and says so: they, or their class, have an annotation with {@code Generated} in its simple name that is
 * in the class file, as {@code lombok.Generated} is. JaCoCo does not count them either. Nobody tests them unless they are named.
 */
public final class GeneratedCode {
    private static final String WORD = "Generated";

    private GeneratedCode() {}

    /** Those of some classes. */
    public static Set<EnclosedCode.Method> methods(Collection<byte[]> classFiles) {
        Set<EnclosedCode.Method> all = new LinkedHashSet<>();
        classFiles.forEach(file -> new ClassReader(file).accept(
                new Collector(all), ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES));
        return all;
    }

    private static boolean isOne(String annotation) {
        int end = annotation.length() - 1;
        int from = Math.max(annotation.lastIndexOf('/'), annotation.lastIndexOf('$')) + 1;
        return annotation.substring(Math.min(from, end), end).contains(WORD);
    }

    private static final class Collector extends ClassVisitor {
        private final Set<EnclosedCode.Method> all;
        private final Set<EnclosedCode.Method> own = new LinkedHashSet<>();
        private String className;
        private boolean whole;

        Collector(Set<EnclosedCode.Method> all) {
            super(Opcodes.ASM9);
            this.all = all;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            className = name;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            whole |= isOne(descriptor);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            EnclosedCode.Method method = new EnclosedCode.Method(className, name, descriptor);
            own.add(method);
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    if (isOne(annotation)) {
                        all.add(method);
                    }
                    return null;
                }
            };
        }

        @Override
        public void visitEnd() {
            if (whole) {
                all.addAll(own);
            }
        }
    }
}
