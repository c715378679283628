package dev.oraculum.internal;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The folder in which versions of unpacked parts stay from run to run, each in a folder of its own. It is the first that can be used of
 *
 * <ol>
 *   <li>the system property {@code oraculum.cache}, or the environment variable {@code ORACULUM_CACHE}: if one is set, no other folder is
 *       tried;
 *   <li>{@code oraculum} in the user's folder for caches ({@code $XDG_CACHE_HOME} or {@code ~/.cache}, {@code ~/Library/Caches}, {@code
 *       %LOCALAPPDATA%});
 *   <li>a temporary folder, which goes when this process ends.
 * </ol>
 *
 * <p>It belongs to the user, nobody else may write into it, and nobody else may even read a version. When a version is written, those go
 * that were not used for {@value #UNUSED_DAYS} days.
 */
final class PartsCache {
    /** System property that names the folder. */
    static final String PROPERTY = "oraculum.cache";
    /** Environment variable that names it. */
    static final String VARIABLE = "ORACULUM_CACHE";
    static final int UNUSED_DAYS = 30;
    /** Begins the name of a file that is not whole yet. */
    static final String NEW = ".new-";

    private static final String OLD = ".old-";
    private static final String VERSION = "parts-";
    /** No process writes one file for so long. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private static final int ATTEMPTS = 10;

    private static Path temporary;

    private final Path named;
    private final Path ofUser;

    /**
     * @param named no other folder is tried; or null
     * @param ofUser the folder of the user; null: there is none
     */
    PartsCache(Path named, Path ofUser) {
        this.named = named;
        this.ofUser = ofUser;
    }

    /** As properties and environment of this process say. */
    static PartsCache ofProcess() {
        String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        return new PartsCache(named == null || named.isBlank() ? null : Path.of(named).toAbsolutePath(), ofUser());
    }

    /** Brings a folder to its right content. */
    interface Content {
        /** @return whether anything had to be written */
        boolean complete(Path folder) throws IOException;
    }

    /** A file system does not let programs be run or libraries be loaded. */
    static final class NotExecutableException extends FileSystemException {
        private static final long serialVersionUID = 1L;

        NotExecutableException(Path file) {
            super(file.toString(), null, "the file system does not let programs be run (is it mounted noexec?)");
        }
    }

    /**
     * The folder of a version, with its right content.
     *
     * @param digest names the version
     * @throws OraculumException no folder can be used
     */
    Path use(String digest, Content content) {
        if (named != null) {
            try {
                return use(named, digest, content);
            } catch (IOException e) {
                throw failure(named + " (from " + PROPERTY + " or " + VARIABLE + ")", e, "");
            }
        }
        IOException first = null;
        if (ofUser != null) {
            try {
                return use(ofUser, digest, content);
            } catch (IOException e) {
                first = e;
            }
        }
        try {
            return use(temporary(), digest, content);
        } catch (IOException e) {
            String before = first == null ? "" : ", and not into " + ofUser + " either (" + reason(first) + ")";
            throw failure(System.getProperty("java.io.tmpdir"), e, before);
        }
    }

    private static Path use(Path cache, String digest, Content content) throws IOException {
        PrivateFolders.create(cache);
        // By its real name: what a link of somebody else's leads to has to be ours.
        Path folder = cache.toRealPath();
        Path version = folder.resolve(VERSION + digest);
        Path probe = Files.createTempFile(folder, NEW, "");
        try {
            if (!Files.getOwner(probe).equals(Files.getOwner(folder))) {
                throw new FileSystemException(folder.toString(), null, "the folder belongs to another user");
            }
        } finally {
            Files.deleteIfExists(probe);
        }
        if (PrivateFolders.othersMayWrite(folder)) {
            throw new FileSystemException(folder.toString(), null, "other users may write into it (`chmod go-w` changes that)");
        }
        boolean wrote = complete(version, folder, content);
        Instant now = Instant.now();
        Files.setLastModifiedTime(version, FileTime.from(now));
        if (wrote) {
            sweep(folder, version, now);
        }
        return version;
    }

    private static boolean complete(Path version, Path folder, Content content) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                PrivateFolders.ensure(version, folder);
                return content.complete(version);
            } catch (NoSuchFileException | FileAlreadyExistsException | DirectoryNotEmptyException byAnotherProcess) {
                // It mends or sweeps the same folder; what it has done by now is done.
                if (attempt == ATTEMPTS) {
                    throw byAnotherProcess;
                }
            }
        }
    }

    /** Removes versions that are not in use, and what processes that were killed have left. */
    private static void sweep(Path folder, Path current, Instant now) {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                String name = child.getFileName().toString();
                boolean ours = Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS) && name.matches(VERSION + "[0-9a-f]{32}");
                if (name.startsWith(OLD) || name.startsWith(NEW) && isOlder(child, now, ABANDONED)) {
                    TemporaryFolders.delete(child);
                } else if (ours && !child.equals(current) && isOlder(child, now, Duration.ofDays(UNUSED_DAYS))) {
                    // Under another name first: a process that wants it again must not find half of it.
                    TemporaryFolders.delete(Files.move(child, folder.resolve(OLD + UUID.randomUUID()), StandardCopyOption.ATOMIC_MOVE));
                }
            }
            try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(current, NEW + "*")) {
                for (Path file : unfinished) {
                    if (isOlder(file, now, ABANDONED)) {
                        TemporaryFolders.delete(file);
                    }
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // Another process sweeps too, or something cannot be removed: no reason not to run.
            System.getLogger(PartsCache.class.getName()).log(System.Logger.Level.DEBUG, "cannot sweep " + folder, e);
        }
    }

    private static boolean isOlder(Path file, Instant now, Duration age) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(now.minus(age));
    }

    /** Null: the user has no home. */
    private static Path ofUser() {
        Path home = Path.of(System.getProperty("user.home", ""));
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String configured = System.getenv(os.startsWith("windows") ? "LOCALAPPDATA" : "XDG_CACHE_HOME");
        if (configured != null && Path.of(configured).isAbsolute()) {
            return Path.of(configured, "oraculum");
        }
        if (!home.isAbsolute() || !Files.isDirectory(home)) {
            return null;
        }
        return os.startsWith("mac") ? home.resolve("Library/Caches/oraculum") : home.resolve(".cache/oraculum");
    }

    private static synchronized Path temporary() throws IOException {
        if (temporary == null || !Files.isDirectory(temporary)) {
            temporary = TemporaryFolders.create("parts");
        }
        return temporary;
    }

    private static OraculumException failure(String place, IOException e, String before) {
        return new OraculumException(
                OraculumException.Code.IO,
                "cannot unpack Oraculum's own parts into " + place + ": " + reason(e) + before + "; let the system property " + PROPERTY
                        + " or the environment variable " + VARIABLE + " name a folder of yours from which programs can be run",
                e);
    }

    private static String reason(IOException e) {
        if (e instanceof java.nio.file.AccessDeniedException denied) {
            return "access denied to " + denied.getFile();
        }
        return e instanceof FileSystemException of && of.getReason() == null
                ? e.getClass().getSimpleName().replace("Exception", "") + " " + of.getFile()
                : e.getMessage();
    }
}
