package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;

/**
 * What the classes of one jar or directory say of other classes by the headers and the constant pools of their class files, which are not
 * checked otherwise: a file that cannot be read says nothing.
 */
public final class Library {
    /** Tag of a text in a constant pool (JVMS 4.4). */
    private static final int TEXT = 1;

    private final Map<String, List<String>> subtypes = new HashMap<>();
    private final Map<String, List<String>> giving = new HashMap<>();

    /** @param names internal names; lists are in their order */
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
        Set<String> given = new HashSet<>();
        for (int i = 1; i < file.getItemCount(); i++) {
            int place = file.getItem(i);
            if (place > 0 && file.readByte(place - 1) == TEXT) {
                given.addAll(given(file, place));
            }
        }
        ClassPath.declaredSupertypes(file).forEach(supertype -> subtypes.computeIfAbsent(supertype, absent -> new ArrayList<>()).add(name));
        given.forEach(type -> giving.computeIfAbsent(type, absent -> new ArrayList<>()).add(name));
    }

    /** The class that the methods return of which a text is the descriptor. */
    private static Set<String> given(ClassReader file, int place) {
        int begin = place + 2;
        int end = begin + file.readUnsignedShort(place);
        if (end - begin < 5 || file.readByte(begin) != '(' || file.readByte(end - 1) != ';') {
            return Set.of();
        }
        int result = end - 1;
        while (result > begin && file.readByte(result) != ')') {
            result--;
        }
        if (file.readByte(result + 1) != 'L') {
            return Set.of();
        }
        StringBuilder type = new StringBuilder();
        for (int at = result + 2; at < end - 1; at++) {
            // Names in other letters are not found.
            type.append((char) (file.readByte(at) & 0xFF));
        }
        return Set.of(type.toString());
    }

    /** Classes that name a type as their superclass or as an interface of theirs. */
    public List<String> subtypes(String type) {
        return subtypes.getOrDefault(type, List.of());
    }

    /** Classes that have a method which returns an object of a class, or call one. */
    public List<String> giving(String type) {
        return giving.getOrDefault(type, List.of());
    }
}
