package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** docs/reference has the options as the help has them; {@code -Doraculum.reference.update=true} writes it. */
class ReferenceTest {
    private static final boolean UPDATE = Boolean.getBoolean("oraculum.reference.update");
    private static final String MADE = "Made from the help of the command by `ReferenceTest`, which fails when it is not current.";

    static List<String> commands() {
        return HelpTest.commands();
    }

    private static Path folder() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("docs/reference"))) {
            at = at.getParent();
        }
        return at.resolve("docs/reference");
    }

    private static void compare(Path file, String text) throws IOException {
        if (UPDATE) {
            Files.writeString(file, text);
        }
        assertTrue(Files.exists(file), file + " is not there: run ReferenceTest with -Doraculum.reference.update=true");
        assertEquals(text, Files.readString(file), file + ": run ReferenceTest with -Doraculum.reference.update=true");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aPageHasTheOptionsOfItsCommand(String command) throws IOException {
        CommandSpec spec = SettingTexts.addTo(Main.commandLine().getSubcommands().get(command).getCommandSpec());
        StringBuilder page = new StringBuilder("# oraculum " + command + "\n\n" + MADE + "\n\n");
        page.append(Arrays.stream(spec.usageMessage().description()).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n\n")));
        List<PositionalParamSpec> files = spec.positionalParameters();
        if (!files.isEmpty()) {
            page.append("\n\n## Arguments\n\n| argument | |\n| --- | --- |");
            files.forEach(file -> page.append("\n| `").append(file.paramLabel()).append("` | ")
                    .append(cell(String.join(" ", file.description()))).append(" |"));
        }
        page.append("\n\n## Options\n\n| option | |\n| --- | --- |\n");
        spec.options().stream().filter(option -> !option.hidden()).sorted(Comparator.comparingInt(OptionSpec::order)).forEach(option ->
                page.append("| ").append(cell(names(option))).append(" | ").append(cell(description(option))).append(" |\n"));
        Map<String, String> codes = spec.usageMessage().exitCodeList();
        if (!codes.isEmpty()) {
            page.append("\n## Exit codes\n\n| code | |\n| ---: | --- |\n");
            codes.forEach((code, meaning) -> page.append("| ").append(code).append(" | ").append(cell(meaning)).append(" |\n"));
        }
        page.append("\n## Examples\n\n```\n");
        Arrays.stream(spec.usageMessage().footer()).forEach(line -> page.append(line.replace("$$", "$")).append('\n'));
        compare(folder().resolve(command + ".md"), wrapped(page.append("```\n").toString()));
    }

    @Test
    void theIndexHasEveryCommand() throws IOException {
        StringBuilder index = new StringBuilder("# Reference\n\n| command | |\n| --- | --- |\n");
        for (String command : commands()) {
            CommandLine line = Main.commandLine().getSubcommands().get(command);
            index.append("| [").append(command).append("](").append(command).append(".md) | ")
                    .append(line.getCommandSpec().usageMessage().description()[0]).append(" |\n");
        }
        index.append("\nFiles that commands read and write: [formats.md](../formats.md).\n");
        compare(folder().resolve("README.md"), index.toString());
        try (Stream<Path> files = Files.list(folder())) {
            List<String> pages = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .sorted()
                    .toList();
            assertEquals(commands().stream().map(name -> name + ".md").toList(), pages);
        }
    }

    private static String names(OptionSpec option) {
        String value = option.typeInfo().isBoolean() ? "" : " " + option.paramLabel();
        String names = Arrays.stream(option.names()).map(name -> "`" + name + "`").collect(Collectors.joining(", "));
        return names + (value.isEmpty() ? "" : " `" + value.strip() + "`");
    }

    private static String description(OptionSpec option) {
        String shown = option.initialValue() instanceof Enum<?> choice
                ? choice.name().toLowerCase(Locale.ROOT)
                : option.defaultValueString();
        return String.join(" ", option.description()).replace("${DEFAULT-VALUE}", String.valueOf(shown));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    /** Prose of at most 140 columns. */
    private static String wrapped(String page) {
        return page.lines()
                .flatMap(line -> line.startsWith("|") ? Stream.of(line) : Layout.fit(line, 140, 0).stream())
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
