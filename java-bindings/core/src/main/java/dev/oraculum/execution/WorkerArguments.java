package dev.oraculum.execution;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The arguments of a worker's JVM. */
final class WorkerArguments {
    private static final String MAIN_CLASS = "dev.oraculum.worker.Main";
    private static final String METASPACE = "1g";

    /**
     * When the JVM's second compiler takes up a method: by default after 5000 calls, or 15000 calls and iterations, or 40000 iterations in
     * one call. Most workers end before that pays: a fifth of the CPU of short runs went into it. Fifty times as much is still less than a
     * tenth of a second of a loop that computes, so that tests which compute for minutes have it too. Measured:
     * docs/results/performance.md.
     */
    private static final List<String> SECOND_COMPILER_LATER = List.of(
            "-XX:Tier4InvocationThreshold=250000",
            "-XX:Tier4MinInvocationThreshold=30000",
            "-XX:Tier4CompileThreshold=750000",
            "-XX:Tier4BackEdgeThreshold=2000000");

    private WorkerArguments() {}

    /** All arguments go into a file: class paths outgrow command lines, and paths may contain spaces. */
    static Path write(ExecutionSettings settings, List<Path> classPath, WorkerFolder folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-javaagent:" + settings.installation().agentJar().toAbsolutePath(),
                "-Xmx" + settings.heapMegabytes() + "m",
                // Far more than programs need. Without a bound, code that defines classes for ever takes all of the machine's memory.
                "-XX:MaxMetaspaceSize=" + METASPACE,
                "-XX:ErrorFile=" + folder.errorFile(),
                // A file of each JVM in the folder for temporary files of all, which a JVM that is killed leaves behind.
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + folder.temporary(),
                "-XX:-CreateCoredumpOnCrash",
                // A counted loop without safepoints holds up the kill switch and every stack trace; only some collectors
                // ask for them by default.
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UseCountedLoopSafepoints",
                "-XX:LoopStripMiningIter=1000",
                "--enable-native-access=ALL-UNNAMED",
                // The tests run as Surefire and Gradle run them: with assertions.
                "-ea",
                "-Djava.awt.headless=true",
                // The same dates and numbers on every machine; an argument of the user overrides this.
                "-Duser.language=en",
                "-Duser.country=US",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8"));
        if (settings.jvmArguments().stream().noneMatch(argument -> argument.matches("-XX:\\+Use\\w+GC"))) {
            // Several small JVMs at once: collector threads would fight for the processors.
            arguments.add("-XX:+UseSerialGC");
        }
        arguments.addAll(SECOND_COMPILER_LATER);
        arguments.addAll(settings.jvmArguments());
        arguments.add("-cp");
        arguments.add(Stream.concat(classPath.stream(), Stream.of(settings.installation().workerJar()))
                .map(path -> path.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        arguments.add(MAIN_CLASS);
        arguments.add(folder.invitation().toString());
        Path file = folder.arguments();
        Charset encoding = Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
        Files.write(file, arguments.stream().map(WorkerArguments::quote).toList(), encoding);
        return file;
    }

    private static String quote(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r") + '"';
    }
}
