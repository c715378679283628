package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.GnuParser;
import org.apache.commons.cli.HelpFormatter;
import org.apache.commons.cli.MissingOptionException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.OptionBuilder;
import org.apache.commons.cli.OptionGroup;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.PosixParser;
import org.junit.jupiter.api.Test;

/** What a program does with commons-cli: options, parsing in two styles, help. */
class OptionsTest {
    private static Options options() {
        Options options = new Options();
        options.addOption("v", "verbose", false, "say more");
        options.addOption("o", "output", true, "where to write");
        Option level = new Option("l", "level", true, "how much");
        level.setArgName("n");
        options.addOption(level);
        return options;
    }

    @Test
    void parsesShortOptions() throws Exception {
        CommandLine line = new PosixParser().parse(options(), new String[] {"-v", "-o", "file", "rest"});
        assertTrue(line.hasOption("v"));
        assertEquals("file", line.getOptionValue("o"));
        assertEquals(1, line.getArgs().length);
    }

    @Test
    void parsesBurstAndLongOptions() throws Exception {
        CommandLine line = new PosixParser().parse(options(), new String[] {"-vl3", "--output=out.txt", "--", "-x"});
        assertTrue(line.hasOption("verbose"));
        assertEquals("3", line.getOptionValue("level"));
        assertEquals("out.txt", line.getOptionValue('o'));
        assertEquals("-x", line.getArgList().get(0));
    }

    @Test
    void parsesGnuStyle() throws Exception {
        CommandLine line = new GnuParser().parse(options(), new String[] {"-ofile", "--level", "7", "a", "b"});
        assertFalse(line.hasOption("v"));
        assertEquals("file", line.getOptionValue("output"));
        assertEquals("7", line.getOptionValue("l", "0"));
        assertEquals("none", line.getOptionValue("z", "none"));
        assertEquals(2, line.getArgs().length);
    }

    @Test
    void missingRequiredOption() {
        Options options = options();
        Option required = new Option("r", "required", true, "must be there");
        required.setRequired(true);
        options.addOption(required);
        assertThrows(MissingOptionException.class, () -> new PosixParser().parse(options, new String[] {"-v"}));
    }

    @Test
    void groupsAndBuilder() throws Exception {
        OptionGroup group = new OptionGroup();
        group.addOption(new Option("a", "first"));
        group.addOption(new Option("b", "second"));
        Options options = options();
        options.addOptionGroup(group);
        OptionBuilder.withLongOpt("define");
        OptionBuilder.hasArgs(2);
        OptionBuilder.withValueSeparator('=');
        options.addOption(OptionBuilder.create('D'));
        CommandLine line = new PosixParser().parse(options, new String[] {"-b", "-Dkey=value"});
        assertTrue(line.hasOption("b"));
        assertEquals(2, line.getOptionValues("D").length);
        assertEquals("b", group.getSelected());
    }

    @Test
    void helpIsWrapped() {
        StringWriter text = new StringWriter();
        new HelpFormatter().printHelp(new PrintWriter(text), 40, "tool [options]", "A header that is longer than one line of forty.", options(), 2, 3, "footer", true);
        assertTrue(text.toString().contains("--verbose"));
        assertTrue(text.toString().lines().allMatch(line -> line.length() <= 40));
    }
}
