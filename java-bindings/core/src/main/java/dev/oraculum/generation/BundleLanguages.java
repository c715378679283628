package dev.oraculum.generation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The languages in which a program speaks: those of its resource bundles ({@link java.util.ResourceBundle}: {@code Messages_de.properties}
 * beside {@code Messages.properties}, or classes of such names). In any other language its messages are those of the base bundle, which
 * mostly is English, so only a JVM of one of these shows that a message is another one elsewhere.
 */
final class BundleLanguages {
    private static final Pattern BUNDLE = Pattern.compile("(.+)_([a-z]{2,3})(_[A-Z]{2})?\\.(properties|class)");
    private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());

    private BundleLanguages() {}

    /**
     * The language of the most bundles, the first of equals; empty: there are none, or they cannot be read.
     *
     * @param classPath folders and jars
     * @param but a language that is no answer
     */
    static Optional<String> mostUsed(Collection<Path> classPath, String but) {
        Map<String, Integer> bundles = new TreeMap<>();
        for (Path part : classPath) {
            Set<String> files = files(part);
            for (String file : files) {
                Matcher name = BUNDLE.matcher(file);
                if (name.matches() && LANGUAGES.contains(name.group(2)) && !name.group(2).equals(but)
                        && files.contains(name.group(1) + "." + name.group(4))) {
                    bundles.merge(name.group(2), 1, Integer::sum);
                }
            }
        }
        return bundles.entrySet().stream()
                .min(Comparator.comparing((Map.Entry<String, Integer> entry) -> -entry.getValue()).thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey);
    }

    /** Names of the files of a folder or jar, with slashes. */
    private static Set<String> files(Path part) {
        Set<String> files = new HashSet<>();
        try {
            if (Files.isDirectory(part)) {
                try (Stream<Path> all = Files.walk(part)) {
                    all.forEach(file -> files.add(part.relativize(file).toString().replace('\\', '/')));
                }
            } else if (Files.isRegularFile(part)) {
                try (ZipFile jar = new ZipFile(part.toFile())) {
                    jar.stream().map(ZipEntry::getName).forEach(files::add);
                }
            }
        } catch (IOException | RuntimeException e) {
            // What cannot be read has no bundles that anybody finds.
            return Set.of();
        }
        return files;
    }
}
