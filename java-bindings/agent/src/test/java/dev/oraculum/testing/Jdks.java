package dev.oraculum.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine that tests can fork: the running one and those installed beside it. */
public record Jdks(Path home, int version) {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)");

    /** One per feature version from 17 on, the running one first. */
    public static List<Jdks> installed() throws IOException {
        Path running = Path.of(System.getProperty("java.home")).toRealPath();
        List<Jdks> found = new ArrayList<>(List.of(new Jdks(running, Runtime.version().feature())));
        try (Stream<Path> siblings = Files.list(running.getParent())) {
            for (Path home : siblings.sorted().toList()) {
                int version = version(home);
                if (version >= 17 && found.stream().noneMatch(jdk -> jdk.version == version)) {
                    found.add(new Jdks(home, version));
                }
            }
        }
        return found;
    }

    private static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
            return -1;
        }
        Matcher matcher = VERSION.matcher(Files.readString(release));
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    public Path tool(String name) {
        return home.resolve("bin").resolve(name);
    }

    @Override
    public String toString() {
        return "JDK " + version;
    }
}
