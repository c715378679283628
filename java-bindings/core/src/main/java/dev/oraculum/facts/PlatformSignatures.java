package dev.oraculum.facts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The public API that the JDK had in an earlier release, from the file by which its compiler knows it ({@code lib/ct.sym}, JEP 247): class
 * files without code, each in a folder whose name has a letter for every release that it is of, in the digits of base 36.
 */
final class PlatformSignatures implements AutoCloseable {
    /** The oldest release that Oraculum runs on. */
    static final int RELEASE = 17;

    private static final char LETTER = Character.toUpperCase(Character.forDigit(RELEASE, Character.MAX_RADIX));

    private final Path file;
    private ZipFile zip;
    /** Entry by internal name; null: not read yet. */
    private Map<String, String> entries;

    private PlatformSignatures(Path file) {
        this.file = file;
    }

    /** Those that the JDK in a home directory knows. */
    static PlatformSignatures of(Path home) {
        return new PlatformSignatures(home.resolve("lib").resolve("ct.sym"));
    }

    /** Whether there are any: a JVM without a compiler has none. */
    boolean isKnown() {
        return !entries().isEmpty();
    }

    synchronized Optional<byte[]> find(String internalName) {
        String entry = entries().get(internalName);
        if (entry == null) {
            return Optional.empty();
        }
        try (InputStream in = zip.getInputStream(new ZipEntry(entry))) {
            return Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new ClassPathException("cannot read " + internalName + " in " + file + ": " + ClassPath.reason(e), e);
        }
    }

    private synchronized Map<String, String> entries() {
        if (entries == null) {
            entries = new HashMap<>();
            try {
                zip = new ZipFile(file.toFile());
                zip.stream().map(ZipEntry::getName).forEach(this::add);
            } catch (IOException e) {
                entries.clear();
            }
        }
        return entries;
    }

    /** Of an entry {@code RELEASES/MODULE/pkg/Name.sig}. */
    private void add(String entry) {
        int module = entry.indexOf('/') + 1;
        int name = entry.indexOf('/', module) + 1;
        boolean ours = module > 0 && name > 0 && entry.endsWith(".sig") && entry.lastIndexOf(LETTER, module - 1) >= 0;
        if (ours && !entry.endsWith("/module-info.sig")) {
            entries.put(entry.substring(name, entry.length() - ".sig".length()), entry);
        }
    }

    @Override
    public synchronized void close() {
        try {
            if (zip != null) {
                zip.close();
            }
        } catch (IOException e) {
            throw new ClassPathException("cannot close " + file + ": " + ClassPath.reason(e), e);
        }
    }
}
