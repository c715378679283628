package dev.oraculum.evaluation.generation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionDataStore;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which classes the evaluation of {@code generate} takes. The rule was written and committed before any of them was tried.
 *
 * <p>A candidate is a public class of the library's jar, neither nested nor abstract, no interface, enum, record or exception, not
 * deprecated, with 20 to 500 branches as JaCoCo counts them, those of its nested classes among them. Of the candidates of a library,
 * ordered by binary name, the ones at a quarter, a half and three quarters of the list are taken. The libraries at odd places of the list
 * (the first, the third, ..) are the first set. The second set is drawn from those at even places: the class at a half of each, and at a
 * quarter of the first two. The third set is drawn from other libraries, of a list of its own that was committed before anything of them
 * was tried: the class at a half of each. The fourth set is of these, too, of which by then nobody had looked at anything but the class at
 * the half: the classes at a quarter and at three quarters of each. The fifth set is of the same libraries, once the fourth was known: the
 * class at seven eighths of each. The sixth set is of them once more, once the fifth was known: the class at thirteen sixteenths of
 * each, or the next one (behind the last the first) that neither another set has nor anybody has looked at; none of a library that has no
 * such class. The seventh set is of them again, once the sixth was known: drawn as the sixth was, from two sixteenths on. The eighth set
 * is of new libraries, of a list of its own that was committed before anything of them was tried: the classes at a quarter and at three
 * quarters of each. The ninth set is of the first ten of these, to be drawn once the eighth is known: the class at a half of each. The
 * tenth set is of all twelve, once the eighth was known: the classes at two sixteenths and at ten sixteenths of each, or the next ones that
 * neither the eighth nor the ninth set has nor the tenth has already. The set of the engines, on which search and hybrid are compared by
 * time, is of the libraries of the first seven sets: the class at five sixteenths of each.
 *
 * <p>The eleventh set has the two classes that the tenth lacks of 24, once the tenth was known: of the first two libraries of the list of
 * the eighth set, the class at six sixteenths of the candidates that no other set has. It came to one: the
 * other library has no further class.
 *
 * <p>The set of texts is of classes over text, those of whose public methods and constructors with parameters at least half have a text as
 * one of them (a {@code String}, a {@code CharSequence}, a {@code Reader} or an array of characters), and at least two. Of all libraries of
 * the evaluation, in the order of their lists, those at even places (the second, the fourth, ..): the class at a half of the candidates
 * over text that no other set has; none of a library that has no such class. The set of further texts is of the libraries at odd places, to
 * be drawn once that of texts is known.
 *
 * <p>The twelfth set is of all libraries again, but for every third (the third, the sixth, ..), once both sets of texts were known: the
 * class at nine sixteenths of the candidates that no other set has; none of a library that has no such class.
 *
 * <p>The thirteenth set is of all libraries again, but for every third (the first, the fourth, ..), once the twelfth was known: the class
 * at seven sixteenths of the candidates that no other set has; none of a library that has no such class.
 *
 * <p>The set of more texts is of all libraries, once the thirteenth set was known: the class at six sixteenths of the candidates over text
 * that no other set has; none of a library that has no such class.
 */
public final class SubjectRule {
    private static final int LEAST_BRANCHES = 20;
    private static final int MOST_BRANCHES = 500;
    /** Of the libraries of the third set, at which sixteenths classes had been looked at when the sixth set was drawn. */
    private static final int[] LOOKED_AT = {4, 5, 8, 11, 12, 14};
    /** Of the libraries of the eighth set, at which sixteenths the eighth and the ninth set have their classes. */
    private static final int[] OF_EIGHTH_AND_NINTH = {4, 8, 12};

    /** Types of texts. */
    private static final Set<String> TEXTS =
            Set.of("Ljava/lang/String;", "Ljava/lang/CharSequence;", "Ljava/io/Reader;", "[C");
    /** So many public methods of a class over text take texts. */
    private static final int LEAST_OVER_TEXT = 2;

    private SubjectRule() {}

    /** A class to generate tests of. */
    public record GenerateSubject(Library library, String className, List<Path> jars) {}

    /** Which classes are drawn; its name in lower case is that of the set on the page. */
    public enum SubjectSet {
        FIRST,
        SECOND,
        THIRD,
        FOURTH,
        FIFTH,
        SIXTH,
        SEVENTH,
        EIGHTH,
        NINTH,
        TENTH,
        ENGINES,
        ELEVENTH,
        TEXTS,
        FURTHER_TEXTS,
        TWELFTH,
        THIRTEENTH,
        MORE_TEXTS;

        /** Libraries of the ninth set. */
        private static final int LIBRARIES_OF_NINTH = 10;

        /** Whether it has none of the classes of the sets before it. */
        private boolean isOfOthers() {
            return this == ELEVENTH || isOverText() || compareTo(TWELFTH) >= 0;
        }

        boolean isOverText() {
            return this == TEXTS || this == FURTHER_TEXTS || this == MORE_TEXTS;
        }

        /** @throws IllegalArgumentException if there is no such set */
        public static SubjectSet named(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        }

        private List<Library> libraries() throws IOException {
            return switch (this) {
                case FIRST, SECOND -> everySecond(Library.all(), ordinal());
                case THIRD, FOURTH, FIFTH, SIXTH, SEVENTH -> Library.ofThirdSet();
                case EIGHTH, TENTH -> Library.ofEighthSet();
                case NINTH -> Library.ofEighthSet().subList(0, LIBRARIES_OF_NINTH);
                case ENGINES -> Stream.concat(Library.all().stream(), Library.ofThirdSet().stream()).toList();
                case ELEVENTH -> Library.ofEighthSet().subList(0, 2);
                case TEXTS, FURTHER_TEXTS -> everySecond(everyLibrary(), this == TEXTS ? 1 : 0);
                case TWELFTH -> withoutEveryThird(everyLibrary(), 2);
                case THIRTEENTH -> withoutEveryThird(everyLibrary(), 0);
                case MORE_TEXTS -> everyLibrary();
            };
        }

        /** At which sixteenths of the candidates of the library at this place of those of the set classes are taken. */
        private int[] sixteenths(int place) {
            return switch (this) {
                case FIRST -> new int[] {4, 8, 12};
                case SECOND -> place < 2 ? new int[] {4, 8} : new int[] {8};
                case THIRD, NINTH -> new int[] {8};
                case FOURTH, EIGHTH -> new int[] {4, 12};
                case FIFTH -> new int[] {14};
                case SIXTH -> new int[] {13};
                case SEVENTH -> new int[] {2};
                case TENTH -> new int[] {2, 10};
                case ENGINES -> new int[] {5};
                case ELEVENTH -> new int[] {6};
                case TEXTS, FURTHER_TEXTS -> new int[] {8};
                case TWELFTH -> new int[] {9};
                case THIRTEENTH -> new int[] {7};
                case MORE_TEXTS -> new int[] {6};
            };
        }

        private static List<Library> everyLibrary() throws IOException {
            return Stream.of(Library.all(), Library.ofThirdSet(), Library.ofEighthSet()).flatMap(List::stream).toList();
        }

        private static List<Library> withoutEveryThird(List<Library> libraries, int first) {
            return IntStream.range(0, libraries.size()).filter(place -> place % 3 != first).mapToObj(libraries::get).toList();
        }

        private static List<Library> everySecond(List<Library> libraries, int first) {
            return IntStream.range(0, libraries.size()).filter(place -> place % 2 == first).mapToObj(libraries::get).toList();
        }
    }

    /** @param folder where libraries are kept */
    public static List<GenerateSubject> draw(SubjectSet set, Path folder) throws IOException, InterruptedException {
        List<GenerateSubject> drawn = new ArrayList<>();
        List<Library> libraries = set.libraries();
        Set<String> others = set.isOfOthers() ? ofEarlierSets(set, folder) : Set.of();
        for (int place = 0; place < libraries.size(); place++) {
            Library library = libraries.get(place);
            List<Path> jars = library.jars(folder);
            Predicate<ClassReader> also = set.isOverText() ? SubjectRule::isOverText : reader -> true;
            List<String> candidates = candidates(jars.get(0), also).stream().filter(name -> !others.contains(name)).toList();
            Set<Integer> leftOut = lookedAt(set, candidates.size());
            for (int sixteenth : set.sixteenths(place)) {
                int at = unseen(candidates.size(), sixteenth, leftOut);
                if (at >= 0) {
                    // Earlier sets stay as they were drawn.
                    if (set == SubjectSet.TENTH) {
                        leftOut.add(at);
                    }
                    drawn.add(new GenerateSubject(library, candidates.get(at), jars));
                }
            }
        }
        return drawn;
    }

    /** Names of the classes that a set has which stands before this one. */
    private static Set<String> ofEarlierSets(SubjectSet set, Path folder) throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (SubjectSet earlier : SubjectSet.values()) {
            if (earlier.compareTo(set) < 0) {
                draw(earlier, folder).forEach(subject -> names.add(subject.className()));
            }
        }
        return names;
    }

    /** Places among the candidates of a library that the set leaves out. */
    private static Set<Integer> lookedAt(SubjectSet set, int candidates) {
        Set<Integer> places = new TreeSet<>();
        if (set == SubjectSet.SIXTH || set == SubjectSet.SEVENTH) {
            IntStream.of(LOOKED_AT).forEach(sixteenth -> places.add(candidates * sixteenth / 16));
        }
        if (set == SubjectSet.TENTH) {
            IntStream.of(OF_EIGHTH_AND_NINTH).forEach(sixteenth -> places.add(candidates * sixteenth / 16));
        }
        if (set == SubjectSet.SEVENTH) {
            for (int sixteenth : SubjectSet.SIXTH.sixteenths(0)) {
                places.add(unseen(candidates, sixteenth, places));
            }
        }
        return places;
    }

    /** From a sixteenth of the candidates on, the first place that is not left out; -1: there is none. */
    private static int unseen(int candidates, int sixteenth, Set<Integer> leftOut) {
        int from = candidates * sixteenth / 16;
        return IntStream.range(0, candidates).map(step -> (from + step) % candidates).filter(at -> !leftOut.contains(at)).findFirst()
                .orElse(-1);
    }

    /** Binary names, ascending. */
    public static List<String> candidates(Path jar) throws IOException {
        return candidates(jar, reader -> true);
    }

    private static List<String> candidates(Path jar, Predicate<ClassReader> also) throws IOException {
        Map<String, Integer> branches = new TreeMap<>();
        List<String> eligible = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (ZipEntry entry : file.stream().filter(e -> e.getName().endsWith(".class") && !e.getName().startsWith("META-INF/"))
                    .toList()) {
                try (InputStream in = file.getInputStream(entry)) {
                    byte[] bytes = in.readAllBytes();
                    ClassReader reader = new ClassReader(bytes);
                    String name = reader.getClassName();
                    String outermost = name.replaceFirst("\\$.*", "");
                    if (name.equals(outermost) && isEligible(reader) && also.test(reader)) {
                        eligible.add(name);
                    }
                    branches.merge(outermost, branches(bytes, name), Integer::sum);
                }
            }
        }
        return eligible.stream()
                .filter(name -> branches.get(name) >= LEAST_BRANCHES && branches.get(name) <= MOST_BRANCHES)
                .map(name -> name.replace('/', '.')).sorted().toList();
    }

    private static boolean isEligible(ClassReader reader) {
        int refused = Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM | Opcodes.ACC_DEPRECATED | Opcodes.ACC_RECORD
                | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_MODULE;
        DeprecationVisitor deprecation = new DeprecationVisitor();
        reader.accept(deprecation, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
        String superName = reader.getSuperName();
        boolean exception = superName != null && superName.matches(".*(Exception|Error|Throwable)");
        return (reader.getAccess() & Opcodes.ACC_PUBLIC) != 0 && (deprecation.access & refused) == 0 && !exception;
    }

    /** Whether its public methods and constructors mostly take texts. */
    static boolean isOverText(ClassReader reader) {
        TextVisitor visitor = new TextVisitor();
        reader.accept(visitor, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        return visitor.overText >= LEAST_OVER_TEXT && 2 * visitor.overText >= visitor.withParameters;
    }

    private static int branches(byte[] bytes, String name) throws IOException {
        CoverageBuilder found = new CoverageBuilder();
        new Analyzer(new ExecutionDataStore(), found).analyzeClass(bytes, name);
        return found.getClasses().stream().map(IClassCoverage::getBranchCounter).mapToInt(c -> c.getTotalCount()).sum();
    }

    /** ASM gives the flags that are attributes in the file only to visitors. */
    private static final class DeprecationVisitor extends ClassVisitor {
        private int access;

        DeprecationVisitor() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int flags, String name, String signature, String superName, String[] interfaces) {
            access = flags;
        }
    }

    /** Counts public methods with parameters, and those of them that take texts. */
    private static final class TextVisitor extends ClassVisitor {
        private int withParameters;
        private int overText;

        TextVisitor() {
            super(Opcodes.ASM9);
        }

        @Override
        public MethodVisitor visitMethod(int flags, String name, String descriptor, String signature, String[] exceptions) {
            Type[] parameters = Type.getArgumentTypes(descriptor);
            if ((flags & Opcodes.ACC_PUBLIC) != 0 && (flags & Opcodes.ACC_SYNTHETIC) == 0 && parameters.length > 0) {
                withParameters++;
                overText += Stream.of(parameters).anyMatch(type -> TEXTS.contains(type.getDescriptor())) ? 1 : 0;
            }
            return null;
        }
    }
}
