package dev.oraculum.internal;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * Temporary folders, all in one folder of this process below {@code java.io.tmpdir}. That folder has a file which the process keeps locked,
 * and the system releases the lock of a process however it ends: so the next process knows which folders are of dead ones, and removes
 * them. Nothing else is ever removed: a folder must have our name, our user and no other user's access, no folder is entered through a
 * symbolic link, and without a lock file only an empty one goes.
 */
public final class TemporaryFolders {
    private static final String PREFIX = "oraculum-run-";
    private static final String NAME = PREFIX + "\\d+-\\d+-\\d+";
    private static final String LOCK = "lock";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");
    /** Another process may sweep a folder away in the moment before it is locked. */
    private static final int CLAIMS = 100;
    /** How long the exit waits for processes that are being ended and still write there. */
    private static final long EXIT_NANOS = 3_000_000_000L;

    private static LockFile lock;
    private static Path own;

    private TemporaryFolders() {}

    /**
     * Makes one that only its owner can read; the first one of a process also sweeps.
     *
     * @param purpose begins its name
     */
    public static synchronized Path create(String purpose) throws IOException {
        sweep();
        return Files.createTempDirectory(own, purpose + "-");
    }

    /** Removes what dead processes of this user have left, once in the life of a process. */
    public static synchronized void sweep() throws IOException {
        if (own != null && Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean first = own == null;
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        own = claim(temporary);
        if (first) {
            Runtime.getRuntime().addShutdownHook(new Thread(TemporaryFolders::deleteOwn, "oraculum-temporary-folders"));
            sweep(temporary);
        }
    }

    /** Removes a folder with what is in it, as far as the system lets us; never follows a symbolic link. */
    public static void delete(Path folder) {
        try {
            deleteTree(folder);
        } catch (IOException e) {
            // What is left goes when this process ends, or with the next one's sweep.
            System.getLogger(TemporaryFolders.class.getName()).log(System.Logger.Level.DEBUG, "cannot delete " + folder, e);
        }
    }

    private static String process() {
        ProcessHandle self = ProcessHandle.current();
        return PREFIX + self.pid() + "-" + self.info().startInstant().map(Instant::toEpochMilli).orElse(0L) + "-";
    }

    private static Path claim(Path temporary) throws IOException {
        for (int i = 0; ; i++) {
            Path folder = Files.createTempDirectory(temporary, process());
            try {
                LockFile held = LockFile.create(folder.resolve(LOCK));
                if (held != null) {
                    lock = held;
                    return folder;
                }
            } catch (NoSuchFileException sweptAway) {
                if (i == CLAIMS) {
                    throw sweptAway;
                }
            }
        }
    }

    private static void sweep(Path temporary) throws IOException {
        UserPrincipal user = Files.getOwner(own, LinkOption.NOFOLLOW_LINKS);
        String mine = process();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, PREFIX + "*")) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                if (name.matches(NAME) && !name.startsWith(mine)) {
                    sweep(folder, user);
                }
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void sweep(Path folder, UserPrincipal user) {
        try {
            if (!isOurs(folder, user)) {
                return;
            }
            Path file = folder.resolve(LOCK);
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.delete(folder);
                return;
            }
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try (LockFile dead = LockFile.open(file)) {
                if (dead != null) {
                    deleteContents(folder, true);
                }
            }
            Files.delete(folder);
        } catch (DirectoryNotEmptyException running) {
            // Its lock is held.
        } catch (IOException e) {
            // Another process sweeps it, or something cannot be removed: no reason not to run.
            System.getLogger(TemporaryFolders.class.getName()).log(System.Logger.Level.DEBUG, "cannot sweep " + folder, e);
        }
    }

    private static boolean isOurs(Path folder, UserPrincipal user) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (!isPosix(folder)) {
            return Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user);
        }
        PosixFileAttributes attributes = Files.readAttributes(folder, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return attributes.owner().equals(user) && attributes.permissions().equals(OWNER_ONLY);
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static void deleteTree(Path path) throws IOException {
        try {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                deleteContents(path, false);
            }
            Files.deleteIfExists(path);
        } catch (NoSuchFileException | NotDirectoryException goneMeanwhile) {
            Files.deleteIfExists(path);
        }
    }

    private static void deleteContents(Path folder, boolean exceptLock) throws IOException {
        if (isPosix(folder)) {
            // What ran there may have locked itself out.
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
            if (!permissions.containsAll(OWNER_ONLY)) {
                permissions = EnumSet.copyOf(OWNER_ONLY);
                Files.setPosixFilePermissions(folder, permissions);
            }
        }
        IOException problem = null;
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                if (exceptLock && child.getFileName().toString().equals(LOCK)) {
                    continue;
                }
                try {
                    deleteTree(child);
                } catch (IOException e) {
                    problem = e;
                }
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        if (problem != null) {
            throw problem;
        }
    }

    private static void deleteOwn() {
        long start = System.nanoTime();
        while (!tryDeleteOwn() && System.nanoTime() - start < EXIT_NANOS) {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static synchronized boolean tryDeleteOwn() {
        try {
            deleteContents(own, true);
            lock.close();
            Files.delete(own);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
