package sample;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Attacks on files that are not the worker's. The folder that they are in holds {@code a.txt} and {@code folder/b.txt}. */
public class FileAttacks {
    private static final Path GUARD = Path.of(System.getProperty("hostile.guard"));
    private static final Path VICTIM = GUARD.resolve("a.txt");
    private static final ByteBuffer EVIL = ByteBuffer.wrap("evil".getBytes());

    static void act(String kind) throws Exception {
        switch (kind) {
            case "delete" -> new File(GUARD.toFile(), "a.txt").delete();
            case "delete a tree" -> deleteTree();
            case "delete on exit" -> VICTIM.toFile().deleteOnExit();
            case "write at an absolute path" -> Files.writeString(GUARD.resolve("new.txt"), "evil");
            case "write by FileOutputStream" -> writeByStream();
            case "write by a relative path" -> writeRelative(System.getProperty("hostile.marker"));
            case "write above the working directory" -> writeRelative("../../" + System.getProperty("hostile.marker"));
            case "symbolic link out of scratch" -> writeByLink(Files.createSymbolicLink(fresh("link"), VICTIM));
            case "symbolic link to a folder" -> writeByLink(Files.createSymbolicLink(fresh("link"), GUARD).resolve("a.txt"));
            case "hard link" -> writeByLink(Files.createLink(fresh("link"), VICTIM));
            case "rename over a file" -> Files.move(evilFile(), VICTIM, StandardCopyOption.REPLACE_EXISTING);
            case "rename a file away" -> VICTIM.toFile().renameTo(fresh("stolen").toFile());
            case "copy over a file" -> Files.copy(evilFile(), VICTIM, StandardCopyOption.REPLACE_EXISTING);
            case "chmod" -> Files.setPosixFilePermissions(VICTIM, PosixFilePermissions.fromString("rwxrwxrwx"));
            case "chmod by File" -> VICTIM.toFile().setExecutable(true);
            case "touch" -> Files.setLastModifiedTime(VICTIM, FileTime.fromMillis(0));
            case "touch by File" -> VICTIM.toFile().setLastModified(0);
            case "truncate by RandomAccessFile" -> truncateByRandomAccess();
            case "truncate by FileChannel" -> truncateByChannel();
            case "write by Files" -> Files.write(VICTIM, List.of("evil"));
            case "write by mapped memory" -> writeByMapping();
            case "write by AsynchronousFileChannel" -> writeAsynchronously();
            case "write by FileWriter" -> writeByWriter();
            case "write by PrintStream" -> new PrintStream(VICTIM.toFile()).close();
            case "make a folder" -> GUARD.resolve("made").toFile().mkdir();
            case "make a temporary file" -> File.createTempFile("evil", ".txt", GUARD.toFile());
            case "zip file system" -> zip();
            case "preferences" -> preferences();
            case "log file" -> new java.util.logging.FileHandler(GUARD.resolve("log.txt").toString()).close();
            case "output of a process" -> new ProcessBuilder("true").redirectOutput(VICTIM.toFile()).start().waitFor();
            case "by /proc/self/cwd" -> Files.writeString(Path.of("/proc/self/root" + GUARD.resolve("new.txt")), "evil");
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static Path fresh(String name) throws IOException {
        return Files.createTempDirectory("hostile").resolve(name);
    }

    private static Path evilFile() throws IOException {
        return Files.writeString(fresh("evil.txt"), "evil");
    }

    private static void deleteTree() throws IOException {
        try (Stream<Path> files = Files.walk(GUARD)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void writeByStream() throws IOException {
        try (FileOutputStream out = new FileOutputStream(VICTIM.toFile(), true)) {
            out.write(1);
        }
    }

    private static void writeByWriter() throws IOException {
        try (FileWriter out = new FileWriter(VICTIM.toString())) {
            out.write("evil");
        }
    }

    private static void writeRelative(String path) throws IOException {
        try (FileOutputStream out = new FileOutputStream(path)) {
            out.write(1);
        }
    }

    private static void writeByLink(Path link) throws IOException {
        Files.writeString(link, "evil");
    }

    private static void truncateByRandomAccess() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(VICTIM.toFile(), "rw")) {
            file.setLength(0);
        }
    }

    private static void truncateByChannel() throws IOException {
        try (FileChannel file = FileChannel.open(VICTIM, StandardOpenOption.WRITE)) {
            file.truncate(0);
        }
    }

    private static void writeByMapping() throws IOException {
        try (FileChannel file = FileChannel.open(VICTIM, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_WRITE, 0, 4);
            bytes.put(EVIL);
            bytes.force();
        }
    }

    private static void writeAsynchronously() throws Exception {
        try (AsynchronousFileChannel file = AsynchronousFileChannel.open(VICTIM, StandardOpenOption.WRITE)) {
            file.write(EVIL, 0).get();
        }
    }

    private static void zip() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(GUARD.resolve("new.zip"), Map.of("create", "true"))) {
            Files.writeString(zip.getPath("/x"), "evil");
        }
    }

    private static void preferences() throws Exception {
        java.util.prefs.Preferences node = java.util.prefs.Preferences.userRoot().node(System.getProperty("hostile.marker"));
        node.put("a", "b");
        node.flush();
    }
}
