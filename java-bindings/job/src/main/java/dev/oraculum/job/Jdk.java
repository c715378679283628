package dev.oraculum.job;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Properties;

/** A JDK by its home. */
public final class Jdk {
    private static final int OLDEST = 17;

    private Jdk() {}

    /** As its file {@code release} says it; empty: there is none. */
    public static String version(File home) {
        Properties release = new Properties();
        try (InputStream in = Files.newInputStream(home.toPath().resolve("release"))) {
            release.load(in);
        } catch (IOException e) {
            return "";
        }
        return release.getProperty("JAVA_VERSION", "").replace("\"", "");
    }

    public static File java(File home) {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        return new File(home, windows ? "bin/java.exe" : "bin/java");
    }

    /** A class file that is too new for a JVM is no message that a user understands. */
    static void requireUsable(File home, Wording wording) {
        String remedy = " in " + wording.place() + ": " + wording.option("jvm", Wording.Kind.FILE, "/path/to/jdk");
        if (!java(home).isFile()) {
            throw JobException.input("oraculum: " + home + " is no JDK: it has no bin/java; name the home of a JDK " + OLDEST
                    + " or newer" + remedy);
        }
        String version = version(home);
        int feature = feature(version);
        if (feature > 0 && feature < OLDEST) {
            throw JobException.input("oraculum: the JDK of this project, " + home + ", is of version " + version
                    + ", and Oraculum needs " + OLDEST + " or newer; name another one" + remedy);
        }
    }

    /** 8 of 1.8.0_402, 17 of 17.0.2; 0: the version is not known. */
    static int feature(String version) {
        String[] parts = version.split("[.+_-]");
        try {
            int first = parts[0].isEmpty() ? 0 : Integer.parseInt(parts[0]);
            return first == 1 && parts.length > 1 ? Integer.parseInt(parts[1]) : first;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
