package dev.oraculum.program;

import dev.oraculum.facts.ClassPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * The facts of a program and of the JDK below it, as far as somebody asks for them: declarations by class, code by method. A JDK has tens
 * of thousands of classes, of which an answer needs a few.
 */
final class FactsOnDemand {
    private final ClassPath classPath;
    private final Consumer<byte[]> sink;
    private final Set<String> declared = new HashSet<>();
    private final Map<String, ClassReader> readers = new HashMap<>();

    /** @param sink takes the records */
    FactsOnDemand(ClassPath classPath, Consumer<byte[]> sink) {
        this.classPath = classPath;
        this.sink = sink;
    }

    /** Forwards what a class declares, after its supertypes; nothing if the class is nowhere. */
    void declare(String name) {
        if (!declared.add(name)) {
            return;
        }
        classPath.find(name).map(ClassReader::new).ifPresent(reader -> {
            readers.put(name, reader);
            if (reader.getSuperName() != null) {
                declare(reader.getSuperName());
            }
            for (String supertype : reader.getInterfaces()) {
                declare(supertype);
            }
            sink.accept(ClassFacts.declarations(reader, classPath.projectClasses().contains(name) ? Role.ANALYSED : Role.LIBRARY));
        });
    }

    /**
     * Forwards the code of methods of a class that was declared.
     *
     * @param methods names with descriptors
     */
    void code(String name, Collection<String> methods) {
        List<MethodNode> nodes = new ArrayList<>();
        readers.get(name).accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                        if (!methods.contains(method + descriptor)) {
                            return null;
                        }
                        MethodNode node = new MethodNode(access, method, descriptor, signature, exceptions);
                        nodes.add(node);
                        return node;
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        sink.accept(ClassFacts.code(name, nodes));
    }
}
