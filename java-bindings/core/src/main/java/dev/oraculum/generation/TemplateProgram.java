package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.models.Models;
import dev.oraculum.program.ProgramFacts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;

/**
 * The program that seed templates and symbolic execution of a class look at: the class, the types that its tests may use, and what the
 * code of these refers to, breadth first. The JDK is not among them.
 */
public final class TemplateProgram {
    /** How many classes are analysed: those of a package and its neighbours. A call graph of thousands takes longer than a search. */
    private static final int MOST_CLASSES = 500;

    /** Tag of a class in a constant pool (JVMS 4.4). */
    private static final int CLASS_TAG = 7;

    private final ClassPath classPath;
    private final SortedSet<String> project;
    private final Set<String> found = new LinkedHashSet<>();
    private final Deque<String> open = new ArrayDeque<>();

    private TemplateProgram(ClassPath classPath) {
        this.classPath = classPath;
        project = classPath.projectClasses();
    }

    /**
     * Reads the classes and forwards their facts.
     *
     * @param facts of the class under test
     * @param sink takes the records
     */
    public static ProgramFacts collect(ClassPath classPath, TypeFacts facts, Consumer<byte[]> sink) {
        return ProgramFacts.collect(classPath, names(classPath, facts), List.of(), sink);
    }

    /**
     * The class files themselves, by internal name, and those of the models of types of the JDK; one that cannot be read is left out. Of
     * the program none is named as the JDK's.
     */
    public static SortedMap<String, byte[]> classFiles(ClassPath classPath, TypeFacts facts) {
        SortedMap<String, byte[]> files = new TreeMap<>(Models.classFiles());
        names(classPath, facts).stream().filter(name -> !name.startsWith("java/"))
                .forEach(name -> classPath.find(name).ifPresent(file -> files.put(name, file)));
        return files;
    }

    /** What a generation asks for. */
    public static GenerationRun.Program of(ClassPath classPath, TypeFacts facts, Consumer<byte[]> sink) {
        return new GenerationRun.Program() {
            @Override
            public void analyse() {
                collect(classPath, facts, sink);
            }

            @Override
            public SortedMap<String, byte[]> classFiles() {
                return TemplateProgram.classFiles(classPath, facts);
            }

            @Override
            public TypeFacts withTypes(TypeFacts known, Collection<String> names) {
                return known.withTypes(classPath, names);
            }
        };
    }

    private static Set<String> names(ClassPath classPath, TypeFacts facts) {
        TemplateProgram program = new TemplateProgram(classPath);
        program.addAll(Goals.classes(classPath, facts.target()));
        program.addAll(facts.types().stream().map(TypeFacts.Type::name).toList());
        while (!program.open.isEmpty()) {
            program.expand(program.open.poll());
        }
        return program.found;
    }

    private void addAll(Collection<String> names) {
        for (String name : names) {
            if (found.size() < MOST_CLASSES && project.contains(name) && found.add(name)) {
                open.add(name);
            }
        }
    }

    /** What a class file names: the classes of its constant pool, sorted, so that their order there does not matter. */
    private void expand(String name) {
        byte[] classFile = classPath.find(name).orElse(null);
        if (classFile == null) {
            return;
        }
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        Set<String> named = new TreeSet<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int place = reader.getItem(i);
            if (place > 0 && reader.readByte(place - 1) == CLASS_TAG) {
                String type = reader.readUTF8(place, buffer);
                named.add(type.startsWith("[") ? Type.getType(type).getElementType().getInternalName() : type);
            }
        }
        addAll(named);
    }
}
