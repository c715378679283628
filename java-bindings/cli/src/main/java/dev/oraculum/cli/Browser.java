package dev.oraculum.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The user's browser, by the command that the system has for opening things. */
final class Browser {
    private Browser() {}

    /** @return why it cannot be started, in words for the user; empty: it was */
    static Optional<String> open(Path page) {
        String command = command(System.getProperty("os.name")).get(0);
        try {
            new ProcessBuilder(commandLine(System.getProperty("os.name"), page)).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no browser can be started, since " + command + " is missing: open " + page + " yourself");
        }
    }

    static List<String> commandLine(String system, Path page) {
        List<String> command = new ArrayList<>(command(system));
        command.add(page.toAbsolutePath().normalize().toUri().toString());
        return command;
    }

    private static List<String> command(String system) {
        String name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return List.of("rundll32", "url.dll,FileProtocolHandler");
        }
        return List.of(name.startsWith("mac") ? "open" : "xdg-open");
    }
}
