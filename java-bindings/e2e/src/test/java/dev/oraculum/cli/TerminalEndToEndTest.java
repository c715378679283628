package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees: the command on a pseudo-terminal of some width. */
@DisabledOnOs(value = {OS.WINDOWS, OS.MAC}, disabledReason = "script(1) has other options there")
class TerminalEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject basics;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
    }

    private static List<String> screen(int columns, String script) throws IOException, InterruptedException {
        Screen.Shown shown = Screen.run(folder, columns, script);
        assertEquals(0, shown.exitCode(), shown.toString());
        return shown.lines();
    }

    @Test
    void tablesFitTheTerminal() throws Exception {
        String select = "oraculum select --classpath " + basics.classes();
        List<String> narrow = screen(44, select);
        assertTrue(narrow.stream().anyMatch(line -> line.contains("Calc.")), narrow.toString());
        assertTrue(narrow.stream().allMatch(line -> line.length() <= 44), String.join("\n", narrow));
        List<String> wide = screen(120, select);
        assertTrue(wide.stream().anyMatch(line -> line.matches(" +capability +variable +defined at +observes")), String.join("\n", wide));
    }

    @Test
    @SameOnEveryJdk
    void aTerminalMayBeResizedWhileTheCommandRuns() throws Exception {
        List<String> lines = screen(120, "(until grep -q analysing \"$TYPESCRIPT\"; do sleep 0.1; done; stty cols 50 < /dev/tty) &\n"
                + "oraculum improve --classpath " + basics.classes() + " --tests '" + basics.tests()
                + "' --method 'pkg.Calc#min' --seed 1\n"
                + "wait");
        int result = lines.indexOf("pkg.Calc#min(int,int)");
        assertTrue(result > 0, String.join("\n", lines));
        List<String> shown = lines.subList(result, lines.size());
        assertTrue(shown.stream().allMatch(line -> line.length() <= 50), String.join("\n", shown));
        assertTrue(shown.stream().anyMatch(line -> line.startsWith("verified  compiled by the JDK")), String.join("\n", shown));
        assertEquals("", shown.stream().filter(line -> line.contains("\u001b")).collect(Collectors.joining()));
    }
}
