package dev.oraculum.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.api.Engine;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Project;
import dev.oraculum.changes.Dependencies;
import dev.oraculum.execution.Installation;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.WholeFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Results of earlier runs, each with a digest of what it depends on: of many classes or methods only those are done again for which that
 * has changed. A folder with a file for each; it is no worse than no history if files of it are missing, damaged or of another version.
 */
final class History {
    private static final int VERSION = 1;

    private final Path folder;
    private final ProjectFiles files;
    private final Dependencies dependencies;
    private final List<String> testClasses;
    /** All on which a result depends beside its class. */
    private final String common;
    private final Consumer<String> warnings;
    private final Map<String, String> digests = new HashMap<>();
    private boolean warned;

    /** @param inputs digest of what the result depends on */
    private record Kept(int version, String subject, String inputs, JsonNode result) {}

    private History(Path folder, ProjectFiles files, List<String> testClasses, String common, Consumer<String> warnings) {
        this.folder = folder;
        this.files = files;
        this.testClasses = testClasses;
        this.dependencies = new Dependencies(files.classPath());
        this.common = common;
        this.warnings = warnings;
    }

    /**
     * Opens a folder, which is made if it is not there.
     *
     * @param files stay open as long as this is used
     * @param asked all else on which results depend, as texts
     * @param warnings what a user should know and that stops nothing
     * @throws IllegalArgumentException it is a file
     */
    static History open(Path folder, Project project, ProjectFiles files, List<String> asked, Consumer<String> warnings) {
        try {
            Files.createDirectories(folder);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " is a file; a history needs a folder", e);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot use the folder " + folder + " as history: " + e.getMessage(), e);
        }
        List<String> common = new ArrayList<>(asked);
        common.add(files.jvm().version());
        common.add(oraculum(Installation.find(project.installation())));
        common.add(String.join(",", project.testClasses()));
        common.add(String.valueOf(project.excludeFailingTests()));
        common.add(String.valueOf(project.testTimeout()));
        common.add(project.workers().sandbox() + " " + project.workers().environment() + " " + project.workers().allow());
        return new History(folder, files, project.testClasses(), Fingerprint.ofText(String.join("\n", common)), warnings);
    }

    /** Whose program it is: another one may find something else. */
    private static String oraculum(Installation installation) {
        List<Path> parts = new ArrayList<>(List.of(installation.agentJar(), installation.workerJar()));
        parts.addAll(installation.platform1());
        parts.addAll(installation.platform6());
        installation.nativeLibrary().ifPresent(parts::add);
        installation.solver().ifPresent(parts::add);
        CodeSource own = History.class.getProtectionDomain().getCodeSource();
        if (own != null) {
            try {
                parts.add(Path.of(own.getLocation().toURI()));
            } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
                // Whoever loads classes from elsewhere has the version, below.
            }
        }
        return Engine.info().version() + " " + Fingerprint.ofFiles(parts);
    }

    /**
     * What an earlier run found.
     *
     * @param subject a class, or a method in the notation of method references
     * @param decode throws what it likes on a result of another version
     */
    synchronized <T> Optional<T> find(String subject, Decoder<T> decode) {
        Path file = file(subject);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String inputs = inputs(subject);
        try {
            Kept kept = Json.decode(Files.readAllBytes(file), Kept.class);
            boolean same = kept.version() == VERSION && subject.equals(kept.subject()) && inputs.equals(kept.inputs());
            return same ? Optional.of(decode.decode(kept.result())) : Optional.empty();
        } catch (IOException | RuntimeException unreadable) {
            // Whatever is wrong with the file, it is done again, and the file written anew.
            return Optional.empty();
        }
    }

    /** Makes a result of JSON. */
    interface Decoder<T> {
        T decode(JsonNode json);
    }

    /** Keeps a result in place of an earlier one. That it cannot is said once, and costs nothing but the time of another run. */
    synchronized void keep(String subject, Object result) {
        try {
            WholeFile.write(file(subject), Json.bytes(new Kept(VERSION, subject, inputs(subject), Json.tree(result))));
        } catch (IOException e) {
            if (!warned) {
                warned = true;
                warnings.accept("cannot write to the history " + folder + ", so a later run does this again: " + e.getMessage());
            }
        }
    }

    private String inputs(String subject) {
        String owner = BatchSchedule.className(subject).replace('.', '/');
        return digests.computeIfAbsent(owner, key -> {
            Set<String> tests = new TreeSet<>(files.reaching(key));
            tests.addAll(testClasses);
            Set<String> from = new HashSet<>(Set.of(key));
            tests.forEach(test -> from.add(test.replace('.', '/')));
            return Fingerprint.ofText(String.join("\n", common, String.join(",", tests), dependencies.digest(from)));
        });
    }

    private Path file(String subject) {
        return folder.resolve(BatchFolder.fileName(subject) + ".json");
    }
}
