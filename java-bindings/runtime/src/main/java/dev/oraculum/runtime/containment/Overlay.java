package dev.oraculum.runtime.containment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * A folder that stands in for the rest of the file system while one unit runs: a file is copied into it before it is changed, and the unit
 * sees the copy from then on. Paths are real ones ({@link RealPaths}). Not thread safe.
 *
 * <p>A path is <em>shadowed</em> once it was changed: what is at its place in the overlay, or that nothing is there, is what the unit sees.
 * Everything below a shadowed folder is shadowed. Of a folder in which only some files are shadowed, the overlay has a listing: empty files
 * and folders for all others.
 */
final class Overlay {
    /** What one unit may copy. */
    private static final long MOST_BYTES = 64 << 20;
    private static final int MOST_FILES = 5_000;

    private final Path root;
    private final Set<String> shadowed = new HashSet<>();
    /** Folders of shadowed paths. */
    private final Set<String> touched = new HashSet<>();
    private long bytes;
    private int files;

    /** Thrown when a unit changes more than it may. */
    static final class Full extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /** @param root an empty folder, or one that does not exist yet */
    Overlay(Path root) {
        this.root = root;
    }

    boolean isEmpty() {
        return shadowed.isEmpty();
    }

    /** Whether the unit sees the overlay at this path. */
    boolean covers(String real) {
        for (String path = real; ; path = RealPaths.folder(path)) {
            if (shadowed.contains(path)) {
                return true;
            }
            if (path.equals("/")) {
                return false;
            }
        }
    }

    /** The path that a place in the overlay stands for, or the path itself. */
    String standsFor(String path) {
        String folder = root.toString();
        return RealPaths.isIn(path, folder) ? path.length() == folder.length() ? "/" : path.substring(folder.length()) : path;
    }

    private Path place(String real) {
        return Path.of(root + real);
    }

    /**
     * Where to read a path, or null: there where it is.
     *
     * @param listing whether the names in a folder are wanted
     */
    String forReading(String real, boolean listing) throws IOException {
        if (covers(real)) {
            // What is nowhere keeps its name: it may appear in a message.
            boolean nowhere = !exists(place(real)) && !exists(Path.of(real));
            return nowhere ? null : place(real).toString();
        }
        if (listing && touched.contains(real)) {
            list(real);
            return place(real).toString();
        }
        return null;
    }

    /** Where to change a path, or null if it cannot exist: there is no such folder. */
    String forWriting(String real) throws IOException {
        Path place = place(real);
        if (covers(real)) {
            return place.toString();
        }
        Path original = Path.of(real);
        String folder = RealPaths.folder(real);
        if (!Files.isDirectory(Path.of(folder))) {
            return null;
        }
        Files.createDirectories(place(folder));
        if (Files.isDirectory(original, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(asFile(place));
            Files.createDirectories(place);
            list(real);
            if (isEmptyFolder(place)) {
                shadow(real);
            }
            touched.add(real);
            return place.toString();
        }
        Files.deleteIfExists(asFile(place));
        if (exists(original)) {
            copy(original, place);
        }
        shadow(real);
        return place.toString();
    }

    /** Where to move a path from: a folder is copied with all that is in it. */
    String forMoving(String real) throws IOException {
        if (covers(real) || !Files.isDirectory(Path.of(real), LinkOption.NOFOLLOW_LINKS)) {
            return forWriting(real);
        }
        Files.createDirectories(place(RealPaths.folder(real)));
        Files.deleteIfExists(asFile(place(real)));
        copyTree(real);
        shadow(real);
        return place(real).toString();
    }

    private void shadow(String real) {
        shadowed.add(real);
        touched.add(RealPaths.folder(real));
    }

    /** A placeholder at that place; a folder there stays. */
    private static Path asFile(Path place) {
        return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS) ? place.resolve(".no-such-file") : place;
    }

    private void list(String real) throws IOException {
        Path original = Path.of(real);
        Files.createDirectories(place(real));
        if (!Files.isDirectory(original)) {
            return;
        }
        try (DirectoryStream<Path> names = Files.newDirectoryStream(original)) {
            for (Path name : names) {
                Path place = place(real).resolve(name.getFileName().toString());
                if (!covers(name.toString()) && !exists(place)) {
                    count(0);
                    if (Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
                        Files.createDirectory(place);
                    } else {
                        Files.createFile(place);
                    }
                }
            }
        }
    }

    private void copyTree(String real) throws IOException {
        Files.createDirectories(place(real));
        try (DirectoryStream<Path> names = Files.newDirectoryStream(Path.of(real))) {
            for (Path name : names) {
                String path = name.toString();
                if (covers(path)) {
                    continue;
                }
                Files.deleteIfExists(asFile(place(path)));
                if (Files.isDirectory(name, LinkOption.NOFOLLOW_LINKS)) {
                    copyTree(path);
                } else {
                    copy(name, place(path));
                }
            }
        }
    }

    private void copy(Path from, Path to) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(from, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isOther()) {
            throw new Full();
        }
        count(attributes.isRegularFile() ? attributes.size() : 0);
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING, LinkOption.NOFOLLOW_LINKS);
    }

    private void count(long size) throws Full {
        bytes += size;
        if (bytes > MOST_BYTES || ++files > MOST_FILES) {
            throw new Full();
        }
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> names = Files.newDirectoryStream(folder)) {
            return !names.iterator().hasNext();
        }
    }

    /** Forgets all changes. */
    void delete() {
        shadowed.clear();
        touched.clear();
        bytes = 0;
        files = 0;
        try {
            if (exists(root)) {
                Files.walkFileTree(root, new Deleting());
            }
        } catch (IOException e) {
            // It is in the scratch folder, which is removed with the worker.
        }
    }

    private static final class Deleting extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            folder.toFile().setWritable(true);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
