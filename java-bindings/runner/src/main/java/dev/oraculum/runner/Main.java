package dev.oraculum.runner;

import dev.oraculum.api.Oraculum;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** {@code java .. Main ASK END}: does what the file ASK asks for, and writes to the file END how it ended. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        Thread job = Thread.currentThread();
        Thread watch = new Thread(() -> endWithBuild(job), "oraculum-build-watch");
        watch.setDaemon(true);
        watch.start();
        Oraculum.sweep();
        End end = new End();
        try {
            Jobs.run(Ask.read(Path.of(args[0])), end, new Said(new PrintStream(System.out, false, StandardCharsets.UTF_8)));
        } catch (RuntimeException | Error e) {
            end.failed(e);
        }
        end.write(Path.of(args[1]));
        System.exit(end.isFailure() ? 1 : 0);
    }

    /** The build holds the other end of the standard input: when that is gone, whoever wanted a result is gone too. */
    private static void endWithBuild(Thread job) {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever said there.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        job.interrupt();
    }
}
