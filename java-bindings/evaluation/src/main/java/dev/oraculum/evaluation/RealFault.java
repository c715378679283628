package dev.oraculum.evaluation;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A fault of a released jar that a later release does not have; {@code real-faults.json} has them all.
 *
 * @param id of the issue in the project's tracker
 * @param subject the class, its binary name
 * @param buggy file name of the jar with the fault
 * @param fixed file name of the first release at hand without it
 * @param call that shows it, for readers
 * @param buggyValue what the call gives in the buggy release
 * @param fixedValue what it gives in the fixed one
 * @param published the tests that the project published of the class, closest to the buggy release; null: there are none that can run on it
 * @param holdout whether nobody looked at its ranking before all settings had their defaults
 */
record RealFault(String id, String subject, String buggy, String fixed, String call, String buggyValue, String fixedValue,
        PublishedSuite published,
        boolean holdout) {
    static List<RealFault> read() throws IOException {
        try (InputStream in = RealFault.class.getResourceAsStream("real-faults.json")) {
            return new ObjectMapper().readValue(in, new TypeReference<>() {});
        }
    }

    /**
     * The source of tests that a developer could have of the class in the buggy release, of our own; the file need not be there if there
     * are published ones.
     */
    Path recreatedTests(Path checkout) {
        return checkout.resolve("java-bindings/evaluation/src/faults").resolve(id.toLowerCase(java.util.Locale.ROOT))
                .resolve(simpleName() + "Test.java");
    }

    String simpleName() {
        return subject.substring(subject.lastIndexOf('.') + 1);
    }
}
