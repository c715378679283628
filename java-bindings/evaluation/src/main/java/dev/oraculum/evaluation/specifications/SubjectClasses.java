package dev.oraculum.evaluation.specifications;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.kinds.states.StateKind;
import dev.oraculum.runtime.StatePlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** The subjects' classes in this JVM, the method of a plan woven as the agent weaves it, but with {@link CallProbes}. */
final class SubjectClasses extends ClassLoader {
    private static final Map<String, String> OUR_PROBES =
            Map.of(Bytecode.PROBES, internalName(CallProbes.class), Bytecode.INVOCATION, internalName(RootValues.class));

    private final Path folder;
    private final String packageName;
    private final StatePlan plan;

    /**
     * @param folder with class files
     * @param packageName of the subjects
     * @param plan of the method to weave; null: none
     */
    SubjectClasses(Path folder, String packageName, StatePlan plan) {
        super(SubjectClasses.class.getClassLoader());
        this.folder = folder;
        this.packageName = packageName;
        this.plan = plan;
    }

    private static String internalName(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** A class of the subjects' package, by its name in it. */
    Class<?> subject(String simpleName) {
        try {
            return loadClass(packageName + "." + simpleName);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no class " + simpleName + " in " + packageName + " below " + folder, e);
        }
    }

    String packageName() {
        return packageName;
    }

    /** Whether the fields of such objects are part of a state. */
    boolean isSubject(Class<?> type) {
        return type.getName().startsWith(packageName + ".");
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith(packageName + ".")) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            Path file = folder.resolve(name.replace('.', '/') + ".class");
            if (!Files.exists(file)) {
                throw new ClassNotFoundException(name);
            }
            try {
                byte[] bytes = Files.readAllBytes(file);
                boolean woven = plan != null && plan.className().equals(name.replace('.', '/'));
                byte[] code = woven ? weave(bytes) : bytes;
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private byte[] weave(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.EXPAND_FRAMES);
        Weaving weaving = new StateKind().weaving(plan, 0);
        List<Runnable> prepared = node.methods.stream().map((MethodNode method) -> weaving.prepare(node, method)).toList();
        prepared.forEach(Runnable::run);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        ClassVisitor renamed = new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, OUR_PROBES));
        node.accept(renamed);
        return writer.toByteArray();
    }
}
