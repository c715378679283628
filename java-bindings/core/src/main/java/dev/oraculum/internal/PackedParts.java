package dev.oraculum.internal;

import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts that must be files, out of the jars on the class path: what goes into the JVM under test ({@code META-INF/oraculum/}) and
 * native code ({@code META-INF/native/<os>-<arch>/}). Each of the two has a file {@code index}, which names the others with their SHA-256.
 * They are unpacked once, into a folder of the {@link PartsCache} that is named for their content, and compared with the index before each
 * use: what is damaged or was altered is written anew, what is not in the index is removed. A file gets its name when it is whole, so any
 * number of processes may do this at once.
 */
public final class PackedParts {
    private static final String PARTS = "META-INF/oraculum/";
    private static final String INDEX = "index";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) ((?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)");
    private static final int NAME_BYTES = 16;
    private static final int BUFFER = 1 << 16;
    /** Where native code is in the folder of parts. */
    static final String NATIVE = "native/";

    /**
     * One file.
     *
     * @param path below the folder of parts
     * @param resource what it is made from
     * @param sha256 of its content, in hexadecimal digits
     */
    private record Part(String path, String resource, String sha256) {
        boolean isNative() {
            return path.startsWith(NATIVE);
        }
    }

    private final ClassLoader loader;
    private final String platform;

    /**
     * @param loader whose resources they are
     * @param platform see {@link NativeLibrary#platform}
     */
    PackedParts(ClassLoader loader, String platform) {
        this.loader = loader;
        this.platform = platform;
    }

    /**
     * The folder of the parts on this library's own class path, complete and checked.
     *
     * @return empty if there are none
     * @throws OraculumException they cannot be unpacked; the message says what to do
     */
    public static Optional<Path> home() {
        return new PackedParts(PackedParts.class.getClassLoader(), NativeLibrary.platform()).unpack(PartsCache.ofProcess());
    }

    private String nativeFolder() {
        return "META-INF/native/" + platform + "/";
    }

    /** @return empty if there are none */
    Optional<Path> unpack(PartsCache cache) {
        List<Part> parts = new ArrayList<>(read(PARTS, ""));
        parts.addAll(read(nativeFolder(), NATIVE));
        return parts.isEmpty() ? Optional.empty() : Optional.of(cache.use(name(parts), folder -> unpack(parts, folder)));
    }

    private List<Part> read(String from, String to) {
        try (InputStream in = loader.getResourceAsStream(from + INDEX)) {
            if (in == null) {
                return List.of();
            }
            List<Part> parts = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                Matcher matcher = LINE.matcher(line);
                if (!matcher.matches()) {
                    throw damaged(from + INDEX, "has a line that is no SHA-256 and path", null);
                }
                parts.add(new Part(to + matcher.group(2), from + matcher.group(2), matcher.group(1)));
            }
            return parts;
        } catch (IOException e) {
            throw damaged(from + INDEX, "cannot be read: " + e.getMessage(), e);
        }
    }

    /** Other content has another name, so versions do not meet. */
    private static String name(List<Part> parts) {
        MessageDigest digest = sha256();
        parts.forEach(part -> digest.update((part.sha256() + " " + part.path() + "\n").getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
    }

    /** @return whether anything had to be written */
    private boolean unpack(List<Part> parts, Path folder) throws IOException {
        boolean wrote = false;
        for (Part part : parts) {
            Path file = folder.resolve(part.path());
            PrivateFolders.ensure(file.getParent(), folder);
            if (!isWhole(file, part)) {
                write(part, file, folder);
                wrote = true;
            }
        }
        removeOthers(parts, folder);
        return wrote;
    }

    private static boolean isWhole(Path file, Part part) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || part.isNative() && !Files.isExecutable(file)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return copy(in, OutputStream.nullOutputStream()).equals(part.sha256());
        } catch (NoSuchFileException removed) {
            return false;
        }
    }

    private void write(Part part, Path file, Path folder) throws IOException {
        Path fresh = Files.createTempFile(folder, PartsCache.NEW, "");
        try {
            try (InputStream in = loader.getResourceAsStream(part.resource()); OutputStream out = Files.newOutputStream(fresh)) {
                if (in == null) {
                    throw damaged(part.resource(), "is in the index, but not in the jar", null);
                }
                if (!copy(in, out).equals(part.sha256())) {
                    throw damaged(part.resource(), "is not what the index says", null);
                }
            }
            if (part.isNative()) {
                PrivateFolders.makeExecutable(fresh);
                if (!Files.isExecutable(fresh)) {
                    throw new PartsCache.NotExecutableException(fresh);
                }
            }
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                TemporaryFolders.delete(file);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Some parts are found by listing a folder, so nothing else may be there. */
    private static void removeOthers(List<Part> parts, Path folder) throws IOException {
        Set<Path> known = parts.stream().map(part -> folder.resolve(part.path())).collect(Collectors.toSet());
        for (Path subfolder : known.stream().map(Path::getParent).distinct().toList()) {
            try (Stream<Path> children = Files.list(subfolder)) {
                children.filter(child -> known.stream().noneMatch(path -> path.startsWith(child))).forEach(TemporaryFolders::delete);
            }
        }
    }

    /** @return the SHA-256 of what was copied */
    private static String copy(InputStream in, OutputStream out) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (DigestInputStream digested = new DigestInputStream(in, digest)) {
            for (int length = digested.read(buffer); length >= 0; length = digested.read(buffer)) {
                out.write(buffer, 0, length);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static OraculumException damaged(String resource, String what, Throwable cause) {
        return new OraculumException(
                OraculumException.Code.IO,
                resource + " " + what
                        + ": a jar of Oraculum is damaged, or jars of two versions are on the class path; use one version of them, and"
                        + " fetch them again",
                cause);
    }
}
