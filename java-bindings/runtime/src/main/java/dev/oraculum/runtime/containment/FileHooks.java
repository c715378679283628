package dev.oraculum.runtime.containment;

import dev.oraculum.runtime.containment.Containment.Access;
import dev.oraculum.runtime.containment.Deed.Kind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the JDK's methods on files ask first: each hook gives back the argument to go on with. */
public final class FileHooks {
    /** Flags of open(2) on Linux. */
    private static final int ACCESS_MODE = 3;
    private static final int CREATE = 0x40;
    private static final int EXCLUSIVE = 0x80;
    private static final int TRUNCATE = 0x200;

    /** Mode of {@link java.io.RandomAccessFile}: not read-only. */
    private static final int READ_WRITE = 2;

    private FileHooks() {}

    // ---- java.io

    /** {@code FileInputStream.open}. */
    public static String read(String path) {
        return reads() ? Containment.path(path, Access.READ, true) : path;
    }

    /** {@code FileOutputStream.open}. */
    public static String write(String path) {
        return Containment.applies() ? Containment.path(path, Access.WRITE, true) : path;
    }

    /** {@code RandomAccessFile.open}. */
    public static String open(String path, int mode) {
        return (mode & READ_WRITE) != 0 ? write(path) : read(path);
    }

    public static String create(String path) {
        return Containment.applies() ? Containment.path(path, Access.CREATE, false) : path;
    }

    public static File look(File file, String path) {
        return reads() ? file(file, path, Containment.path(path, Access.READ, true)) : file;
    }

    public static File list(File file, String path) {
        return reads() ? file(file, path, Containment.path(path, Access.LIST, true)) : file;
    }

    /** What is moved to a name replaces what is there. */
    public static File replace(File file, String path) {
        return Containment.applies() ? file(file, path, Containment.path(path, Access.WRITE, false)) : file;
    }

    public static File create(File file, String path) {
        return Containment.applies() ? file(file, path, Containment.path(path, Access.CREATE, false)) : file;
    }

    public static File remove(File file, String path) {
        return Containment.applies() ? file(file, path, Containment.path(path, Access.REMOVE, false)) : file;
    }

    public static File change(File file, String path) {
        return Containment.applies() ? file(file, path, Containment.path(path, Access.WRITE, true)) : file;
    }

    public static File move(File file, String path) {
        return Containment.applies() ? file(file, path, Containment.path(path, Access.MOVE, false)) : file;
    }

    private static File file(File file, String path, String instead) {
        return instead.equals(path) ? file : new File(instead);
    }

    // ---- java.nio.file

    /** @param flags of open(2) */
    public static Path open(Path path, int flags) {
        if (isExclusive(flags)) {
            return create(path);
        }
        if (writes(flags)) {
            return Containment.applies() ? path(path, Access.WRITE, true) : path;
        }
        return reads() ? path(path, Access.LIST, true) : path;
    }

    public static Path look(Path path) {
        return reads() ? path(path, Access.READ, true) : path;
    }

    public static Path lookAtLink(Path path) {
        return reads() ? path(path, Access.READ, false) : path;
    }

    public static Path list(Path path) {
        return reads() ? path(path, Access.LIST, true) : path;
    }

    /** What is moved to a name replaces what is there. */
    public static Path replace(Path path) {
        return Containment.applies() ? path(path, Access.WRITE, false) : path;
    }

    public static Path create(Path path) {
        return Containment.applies() ? path(path, Access.CREATE, false) : path;
    }

    public static Path remove(Path path) {
        return Containment.applies() ? path(path, Access.REMOVE, false) : path;
    }

    public static Path changeLink(Path path) {
        return Containment.applies() ? path(path, Access.WRITE, false) : path;
    }

    public static Path change(Path path) {
        return Containment.applies() ? path(path, Access.WRITE, true) : path;
    }

    public static Path move(Path path) {
        return Containment.applies() ? path(path, Access.MOVE, false) : path;
    }

    /** Attributes of files in a folder that is open: nothing says whether the folder is one of the overlay. */
    public static void changeInOpenFolder(Path path) {
        if (Containment.applies()) {
            Containment.check(Kind.WRITE, "attributes of " + path + " in an open folder");
        }
    }

    private static Path path(Path path, Access access, boolean follow) {
        String text = path.toString();
        String instead = Containment.path(text, access, follow);
        return instead.equals(text) ? path : path.getFileSystem().getPath(instead);
    }

    // ---- names in a folder that is open

    /** @param flags of open(2) */
    public static byte[] openAt(int folder, byte[] name, int flags) {
        if (isExclusive(flags)) {
            return at(folder, name, Access.CREATE, false);
        }
        return writes(flags) ? at(folder, name, Access.WRITE, true) : at(folder, name, Access.LIST, true);
    }

    public static byte[] lookAt(int folder, byte[] name) {
        return at(folder, name, Access.READ, false);
    }

    public static byte[] removeAt(int folder, byte[] name) {
        return at(folder, name, Access.REMOVE, false);
    }

    public static byte[] replaceAt(int folder, byte[] name) {
        return at(folder, name, Access.WRITE, false);
    }

    public static byte[] moveAt(int folder, byte[] name) {
        return at(folder, name, Access.MOVE, false);
    }

    /** An absolute path makes the system ignore the folder. */
    private static byte[] at(int folder, byte[] name, Access access, boolean follow) {
        if (access.reads() ? !reads() : !Containment.applies()) {
            return name;
        }
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        String[] opened = new String[1];
        Containment.inside(() -> opened[0] = folder(folder));
        String path = opened[0] + "/" + new String(name, charset);
        String instead = Containment.path(path, access, follow);
        String elsewhere = instead.equals(path) ? Containment.outOfOverlay(path) : instead;
        return elsewhere.equals(path) ? name : elsewhere.getBytes(charset);
    }

    private static String folder(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
        } catch (IOException e) {
            return "/an unknown folder";
        }
    }

    private static boolean reads() {
        return Containment.hasOverlay() && Containment.applies();
    }

    private static boolean writes(int flags) {
        return (flags & ACCESS_MODE) != 0 || (flags & (CREATE | TRUNCATE)) != 0;
    }

    private static boolean isExclusive(int flags) {
        return (flags & CREATE) != 0 && (flags & EXCLUSIVE) != 0;
    }
}
