package dev.oraculum.agent;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which classes get tick probes and rewritten exit calls: those loaded from the given jars and directories, test
 * frameworks excepted (a project's class path usually has them, and a test's runner must outlive the test's budget).
 */
public final class Scope {
    private static final List<String> FRAMEWORKS = List.of(
            "org/junit/",
            "junit/framework/",
            "junit/runner/",
            "junit/textui/",
            "junit/extensions/",
            "org/hamcrest/",
            "org/opentest4j/",
            "org/apiguardian/",
            "org/assertj/",
            "org/mockito/",
            "net/bytebuddy/",
            "org/objenesis/",
            "org/easymock/",
            "org/testng/",
            "org/pitest/",
            "dev/oraculum/agent/",
            "dev/oraculum/bytecode/",
            "dev/oraculum/kinds/",
            "dev/oraculum/junit",
            "dev/oraculum/runtime/",
            "dev/oraculum/worker/",
            "dev/oraculum/shaded/");

    private final Set<Path> locations;
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    private Scope(Set<Path> locations) {
        this.locations = locations;
    }

    /** The classes of these jars and directories. */
    public static Scope of(List<Path> jarsAndDirectories) {
        return new Scope(jarsAndDirectories.stream().map(Scope::real).collect(Collectors.toUnmodifiableSet()));
    }

    static boolean isFramework(String internalName) {
        return FRAMEWORKS.stream().anyMatch(internalName::startsWith);
    }

    boolean contains(String internalName, ProtectionDomain domain) {
        if (isFramework(internalName)) {
            return false;
        }
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location != null && known.computeIfAbsent(location.toString(), this::isLocation);
    }

    private boolean isLocation(String url) {
        try {
            URI uri = new URI(url);
            return "file".equals(uri.getScheme()) && locations.contains(real(Path.of(uri)));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return false;
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }
}
