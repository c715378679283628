package dev.oraculum.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Stands in the place of the command line: says what it was given, and ends as it is told. */
public final class Main {
    private Main() {}

    /** Arguments: {@code end STATUS}; {@code result RUN ..}, which writes the file behind {@code --json}; or {@code wait}. */
    public static void main(String[] arguments) throws Exception {
        System.out.println("given " + String.join(" ", arguments) + " in " + Path.of("").toAbsolutePath());
        if (arguments[0].equals("end")) {
            System.exit(Integer.parseInt(arguments[1]));
        } else if (arguments[0].equals("wait")) {
            System.out.println("process " + ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }
        String result = "{\"shard\": {\"run\": \"" + arguments[1] + "\", \"all\": 3}, \"given\": \"" + String.join(" ", arguments) + "\"}";
        Files.writeString(Path.of(arguments[Arrays.asList(arguments).indexOf("--json") + 1]), result);
    }
}
