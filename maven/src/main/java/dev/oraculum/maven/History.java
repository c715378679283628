package dev.oraculum.maven;

import dev.oraculum.job.JobException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the last run of a goal was about, by its content: SHA-256 of code, dependencies, tests, sources and options, of the JDK and of
 * Oraculum; and of the reports that it left. It only ever says that there is nothing to do; no result is made of it.
 */
final class History {
    private static final String REPORTS = "reports";
    private static final int BUFFER = 1 << 16;

    private final File file;
    private final Properties now = new Properties();

    /**
     * @param file where it is kept
     * @param options that the result depends on
     * @param inputs files and folders by what they are; their order counts, and of folders what is in them, but no place of any
     * @param jdk its version and home
     * @param oraculum its jars
     */
    History(File file, Map<String, String> options, Map<String, List<File>> inputs, String jdk, Collection<File> oraculum) {
        this.file = file;
        StringBuilder said = new StringBuilder();
        options.forEach((name, value) -> said.append(name).append('=').append(value.length()).append(' ').append(value).append('\n'));
        now.setProperty("options", sha256(said.toString()));
        inputs.forEach((name, files) -> now.setProperty(name, contents(files)));
        now.setProperty("jdk", jdk);
        now.setProperty("oraculum", contents(oraculum));
    }

    /** Whether the last run was of the same, went well, and its reports are as it left them. */
    boolean isOf(File reports) {
        if (!file.isFile() || !reports.isDirectory()) {
            return false;
        }
        Properties last = new Properties();
        try (Reader in = Files.newBufferedReader(file.toPath(), StandardCharsets.UTF_8)) {
            last.load(in);
        } catch (IOException | IllegalArgumentException e) {
            // A history that cannot be read is none.
            return false;
        }
        Properties wanted = new Properties();
        wanted.putAll(now);
        wanted.setProperty(REPORTS, content(reports));
        return wanted.equals(last);
    }

    /** Before a run: one that does not end well leaves no history. */
    void forget() {
        try {
            Files.deleteIfExists(file.toPath());
        } catch (IOException e) {
            throw JobException.failed("cannot remove " + file + ": " + e.getMessage(), e);
        }
    }

    /** After a run that went well. */
    void keep(File reports) {
        now.setProperty(REPORTS, content(reports));
        try (Writer out = Files.newBufferedWriter(file.toPath(), StandardCharsets.UTF_8)) {
            StringWriter text = new StringWriter();
            now.store(text, null);
            // Without the date, which Properties always writes.
            out.write(Stream.of(text.toString().split("\\R")).filter(line -> !line.startsWith("#")).sorted()
                    .collect(Collectors.joining("\n", "", "\n")));
        } catch (IOException e) {
            throw JobException.failed("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static String contents(Collection<File> files) {
        return sha256(files.stream().map(History::content).collect(Collectors.joining("\n")));
    }

    /** Of a folder: every file by its place there; of what does not exist: none. */
    private static String content(File file) {
        Path path = file.toPath();
        try {
            if (Files.isRegularFile(path)) {
                return hash(path);
            }
            if (!Files.isDirectory(path)) {
                return "none";
            }
            StringBuilder all = new StringBuilder();
            try (Stream<Path> files = Files.walk(path)) {
                List<Path> sorted = files.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
                for (Path each : sorted) {
                    all.append(hash(each)).append(' ').append(path.relativize(each)).append('\n');
                }
            }
            return sha256(all.toString());
        } catch (IOException e) {
            throw JobException.failed("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return hex(digest.digest());
    }

    private static String sha256(String text) {
        return hex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte each : bytes) {
            text.append(String.format("%02x", each));
        }
        return text.toString();
    }
}
