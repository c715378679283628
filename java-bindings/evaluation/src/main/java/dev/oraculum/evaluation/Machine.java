package dev.oraculum.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What times were measured on. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        String cpu = System.getProperty("os.arch");
        try {
            cpu = Files.readAllLines(Path.of("/proc/cpuinfo")).stream().filter(l -> l.startsWith("model name")).findFirst()
                    .map(l -> l.substring(l.indexOf(':') + 2)).orElse(cpu);
        } catch (IOException e) {
            // Not Linux: the architecture has to do.
        }
        return cpu + ", " + Runtime.getRuntime().availableProcessors() + " cores, Java " + Runtime.version();
    }
}
