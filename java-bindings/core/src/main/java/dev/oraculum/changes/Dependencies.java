package dev.oraculum.changes;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ConstantTexts;
import dev.oraculum.facts.Library;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The class files that what is found out about a class may depend on, as a digest: those that it leads to over references, as in static
 * selection of regression tests by class (Legunsen et al., "An Extensive Study of Static Regression Test Selection in Modern Software
 * Evolution", FSE 2016), and some that such a selection leaves out:
 *
 * <ul>
 *   <li>A text that is the name of a class leads to it, so that {@code Class.forName("pkg.C")} does.
 *   <li>A type leads to its subtypes: they may be what a call runs, and what tests are made with.
 *   <li>A type leads to the classes with static methods that return it: tests may be made with these, too.
 *   <li>A class leads to those nested in it.
 *   <li>Files that are no classes, such as lists of services, always count.
 * </ul>
 *
 * <p>What is not seen: a class whose name is put together while code runs, and which nothing else leads to. Classes of the JDK are those of
 * its version.
 *
 * <p>For use by one thread at a time.
 */
public final class Dependencies {
    /** What is longer is no name of a class. */
    private static final int LONGEST_NAME = 1024;
    /** Their subtypes are no choice for a call that anything is told of: they have no methods, or every class has. */
    private static final Set<String> ALL_HAVE = Set.of("java/lang/Object", "java/lang/Cloneable", "java/io/Serializable");

    private final ClassPath classPath;
    private final SortedSet<String> names;
    private final Library library;
    private final Map<String, Known> known = new HashMap<>();
    private final String otherFiles;

    /**
     * What a class file says.
     *
     * @param digest of its content
     * @param next the classes of the project that it leads to
     */
    private record Known(byte[] digest, Set<String> next) {}

    /** @param classPath of code and tests; it stays open as long as this is used */
    public Dependencies(ClassPath classPath) {
        this.classPath = classPath;
        names = classPath.projectClasses();
        library = classPath.library();
        MessageDigest digest = sha256();
        classPath.digestOtherFiles(digest);
        otherFiles = HexFormat.of().formatHex(digest.digest());
    }

    /**
     * A digest of all that some classes lead to, themselves included, and of the files that are no classes.
     *
     * @param classes internal names
     */
    public String digest(Collection<String> classes) {
        MessageDigest digest = sha256();
        digest.update(otherFiles.getBytes(StandardCharsets.UTF_8));
        for (String name : of(classes)) {
            digest.update((name + "\n").getBytes(StandardCharsets.UTF_8));
            digest.update(known(name).digest());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The classes of the project that some of them lead to, themselves included. */
    SortedSet<String> of(Collection<String> classes) {
        SortedSet<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>();
        classes.stream().filter(names::contains).forEach(open::add);
        while (!open.isEmpty()) {
            String name = open.remove();
            if (found.add(name)) {
                known(name).next().stream().filter(next -> !found.contains(next)).forEach(open::add);
            }
        }
        return found;
    }

    private Known known(String name) {
        return known.computeIfAbsent(name, key -> {
            byte[] classFile = classPath.findInProject(key).orElse(null);
            if (classFile == null) {
                // To the JVM, too, it is as good as missing.
                return new Known(new byte[0], Set.of());
            }
            Set<String> next = new LinkedHashSet<>(names.subSet(key + '$', key + '%'));
            Set<String> types = new HashSet<>();
            ConstantTexts.any(classFile, text -> {
                namedIn(text, types);
                return false;
            });
            for (String type : types) {
                if (names.contains(type)) {
                    next.add(type);
                    next.addAll(library.makers(type));
                }
                if (!ALL_HAVE.contains(type)) {
                    next.addAll(library.subtypes(type));
                }
            }
            return new Known(sha256().digest(classFile), next);
        });
    }

    /**
     * The names that a text may stand for: it is the name of a class, as class files or as Java writes it, or it is a descriptor or
     * signature that has names.
     */
    private static void namedIn(String text, Set<String> types) {
        if (text.length() <= LONGEST_NAME) {
            types.add(text);
            if (text.indexOf('.') > 0) {
                types.add(text.replace('.', '/'));
            }
        }
        int last = text.length() - 1;
        for (int at = text.indexOf('L'); at >= 0 && at < last; at = text.indexOf('L', at + 1)) {
            int end = at + 1;
            while (end <= last && end - at <= LONGEST_NAME && isInName(text.charAt(end))) {
                end++;
            }
            if (end <= last && (text.charAt(end) == ';' || text.charAt(end) == '<')) {
                types.add(text.substring(at + 1, end));
            }
        }
    }

    /** JVMS 4.2.1: what else may be in the internal name of a class. */
    private static boolean isInName(char c) {
        return c != ';' && c != '[' && c != '.' && c != '<' && c != '>' && c != ':' && c != '(' && c != ')';
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
