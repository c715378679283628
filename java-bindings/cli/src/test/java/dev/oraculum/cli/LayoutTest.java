package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
    private static final List<String> LINES = List.of(
            "verified  compiled by the JDK's compiler; evaluated in the JVM on 9 states, 0 disagreements with the engine",
            "            assert result <= 1 && result >= -1 && (x || result <= 0) && (y || result >= 0) && (x == y) == (result == 0);",
            "[   0.5 s] analysing the method: org.apache.commons.lang3.BooleanUtils#compare(boolean,boolean): 5 variables, 2 exits",
            "  old_str == null || \"\".equals(old_str_text) || \"a b\".equals(old_str_text) || \"abc\".equals(old_str_text)",
            "warning: 2 methods (CharUtils#isHex(char), CharUtils#isOctal(char)): no test reaches it; name others with --test-class");

    private static String joined(List<String> lines) {
        return lines.stream().map(String::strip).collect(Collectors.joining(" ")).replace(" ", "");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 120, Terminal.UNLIMITED})
    void linesFitAndNothingIsLost(int width) {
        for (String line : LINES) {
            List<String> fitted = Layout.fit(line, width);
            assertTrue(fitted.stream().allMatch(part -> Layout.width(part) <= width), fitted.toString());
            assertEquals(line.replace(" ", ""), joined(fitted));
        }
    }

    @Test
    void whatGoesOnStandsBelowTheText() {
        assertEquals(List.of("search    ended with a perfect", "          assertion after 50", "          generations, seed 1"),
                Layout.fit("search    ended with a perfect assertion after 50 generations, seed 1", 30));
        assertEquals(List.of("[   0.4 s] running the tests on", "           the original program"),
                Layout.fit("[   0.4 s] running the tests on the original program", 32));
    }

    @Test
    void conditionsAreBrokenAtOperatorsOutsideOfParentheses() {
        assertEquals(List.of("  result <= 1 && (x || result <= 0)", "    && (y || result >= 0)"),
                Layout.fit("  result <= 1 && (x || result <= 0) && (y || result >= 0)", 48));
    }

    @Test
    void aStringLiteralStaysWhole() {
        assertEquals(List.of("assert name.equals(", "  \"two words\");"), Layout.fit("assert name.equals( \"two words\");", 24));
    }

    @Test
    void aLongNameIsBrokenAtItsParts() {
        assertEquals(List.of("org.apache.commons.lang3.", " tuple.ImmutablePair.", " of:112"),
                Layout.fit("org.apache.commons.lang3.tuple.ImmutablePair.of:112", 26, 1));
    }

    @Test
    void secondsStayWithTheirNumber() {
        assertEquals(List.of("time      facts", "          0.3 s"), Layout.fit("time      facts 0.3 s", 18, 10));
    }

    @Test
    void widthsAreColumnsOfATerminal() {
        assertEquals(4, Layout.width("\u6f22\u5b57"));
        assertEquals(1, Layout.width("e\u0301"));
        assertEquals(List.of("\u6f22\u5b57", "\u6f22\u5b57"), Layout.fit("\u6f22\u5b57\u6f22\u5b57", 5, 0));
    }

    /** Of any text, at any width: it ends, fits and keeps every character. */
    @Test
    void anyTextFits() {
        Random random = new Random(1);
        String signs = "ab.,:#( \"\\&|-=)\u6f22 ";
        for (int i = 0; i < 20_000; i++) {
            String text = random.ints(random.nextInt(60), 0, signs.length())
                    .mapToObj(k -> signs.substring(k, k + 1))
                    .collect(Collectors.joining());
            int width = 4 + random.nextInt(40);
            List<String> fitted = Layout.fit(text, width);
            assertEquals(text.replace(" ", ""), joined(fitted), text);
            assertTrue(fitted.stream().allMatch(part -> Layout.width(part) <= width), () -> width + ": '" + text + "' " + fitted);
        }
    }
}
