package dev.oraculum.pipeline;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Project;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.execution.Jvm;
import dev.oraculum.facts.ClassPathException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What evidence depends on, by name: a run may be resumed iff nothing of it has changed. Where files are does not matter, what is in them
 * does; neither do the settings of the search.
 */
final class Fingerprint {
    private Fingerprint() {}

    /** Digests of what is in the class path and in the tests. */
    record Contents(String classPath, String tests) {
        static Contents of(Project project) {
            return new Contents(ofFiles(project.classPath()), ofFiles(project.tests()));
        }
    }

    /**
     * @param plan the encoded state plan
     * @param testClasses those that are run, or may be
     */
    static Map<String, String> of(Improve request, Contents files, byte[] plan, List<String> testClasses, Jvm jvm) {
        Map<String, String> inputs = new TreeMap<>();
        inputs.put("class path", files.classPath());
        inputs.put("tests", files.tests());
        inputs.put("test classes", String.join(",", testClasses));
        inputs.put("capture plan", ofBytes(plan));
        inputs.put("mutators", String.join(",", request.mutators()));
        inputs.put("mutate", request.mutate().name());
        inputs.put("failing tests", request.project().excludeFailingTests() ? "left out" : "none");
        inputs.put("after a failed assertion", request.afterFailure().name());
        inputs.put("allowed to mutants", String.join(",", request.project().workers().allow()));
        int generated = request.states().generatedTests();
        // Without any, evidence is what it always was.
        if (generated > 0) {
            inputs.put("generated tests", generated + " of seed " + request.search().seed());
        }
        inputs.put("JVM", jvm.version());
        return inputs;
    }

    static String ofText(String text) {
        return ofBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    private static String ofBytes(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    /** Of what is in files, and in folders by the places there. */
    static String ofFiles(List<Path> entries) {
        MessageDigest digest = sha256();
        try {
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    try (Stream<Path> files = Files.walk(entry)) {
                        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                            digest.update(entry.relativize(file).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                            update(digest, file);
                        }
                    }
                } else {
                    update(digest, entry);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new ClassPathException("cannot read all of the class path, which the evidence depends on: " + e.getMessage(), e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void update(MessageDigest digest, Path file) throws IOException {
        digest.update(java.nio.ByteBuffer.allocate(Long.BYTES).putLong(Files.size(file)).flip());
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "every JVM has SHA-256", e);
        }
    }
}
