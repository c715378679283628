package dev.oraculum.runtime.containment;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a path leads: symbolic links, {@code .} and {@code ..} resolved. */
final class RealPaths {
    /** As many links as Linux follows. */
    private static final int LINKS = 40;

    private RealPaths() {}

    /**
     * The absolute path without links of what {@code path} names, whether it exists or not.
     *
     * @param follow whether the last name, too, is followed if it is a link
     */
    static String of(String path, boolean follow) throws IOException {
        String current = path;
        for (int links = 0; links < LINKS; links++) {
            current = inRealFolder(current);
            Path link = Path.of(current);
            if (!follow || !Files.isSymbolicLink(link)) {
                return current;
            }
            // A link that leads nowhere yet counts as well: opening it creates the file that it names.
            Path target = Files.readSymbolicLink(link);
            current = target.isAbsolute() ? target.toString() : folder(current) + "/" + target;
        }
        return current;
    }

    private static String inRealFolder(String path) throws IOException {
        File file = new File(new File(path).getAbsolutePath());
        String name = file.getName();
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            return file.getCanonicalPath();
        }
        String folder = file.getParentFile().getCanonicalPath();
        return folder.equals("/") ? "/" + name : folder + "/" + name;
    }

    /** The folder of an absolute path. */
    static String folder(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Whether a path is a folder or lies in it. */
    static boolean isIn(String path, String folder) {
        return path.startsWith(folder) && (path.length() == folder.length() || path.charAt(folder.length()) == '/' || folder.equals("/"));
    }
}
