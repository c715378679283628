package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.testing.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

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
        Path agent = AgentTest.agent(temporary);
        Path scratch = Files.createDirectories(temporary.resolve("scratch"));
        List<String> output = AgentTest.run(
                jdk.tool("java").toString(), "-Xverify:all", "-Xlog:disable", "-javaagent:" + agent, "-cp",
                AgentTest.classPath(JdkWeaverHost.class), JdkWeaverHost.class.getName(), scratch.toString());
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
