package dev.oraculum.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What one worker has on disk, for its owner only; removed with the worker.
 *
 * @param home what the supervisor and the JVM need
 * @param scratch where code under test may write as it likes
 * @param temporary the worker's folder for temporary files, in {@code scratch}
 */
record WorkerFolder(Path home, Path scratch, Path temporary) {

    static WorkerFolder create(Path home) throws IOException {
        Path scratch = home.resolve("scratch");
        Path temporary = scratch.resolve("tmp");
        boolean posix = home.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] owners = posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
                : new FileAttribute<?>[0];
        for (Path folder : new Path[] {home, scratch, temporary}) {
            Files.createDirectories(folder, owners);
        }
        return new WorkerFolder(home.toAbsolutePath(), scratch.toAbsolutePath(), temporary.toAbsolutePath());
    }

    /** Where the JVM puts its report when it crashes. */
    Path errorFile() {
        return home.resolve("hs_err.log");
    }

    /** A Unix domain socket on which the supervisor listens, where there is no network. */
    Path line() {
        return home.resolve("line");
    }

    /** The arguments of the JVM. */
    Path arguments() {
        return home.resolve("arguments");
    }

    /** Where and with what secret the worker calls; the worker removes it. */
    Path invitation() {
        return home.resolve("invitation");
    }

    void delete() {
        TemporaryDirectories.delete(home);
    }
}
