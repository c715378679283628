package dev.oraculum.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Folders and files that only their owner can read, write and run. Where files have no POSIX permissions, what the system gives by default.
 */
final class PrivateFolders {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("r-x------");

    private PrivateFolders() {}

    /** Makes a folder, with those that it is in. */
    static void create(Path folder) throws IOException {
        Files.createDirectories(folder, attributes());
    }

    static boolean othersMayWrite(Path folder) throws IOException {
        return isPosix(folder)
                && Files.getPosixFilePermissions(folder).stream()
                .anyMatch(Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE)::contains);
    }

    /** Takes the rights of others from a folder of ours, and gives us back our own. */
    private static void restrict(Path folder) throws IOException {
        if (isPosix(folder) && !Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(folder, OWNER_ONLY);
        }
    }

    /** Makes a folder below another, and puts it where by then something else is; a symbolic link is something else. */
    static void ensure(Path folder, Path below) throws IOException {
        Path made = below;
        for (Path name : below.relativize(folder)) {
            made = made.resolve(name);
            try {
                Files.createDirectory(made, attributes());
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(made);
                    Files.createDirectory(made, attributes());
                }
            }
            restrict(made);
        }
    }

    static void makeExecutable(Path file) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, EXECUTABLE);
        }
    }

    private static FileAttribute<?>[] attributes() {
        boolean posix = Path.of("").getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)} : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
