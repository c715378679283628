package dev.oraculum.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.Probes;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.Root;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.testing.Jdks;
import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;

/** The agent as a worker uses it, in a JVM of its own, from jars in a directory with a space in its name. */
class AgentTest {
    private static final String ACCOUNT =
            """
            public class Account {
                private int balance = 10;
                public int deposit() {
                    int fee = 1;
                    balance += 5 - fee;
                    return balance;
                }
                public void quit() { System.exit(3); }
                public void halt() { java.util.function.IntConsumer c = Runtime.getRuntime()::halt; c.accept(4); }
                public void spin() {
                    while (true) {
                        try {
                            while (true) { }
                        } catch (Throwable t) {
                            balance++;
                        }
                    }
                }
            }
            """;

    @TempDir
    Path temporary;

    static List<Jdks> jdks() throws Exception {
        return Jdks.installed();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void recordsRedefinesAndRestores(Jdks jdk) throws Exception {
        Path lib = Files.createDirectories(temporary.resolve("with space"));
        Path agent = agent(lib);
        Path subject = Files.createDirectories(temporary.resolve("the subject"));
        Files.write(subject.resolve("Account.class"), compile(jdk, ACCOUNT));
        Path plan = Files.write(temporary.resolve("plan"), plan().toBytes());
        Path mutant = Files.write(temporary.resolve("mutant"), compile(jdk, ACCOUNT.replace("5 - fee", "5 + fee")));
        Path reshaped = Files.write(temporary.resolve("reshaped"), compile(jdk, ACCOUNT.replace("balance", "saldo")));

        String classPath = classPath(AgentHost.class) + File.pathSeparator + subject;
        List<String> output = run(
                jdk.tool("java").toString(), "-Xshare:off", "-javaagent:" + agent, "-cp", classPath, AgentHost.class.getName(),
                subject.toString(), plan.toString(), mutant.toString(), reshaped.toString());

        assertEquals(
                List.of(
                        "mutant before loading: 16 {fee=1, this.balance=16, result=16}",
                        "original: 14 {fee=1, this.balance=14, result=14}",
                        "mutant: 16 {fee=1, this.balance=16, result=16}",
                        "rejected",
                        "still original: 14 {fee=1, this.balance=14, result=14}",
                        "exit: ExitAttempt exit attempted",
                        "halt by method reference: ExitAttempt exit attempted",
                        "endless loop: TickBudgetExceeded over budget",
                        "modifiable true: 14 {fee=1, this.balance=14, result=14}",
                        "nothing woven: 14",
                        "woven again: 14 {fee=1, this.balance=14, result=14}",
                        "notices [] faults []"),
                output);
    }

    @Test
    void withoutItsRuntimeTheAgentDisablesItself() throws Exception {
        Path agent = jar(temporary.resolve("agent.jar"), classes(Agent.class), "dev.oraculum.agent.PreMain");
        List<String> output =
                run(Jdks.installed().get(0).tool("java").toString(), "-javaagent:" + agent, "-version");
        assertTrue(output.get(0).startsWith("oraculum: the agent is disabled:"), output::toString);
        assertTrue(output.size() > 1, "the JVM runs on");
    }

    /** Compiles with the compiler of that JDK, to its newest class file version. */
    private byte[] compile(Jdks jdk, String source) throws Exception {
        Path directory = Files.createTempDirectory(temporary, "compiled");
        Path file = Files.writeString(directory.resolve("Account.java"), source);
        assertEquals(List.of(), run(jdk.tool("javac").toString(), "-g", file.toString()));
        byte[] classFile = Files.readAllBytes(directory.resolve("Account.class"));
        assertEquals(44 + jdk.version(), classFile[7], "class file version");
        return classFile;
    }

    private static StatePlan plan() {
        return new StatePlan(
                "Account",
                "deposit",
                "()I",
                1,
                List.of(new StatePlan.Exit(0, 6, 0)),
                List.of(),
                List.of(
                        new Root(RootKind.THIS, 0, "this", "LAccount;"),
                        new Root(RootKind.LOCAL, -1, "fee", "I"),
                        new Root(RootKind.RESULT, -1, "result", "I")),
                List.of(
                        new StatePlan.Variable("fee", 'I', Moment.EXIT, 1, List.of()),
                        new StatePlan.Variable(
                                "this.balance", 'I', Moment.EXIT, 0, List.of(Step.field("Account", "balance", "I"))),
                        new StatePlan.Variable("result", 'I', Moment.EXIT, 2, List.of())),
                StatePlan.Limits.DEFAULT);
    }

    /** The agent's jar in a folder, with that of the runtime beside it. */
    static Path agent(Path folder) throws Exception {
        jar(folder.resolve("oraculum-runtime.jar"), classes(Probes.class), null);
        return jar(folder.resolve("oraculum-agent.jar"), classes(Agent.class), "dev.oraculum.agent.PreMain");
    }

    /** What a program needs that uses the agent, itself included. */
    static String classPath(Class<?> program) throws Exception {
        List<String> all = new ArrayList<>();
        for (Class<?> of : List.of(RecordingKinds.class, program, ClassReader.class, ClassNode.class, Analyzer.class)) {
            all.add(classes(of).toString());
        }
        return String.join(File.pathSeparator, all);
    }

    static Path classes(Class<?> of) throws Exception {
        return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Packs a directory of classes (or copies a jar) into a jar, as the build does. */
    static Path jar(Path jar, Path classes, String premain) throws Exception {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (premain != null) {
            attributes.putValue("Premain-Class", premain);
            attributes.putValue("Can-Redefine-Classes", "true");
            attributes.putValue("Can-Retransform-Classes", "true");
        }
        if (!Files.isDirectory(classes)) {
            return Files.copy(classes, jar);
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                if (!name.startsWith("META-INF/")) {
                    zip.putNextEntry(new ZipEntry(name));
                    Files.copy(file, zip);
                }
            }
        }
        return jar;
    }

    static List<String> run(String... command) throws Exception {
        Process process =
                new ProcessBuilder(new ArrayList<>(List.of(command))).redirectErrorStream(true).start();
        List<String> output = process.inputReader().lines().toList();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "still runs");
        return output;
    }
}
