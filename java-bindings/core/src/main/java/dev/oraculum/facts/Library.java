package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which of some classes extend or implement others, and which have static methods that return objects of others. Class files are not
 * checked for this: one that cannot be read says nothing.
 */
public final class Library {
    private final Map<String, List<String>> subtypes = new HashMap<>();
    private final Map<String, List<String>> makers = new HashMap<>();

    /** @param names internal names; the lists are in their order */
    static Library of(ClassPath classPath, Collection<String> names) {
        Library library = new Library();
        for (String name : names) {
            try {
                classPath.uncheckedFile(name).ifPresent(file -> library.add(name, new ClassReader(file)));
            } catch (RuntimeException e) {
                // It is no class file: whoever asks for the class is told.
            }
        }
        return library;
    }

    private void add(String name, ClassReader file) {
        Set<String> returned = new LinkedHashSet<>();
        file.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                Type result = Type.getReturnType(descriptor);
                if ((access & Opcodes.ACC_STATIC) != 0 && result.getSort() == Type.OBJECT) {
                    returned.add(result.getInternalName());
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Stream.concat(Stream.of(file.getInterfaces()), Stream.ofNullable(file.getSuperName()))
                .forEach(supertype -> add(subtypes, supertype, name));
        returned.forEach(type -> add(makers, type, name));
    }

    private static void add(Map<String, List<String>> to, String type, String name) {
        to.computeIfAbsent(type, absent -> new ArrayList<>()).add(name);
    }

    /** Classes that name a type as their superclass or as an interface of theirs. */
    public List<String> subtypes(String type) {
        return subtypes.getOrDefault(type, List.of());
    }

    /** Classes with a static method, perhaps a private one, that is declared to return objects of a class. */
    public List<String> makers(String type) {
        return makers.getOrDefault(type, List.of());
    }
}
