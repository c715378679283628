package dev.oraculum.evaluation.merging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generated tests that try to break assertions: {@code generate} on the class with the assertion in it, where the assertion's failure is a
 * branch like any other. Random tests, as many as the evaluation says; and the search, which aims at that branch.
 *
 * @param checkout a built one
 */
record Attack(Path checkout) {
    private static final int RANDOM_TESTS = 100_000;
    private static final int BUDGET = 60;
    private static final int MINUTES = 5;
    private static final long SEED = 20_261_124;

    /**
     * What came of an attack.
     *
     * @param test a generated test that breaks the assertion; empty: none was found
     * @param tests that were run; 0: the attack failed
     */
    record Outcome(String test, long tests) {
        boolean broke() {
            return !test.isEmpty();
        }
    }

    /**
     * Attacks the assertions of a class.
     *
     * @param algorithm {@code random} or {@code dynamosa}
     * @param folder for what the run leaves
     */
    Outcome run(MethodRule.MethodSubject subject, Path patched, String algorithm, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path json = folder.resolve(algorithm + ".json");
        List<String> command = new ArrayList<>(List.of(
                checkout.resolve("oraculum").toString(), "generate", "--classpath",
                Patched.path(Stream.concat(Stream.of(patched, subject.files().jar()), subject.files().needs().stream())), "--method",
                subject.method(), "--set", "generate.algorithm=" + algorithm, "--set", "generate.mutants=0", "--seed", Long.toString(SEED),
                "--budget", Integer.toString(BUDGET), "--out", folder.resolve(algorithm).toString(), "--json", json.toString()));
        if (algorithm.equals("random")) {
            command.addAll(List.of("--max-tests", Integer.toString(RANDOM_TESTS)));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(folder.resolve(algorithm + ".log").toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
        }
        if (!Files.exists(json)) {
            return new Outcome("", 0);
        }
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        String test = "";
        for (JsonNode file : report.path("files")) {
            test = test.isEmpty() ? breaking(file.path("source").asText()) : test;
        }
        return new Outcome(test, report.path("executed").asLong());
    }

    /** The first test that expects the failure of an assertion; empty: none does. */
    static String breaking(String source) {
        int at = source.indexOf("assertThrows(AssertionError.class");
        if (at < 0) {
            return "";
        }
        int begin = source.lastIndexOf("@Test", at);
        int end = source.indexOf("\n    }", at);
        return source.substring(Math.max(begin, 0), end < 0 ? source.length() : end + "\n    }".length());
    }

    /** Whether a class throws such errors by itself: then nobody can tell whose they are. */
    static boolean throwsAssertionErrors(byte[] classFile) {
        boolean[] found = {false};
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitTypeInsn(int opcode, String type) {
                        found[0] |= opcode == Opcodes.NEW && type.equals("java/lang/AssertionError");
                    }
                };
            }
        }, 0);
        return found[0];
    }
}
