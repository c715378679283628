package dev.oraculum.evaluation;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Tests that a project published of a class, for a release that may be older: one whose packages and classes had other names, and that
 * lacks some of what the tests use.
 *
 * @param tests file name of the jar with the tests
 * @param library the release they were published with: what the tests use and the older release lacks is taken from there; null: they are
 * of the same release
 * @param names what the older release calls it, by internal name: of a package if it ends in a slash, else of a class
 * @param classes binary names of the test classes, as they are afterwards
 */
record PublishedSuite(String tests, String library, Map<String, String> names, List<String> classes) {
    PublishedSuite {
        names = names == null ? Map.of() : Map.copyOf(names);
        classes = List.copyOf(classes);
    }

    /**
     * The class path of the tests, to come after the older release.
     *
     * @param jars the folder of the published jars
     * @param folder for the renamed ones; is made
     */
    List<Path> paths(Path jars, Path folder) throws IOException {
        List<Path> paths = new ArrayList<>(List.of(renamed(jars.resolve(tests), folder)));
        if (library != null) {
            paths.add(renamed(jars.resolve(library), folder));
        }
        return paths;
    }

    private Path renamed(Path jar, Path folder) throws IOException {
        if (names.isEmpty()) {
            return jar;
        }
        Path result = Files.createDirectories(folder).resolve(jar.getFileName());
        Set<String> written = new HashSet<>();
        try (ZipFile from = new ZipFile(jar.toFile()); OutputStream file = Files.newOutputStream(result); ZipOutputStream to =
                new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (entry.getName().endsWith(".class")) {
                    ClassReader reader = new ClassReader(from.getInputStream(entry).readAllBytes());
                    String name = name(reader.getClassName()) + ".class";
                    // Where two classes became one, the older release has it.
                    if (written.add(name)) {
                        ClassWriter writer = new ClassWriter(0);
                        reader.accept(new ClassRemapper(writer, remapper()), 0);
                        to.putNextEntry(new ZipEntry(name));
                        to.write(writer.toByteArray());
                    }
                }
            }
        }
        return result;
    }

    private Remapper remapper() {
        return new Remapper(org.objectweb.asm.Opcodes.ASM9) {
            @Override
            public String map(String internalName) {
                return name(internalName);
            }
        };
    }

    /** What the older release calls a class, by the longest of the names that are its own, its outer class's or its package's. */
    String name(String internalName) {
        String best = "";
        for (String old : names.keySet()) {
            boolean applies = old.endsWith("/") ? internalName.startsWith(old) : internalName.equals(old)
                    || internalName.startsWith(old + "$");
            if (applies && old.length() > best.length()) {
                best = old;
            }
        }
        return best.isEmpty() ? internalName : names.get(best) + internalName.substring(best.length());
    }
}
