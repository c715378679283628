package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.Probes;
import dev.oraculum.testing.Jdks;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;

/** Every choke point is woven, on every JDK that is installed here; one that a JDK does not have is said. */
class JdkWeaverTest {
    /** Of JDK 17 only, and of newer ones only. */
    private static final Set<String> OLD = Set.of("java.net.AbstractPlainSocketImpl", "java.net.AbstractPlainDatagramSocketImpl");
    private static final Set<String> NEW = Set.of("jdk.internal.foreign.abi.AbstractLinker");

    @TempDir
    Path temporary;

    static List<Jdks> jdks() throws Exception {
        return Jdks.installed();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void everyChokePointIsWoven(Jdks jdk) throws Exception {
        Path agent = AgentTest.jar(temporary.resolve("oraculum-agent.jar"), AgentTest.classes(Agent.class), "dev.oraculum.agent.PreMain");
        AgentTest.jar(temporary.resolve("oraculum-runtime.jar"), AgentTest.classes(Probes.class), null);
        Path scratch = Files.createDirectories(temporary.resolve("scratch"));
        String classPath = Stream.of(
                        AgentTest.classes(RecordingKinds.class),
                        AgentTest.classes(JdkWeaverHost.class), AgentTest.classes(ClassReader.class), AgentTest.classes(ClassNode.class),
                        AgentTest.classes(Analyzer.class))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> output = AgentTest.run(
                jdk.tool("java").toString(), "-Xverify:all", "-Xlog:disable", "-javaagent:" + agent, "-cp", classPath,
                JdkWeaverHost.class.getName(), scratch.toString());
        Set<String> absent = new TreeSet<>(jdk.version() == 17 ? NEW : OLD);
        assertEquals(List.of("absent " + absent, "missing []", "notices []", "ContainmentRefused", "true"), output);
        assertTrue(Files.exists(scratch.resolve("inside")));
    }

    @Test
    void aChokePointThatAJdkDoesNotHaveIsSaid() {
        ClassWriter other = new ClassWriter(0);
        other.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "java/io/FileDescriptor", null, "java/lang/Object", null);
        other.visitEnd();
        List<String> notices = new ArrayList<>();
        new JdkWeaver(notices::add).transform(null, "java/io/FileDescriptor", null, null, other.toByteArray());
        assertEquals(List.of("this JDK has no java.io.FileDescriptor.close()V: what would go through it is not contained"), notices);
    }
}
