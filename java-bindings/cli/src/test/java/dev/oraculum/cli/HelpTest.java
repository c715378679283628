package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static final int COLUMNS = 80;

    static List<String> commands() {
        return Main.commandLine().getSubcommands().keySet().stream().filter(name -> !name.equals("help")).sorted().toList();
    }

    private static String help(String command) {
        return Main.commandLine().setUsageHelpWidth(COLUMNS).getSubcommands().get(command).getUsageMessage();
    }

    /** The commands of the examples, a line each, as a shell would join them. */
    private static List<String> examples(String command) {
        String help = help(command);
        String footer = help.substring(help.lastIndexOf("\nExample"));
        return footer.replaceAll("\\\\\n\\s*", "").lines().map(String::strip).filter(line -> line.startsWith("oraculum ")).toList();
    }

    private static String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher matcher = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)").matcher(line);
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return words.subList(1, words.size()).toArray(String[]::new);
    }

    /** A start makes only the command that it needs. */
    @ParameterizedTest
    @MethodSource("commands")
    void aCommandAloneIsAsItIsAmongAll(String command) {
        CommandLine alone = Main.commandLine(Main.needed(command, "--classpath", "select")).setUsageHelpWidth(COLUMNS);
        assertEquals(Set.of(command), alone.getSubcommands().keySet());
        assertEquals(command, alone.getSubcommands().get(command).getCommandName());
        assertEquals(help(command), alone.getSubcommands().get(command).getUsageMessage());
        CommandSpec spec = alone.getSubcommands().get(command).getCommandSpec();
        assertEquals(command, spec.userObject().getClass().getAnnotation(CommandLine.Command.class).name());
    }

    @Test
    void allCommandsAreMadeWhereAnyMayBeMeant() {
        for (String[] words : new String[][] {{}, {"help", "improve"}, {"--help"}, {"--version"}, {"imprve"}}) {
            assertEquals(Main.commandLine().getSubcommands().keySet(), Main.needed(words));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void examplesCanBePasted(String command) {
        List<String> examples = examples(command);
        assertFalse(examples.isEmpty());
        for (String example : examples) {
            Main.commandLine().parseArgs(words(example));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void defaultsAreShownAsTheyAreTyped(String command) {
        for (OptionSpec option : Main.commandLine().getSubcommands().get(command).getCommandSpec().options()) {
            if (option.initialValue() instanceof Enum<?> choice && String.join("", option.description()).contains("${DEFAULT-VALUE}")) {
                String shown = help(command);
                assertFalse(shown.contains("default: " + choice.name() + "."), option.longestName() + ": " + choice);
                Main.commandLine().parseArgs(command, option.longestName(), choice.name().toLowerCase(java.util.Locale.ROOT));
            }
        }
        assertTrue(help(command).lines().allMatch(line -> line.length() <= COLUMNS), help(command));
    }

    @Test
    void aCommandWithoutMutantsHasNoOptionsOfMutants() {
        for (String command : List.of("infer", "select", "rank", "check")) {
            for (String option : List.of("--mutators", "--mutate", "--after-failure", "--allow", "--evidence", "--resume")) {
                assertFalse(help(command).contains(option + "="), command + " " + option);
            }
        }
        assertTrue(help("improve").contains("--mutators="));
    }

    @Test
    void aWrongChoiceIsAnsweredWithWhatCanBeTyped() {
        StringWriter err = new StringWriter();
        assertEquals(2, Main.commandLine().setErr(new PrintWriter(err, true)).execute("improve", "--preset", "papr"));
        assertTrue(err.toString().contains("expected one of default, paper but was 'papr'; did you mean paper?"), err.toString());
    }

    /** Options of settings have theirs from the schema: a key that names none would leave them silent. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionSaysWhatItIs(String command) {
        for (OptionSpec option : SettingTexts.addTo(Main.commandLine().getSubcommands().get(command).getCommandSpec()).options()) {
            assertFalse(String.join("", option.description()).isBlank(), command + " " + option.longestName());
        }
    }

    @Test
    void aPackageIsTheSameInEveryCommand() {
        for (String command : List.of("improve", "infer", "select")) {
            OptionSpec option = Main.commandLine().getSubcommands().get(command).getCommandSpec().findOption("--package");
            assertTrue(option.description()[0].endsWith("the classes of these packages and their sub-packages."), option.description()[0]);
            assertEquals("NAME", option.paramLabel());
        }
        assertTrue(new CommandLine(new RankCommand()).getCommandSpec().findOption("--package") == null);
    }
}
