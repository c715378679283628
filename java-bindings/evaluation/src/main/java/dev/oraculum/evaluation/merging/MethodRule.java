package dev.oraculum.evaluation.merging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which methods the evaluation of {@code improve} takes. The rule was written and committed before any of them was tried.
 *
 * <p>A candidate class is a public top-level class of the library's jar, no interface, annotation or exception, for which the library's
 * tests have a class of the same package and its name with {@code Test} behind it. A candidate method of it is public, declared there, no
 * constructor, not abstract, deprecated or made by the compiler, and its code spans 3 to 40 lines of the source, from the first line that
 * has code to the last. Only classes with three such methods or more count. Of the classes of a library, by binary name, the ones at one,
 * two, three and four fifths of the list are taken (fewer if there are fewer). Of the methods of a class, by name and descriptor, every
 * third is taken, the first, the fourth, .., five at most. The libraries at odd places of the list (the first, the third, ..) are of the
 * first set, the others of the second.
 *
 * <p>The third set was added when the second had been run: of every library the first four classes from the middle of the list on that
 * neither of the others has, and their methods as above. Its libraries are known, its classes and methods are not.
 *
 * <p>At first two classes of a library were taken, and of the third set one. That made 25 methods where 60 are wanted, and 10 of the third
 * set. The first was seen before any of them was run; of the third set a run had begun, and was stopped before it had a result.
 */
final class MethodRule {
    private static final int LEAST_LINES = 3;
    private static final int MOST_LINES = 40;
    private static final int LEAST_METHODS = 3;
    private static final int STEP = 3;
    private static final int MOST_METHODS = 5;
    private static final int CLASSES = 4;
    private static final int MORE_CLASSES = 4;

    private MethodRule() {}

    /**
     * A method to improve.
     *
     * @param method as the command line takes it
     */
    record MethodSubject(ReleasedLibrary library, ReleasedLibrary.Release files, String className, String method) {}

    /** The methods of one of the three sets. */
    enum Draw {
        FIRST, SECOND, THIRD;

        private boolean has(int library) {
            return this == THIRD || library % 2 == (this == FIRST ? 0 : 1);
        }

        /** @throws IllegalArgumentException for another word than first, second and third */
        static Draw of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    static List<MethodSubject> draw(Draw set, Path folder) throws IOException, InterruptedException {
        List<MethodSubject> drawn = new ArrayList<>();
        List<ReleasedLibrary> all = ReleasedLibrary.all();
        for (int place = 0; place < all.size(); place++) {
            if (set.has(place)) {
                drawn.addAll(draw(all.get(place), set, folder));
            }
        }
        return drawn;
    }

    /** Those of one library. */
    static List<MethodSubject> draw(ReleasedLibrary library, Draw set, Path folder) throws IOException, InterruptedException {
        ReleasedLibrary.Release files = library.files(folder);
        Map<String, List<String>> candidates = candidates(files);
        List<String> classes = List.copyOf(candidates.keySet());
        List<MethodSubject> drawn = new ArrayList<>();
        for (int place : set == Draw.THIRD ? between(classes.size()) : places(classes.size())) {
            List<String> methods = candidates.get(classes.get(place));
            for (int at = 0; at < methods.size() && at < STEP * MOST_METHODS; at += STEP) {
                drawn.add(new MethodSubject(library, files, classes.get(place), classes.get(place) + "#" + methods.get(at)));
            }
        }
        return drawn;
    }

    /** Places of the classes of the first two sets, of so many. */
    static Set<Integer> places(int classes) {
        Set<Integer> places = new TreeSet<>();
        for (int nth = 1; nth <= CLASSES && classes > 0; nth++) {
            places.add(classes * nth / (CLASSES + 1));
        }
        return places;
    }

    /** Places of the classes of the third set, of so many; fewer if the others have what is there from the middle on. */
    static Set<Integer> between(int classes) {
        Set<Integer> taken = places(classes);
        return IntStream.range(classes / 2, classes).filter(place -> !taken.contains(place)).limit(MORE_CLASSES).boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** By binary name of the class, its methods. */
    private static Map<String, List<String>> candidates(ReleasedLibrary.Release files) throws IOException {
        Set<String> tests = new HashSet<>();
        try (JarFile jar = new JarFile(files.tests().toFile())) {
            jar.stream().map(ZipEntry::getName).forEach(tests::add);
        }
        Map<String, List<String>> candidates = new TreeMap<>();
        try (JarFile jar = new JarFile(files.jar().toFile())) {
            for (ZipEntry entry : jar.stream().filter(e -> e.getName().endsWith(".class") && !e.getName().startsWith("META-INF/"))
                    .toList()) {
                String name = entry.getName().substring(0, entry.getName().length() - ".class".length());
                if (!name.contains("$") && tests.contains(name + "Test.class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        Candidates found = new Candidates();
                        new ClassReader(in).accept(found, ClassReader.SKIP_FRAMES);
                        if (found.isEligible && found.methods.size() >= LEAST_METHODS) {
                            candidates.put(name.replace('/', '.'), List.copyOf(found.methods.values()));
                        }
                    }
                }
            }
        }
        return candidates;
    }

    /** The candidate methods of a class. */
    private static final class Candidates extends ClassVisitor {
        private static final int REFUSED = Opcodes.ACC_ABSTRACT | Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_NATIVE
                | Opcodes.ACC_DEPRECATED;

        private boolean isEligible;
        /** By name and descriptor, as the command line takes them. */
        private final Map<String, String> methods = new TreeMap<>();

        Candidates() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
            boolean isException = superName != null && superName.matches(".*(Exception|Error|Throwable)");
            isEligible = (access & Opcodes.ACC_PUBLIC) != 0 && (access & Opcodes.ACC_INTERFACE) == 0 && !isException;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            if ((access & Opcodes.ACC_PUBLIC) == 0 || (access & REFUSED) != 0 || name.startsWith("<")) {
                return null;
            }
            return new MethodVisitor(Opcodes.ASM9) {
                private final Map<Label, Integer> lines = new HashMap<>();

                @Override
                public void visitLineNumber(int line, Label start) {
                    lines.put(start, line);
                }

                @Override
                public void visitEnd() {
                    int first = lines.values().stream().mapToInt(Integer::intValue).min().orElse(0);
                    int last = lines.values().stream().mapToInt(Integer::intValue).max().orElse(-1);
                    int span = last - first + 1;
                    if (span >= LEAST_LINES && span <= MOST_LINES) {
                        methods.put(name + descriptor, name + parameters(descriptor));
                    }
                }
            };
        }

        private static String parameters(String descriptor) {
            List<String> names = new ArrayList<>();
            for (Type type : Type.getArgumentTypes(descriptor)) {
                names.add(type.getClassName());
            }
            return "(" + String.join(",", names) + ")";
        }
    }
}
