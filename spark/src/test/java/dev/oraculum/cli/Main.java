package dev.oraculum.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** Stands in the place of the command line: says what it was given, and ends as it is told. */
public final class Main {
    private Main() {}

    /** Arguments: {@code end STATUS}, or {@code wait FILE}, which gets the number of this process. */
    public static void main(String[] arguments) throws Exception {
        System.out.println("given " + String.join(" ", arguments) + " in " + Path.of("").toAbsolutePath());
        if (arguments[0].equals("end")) {
            System.exit(Integer.parseInt(arguments[1]));
        }
        Files.writeString(Path.of(arguments[1]), Long.toString(ProcessHandle.current().pid()));
        Thread.sleep(Long.MAX_VALUE);
    }
}
