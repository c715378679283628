package dev.oraculum.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * A file that says, by the system's lock on it, that this process uses the folder it is in. The system takes the lock from a process that
 * ends, however it ends.
 */
public final class LockFile implements AutoCloseable {
    /** Closing any channel to a file releases this process's lock on it (POSIX), so no second one is opened. */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path file;
    private final FileChannel channel;

    private LockFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks a file, made if it is not there.
     *
     * @return null if another holder has it
     * @throws java.nio.file.NoSuchFileException the folder does not exist
     */
    public static LockFile create(Path file) throws IOException {
        while (true) {
            LockFile lock = open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
            // A holder removes the file before it lets go: one that is gone was locked too late.
            if (lock == null || Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return lock;
            }
            lock.close();
        }
    }

    /**
     * Locks a file that exists.
     *
     * @return null if another holder has it
     */
    static LockFile open(Path file) throws IOException {
        return open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    private static LockFile open(Path file, Set<OpenOption> options) throws IOException {
        synchronized (HELD) {
            if (HELD.contains(file)) {
                return null;
            }
            FileChannel channel = FileChannel.open(file, options);
            try {
                if (channel.tryLock() != null) {
                    HELD.add(file);
                    return new LockFile(file, channel);
                }
            } catch (OverlappingFileLockException e) {
                // Another class loader's, in this JVM.
            } catch (IOException e) {
                channel.close();
                throw e;
            }
            channel.close();
            return null;
        }
    }

    /** Removes the file, then lets go. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            try {
                Files.deleteIfExists(file);
            } finally {
                HELD.remove(file);
                channel.close();
            }
        }
    }
}
