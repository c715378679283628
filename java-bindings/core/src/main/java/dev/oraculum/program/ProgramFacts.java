package dev.oraculum.program;

import dev.oraculum.facts.ClassPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The facts of a program: one record a class, made in one pass over its class file.
 *
 * @param classes number of classes whose code was read
 * @param missing classes that the code refers to and nobody has (binary names, sorted); they are black boxes
 * @param problems class files and methods that could not be read, a line each
 */
public record ProgramFacts(int classes, SortedSet<String> missing, List<String> problems) {

    /**
     * Reads classes and forwards their records.
     *
     * @param classPath of the program and what it needs
     * @param analysed internal names of the classes to analyse
     * @param tests internal names of the classes that test them
     * @param sink takes the records, one a class, in the order analysed classes, tests, libraries
     */
    public static ProgramFacts collect(ClassPath classPath, Collection<String> analysed, Collection<String> tests, Consumer<byte[]> sink) {
        Collector collector = new Collector(classPath, sink);
        collector.read(new TreeSet<>(analysed), Role.ANALYSED);
        collector.read(new TreeSet<>(tests), Role.TEST);
        int classes = collector.count;
        collector.libraries();
        return new ProgramFacts(classes, collector.missing, List.copyOf(collector.problems));
    }

    private static final class Collector {
        private final ClassPath classPath;
        private final Consumer<byte[]> sink;
        private final Set<String> seen = new HashSet<>();
        private final Set<String> unreadableSeen = new HashSet<>();
        private final Set<String> referred = new HashSet<>();
        private final SortedSet<String> supertypes = new TreeSet<>();
        private final SortedSet<String> missing = new TreeSet<>();
        private final List<String> problems = new ArrayList<>();
        private int count;

        Collector(ClassPath classPath, Consumer<byte[]> sink) {
            this.classPath = classPath;
            this.sink = sink;
        }

        void read(Collection<String> names, Role role) {
            for (String name : names) {
                if (!seen.add(name)) {
                    continue;
                }
                byte[] classFile = classPath.find(name).orElse(null);
                if (classFile == null) {
                    absent(name);
                    continue;
                }
                ClassNode type = ClassFacts.read(classFile, role);
                sink.accept(ClassFacts.of(type, role, problems));
                count++;
                supertypes.addAll(ClassFacts.supertypes(type));
                type.methods.forEach(this::refer);
            }
        }

        private void refer(MethodNode method) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof MethodInsnNode call) {
                    refer(call.owner);
                } else if (insn instanceof FieldInsnNode field) {
                    refer(field.owner);
                }
            }
        }

        private void refer(String owner) {
            boolean known = owner.startsWith("[") || owner.startsWith("java/");
            if (!known && referred.add(owner) && classPath.find(owner).isEmpty()) {
                absent(owner);
            }
        }

        private void absent(String name) {
            String binary = name.replace('/', '.');
            String unreadable = classPath.unreadable().get(name);
            if (unreadable == null) {
                missing.add(binary);
            } else if (unreadableSeen.add(name)) {
                problems.add("class file of " + binary + ": " + unreadable);
            }
        }

        /** The supertypes of all classes read, theirs, and so on. */
        void libraries() {
            Deque<String> open = new ArrayDeque<>(supertypes);
            while (!open.isEmpty()) {
                supertypes.clear();
                read(List.of(open.poll()), Role.LIBRARY);
                open.addAll(supertypes);
            }
        }
    }
}
