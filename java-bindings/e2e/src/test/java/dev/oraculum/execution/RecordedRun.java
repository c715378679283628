package dev.oraculum.execution;

import dev.oraculum.kinds.RecordingKind;
import dev.oraculum.runtime.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * A run of a sample project's tests by a worker whose agent has one more kind of recording.
 *
 * @param batches what the tests left, in their order
 */
public record RecordedRun(List<Records> batches) {
    /**
     * Runs the tests of a class.
     *
     * @param kind the classes of the kind; the last is its {@link RecordingKind}
     * @param plan made of class files, which the function gives by binary name
     */
    public static RecordedRun of(
            Path directory, List<Class<?>> kind, String testClass, Function<Function<String, byte[]>, Plan> plan, String... sources)
            throws IOException {
        SampleProject project =
                SampleProject.compile(directory.resolve("classes"), Distribution.junit("platform-1", "junit-4", "hamcrest"), sources);
        ExecutionSettings settings = ExecutionSettings.of(
                installation(Files.createDirectories(directory.resolve("worker")), kind),
                Jvm.running(),
                project.classPath(),
                List.of(testClass),
                plan.apply(project::classFile).toBytes());
        List<Records> batches = new ArrayList<>();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            UnitResult result = pool.runListed(pool.discover().tests(), new UnitSink() {
                @Override
                public void test(int unit, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int unit, TestRun run, Records records) {
                    batches.add(records);
                }
            });
            if (result.end() != UnitEnd.COMPLETED || !result.explanation().isEmpty()) {
                throw new IllegalStateException(result.sentence());
            }
        }
        return new RecordedRun(batches);
    }

    /** The batches of one plan. */
    public List<ByteBuffer> records(int plan) {
        return batches.stream().flatMap(records -> records.of(plan).stream()).toList();
    }

    /** The distribution, but that the agent's jar has the kind too, which calls ASM by the name that it has there. */
    private static Installation installation(Path directory, List<Class<?>> kind) throws IOException {
        Installation whole = Distribution.installation();
        Path agent = directory.resolve("oraculum-agent.jar");
        Files.copy(whole.agentJar().resolveSibling("oraculum-runtime.jar"), directory.resolve("oraculum-runtime.jar"));
        try (JarFile from = new JarFile(whole.agentJar().toFile());
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(agent))) {
            for (Enumeration<JarEntry> entries = from.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                to.putNextEntry(new JarEntry(entry.getName()));
                try (InputStream in = from.getInputStream(entry)) {
                    in.transferTo(to);
                }
            }
            for (Class<?> type : kind) {
                to.putNextEntry(new JarEntry(type.getName().replace('.', '/') + ".class"));
                to.write(relocated(type));
            }
            to.putNextEntry(new JarEntry("META-INF/services/" + RecordingKind.class.getName()));
            to.write(kind.get(kind.size() - 1).getName().getBytes(StandardCharsets.UTF_8));
        }
        return new Installation(
                agent, whole.workerJar(), whole.platform1(), whole.platform6(), whole.nativeLibrary(), whole.guard(), whole.solver());
    }

    private static byte[] relocated(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(in.readAllBytes()).accept(new ClassRemapper(writer, new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String name) {
                    return name.startsWith("org/objectweb/asm/") ? name.replace("org/objectweb/asm", "dev/oraculum/shaded/asm") : name;
                }
            }), 0);
            return writer.toByteArray();
        }
    }
}
