package dev.oraculum.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Files with an index, as the build packs them into jars. */
final class PackedFiles {
    private PackedFiles() {}

    /**
     * @param root a class path entry
     * @param prefix where in it, with a slash at its end
     * @param files their content by path
     */
    static void write(Path root, String prefix, Map<String, byte[]> files) throws IOException {
        StringBuilder index = new StringBuilder();
        for (Map.Entry<String, byte[]> file : new TreeMap<>(files).entrySet()) {
            Path path = root.resolve(prefix + file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
            index.append(sha256(file.getValue())).append(' ').append(file.getKey()).append('\n');
        }
        Files.writeString(root.resolve(prefix + "index"), index);
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
