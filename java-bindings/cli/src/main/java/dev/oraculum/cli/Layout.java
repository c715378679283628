package dev.oraculum.cli;

import java.util.ArrayList;
import java.util.List;

/** Lines that fit a terminal: broken between words, within a name only where it alone is too long, never inside a string literal. */
final class Layout {
    /** Behind these a name may be broken. */
    private static final String SOFT = ".,;:/#(=|&-_";
    private static final int STEP = 2;

    private Layout() {}

    /**
     * A line of a label and a text, or an indented one: what goes on in the next line stands below the text.
     *
     * @param width columns, {@link Terminal#UNLIMITED} to leave it as it is
     */
    static List<String> fit(String line, int width) {
        return width(line) <= width ? List.of(line) : fit(line, width, hang(line, width));
    }

    /**
     * The same with the indentation of all lines but the first.
     *
     * @param deepest of a narrow line less
     * @return at least one line, none wider
     */
    static List<String> fit(String line, int width, int deepest) {
        int hang = Math.min(deepest, Math.max(0, width - STEP));
        List<String> lines = new ArrayList<>();
        String rest = line;
        String indent = "";
        while (width(indent) + width(rest) > width) {
            int end = end(rest, width - width(indent), indent.isEmpty() ? hang : 0);
            lines.add((indent + rest.substring(0, end)).stripTrailing());
            rest = rest.substring(end).stripLeading();
            indent = " ".repeat(hang);
        }
        if (!rest.isEmpty() || lines.isEmpty()) {
            lines.add(indent + rest);
        }
        return lines;
    }

    /** Columns that a text takes: East Asian characters take two, combining marks none. */
    static int width(String text) {
        return text.codePoints().map(Layout::width).sum();
    }

    private static int width(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
            return 0;
        }
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> 2;
            default -> codePoint >= 0xFF01 && codePoint <= 0xFF60 ? 2 : 1;
        };
    }

    /** How many characters of a text come into a line. */
    private static int end(String text, int room, int from) {
        int fits = 0;
        for (int columns = 0; fits < text.length(); fits += Character.charCount(text.codePointAt(fits))) {
            columns += width(text.codePointAt(fits));
            if (columns > room) {
                break;
            }
        }
        int word = -1;
        int operator = -1;
        int depth = 0;
        int operatorDepth = Integer.MAX_VALUE;
        int soft = -1;
        boolean quoted = false;
        for (int i = 0; i <= fits && i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == '"' && (i == 0 || text.charAt(i - 1) != '\\')) {
                quoted = !quoted;
            } else if (c == ' ' && !quoted && i > from && !unit(text, i + 1)) {
                word = i;
                // Outside of as many parentheses as can be, and not near the start of the line.
                if ((text.startsWith(" && ", i) || text.startsWith(" || ", i)) && i > room / 3 && depth <= operatorDepth) {
                    operator = i;
                    operatorDepth = depth;
                }
            } else if (!quoted && i > from && i < fits && SOFT.indexOf(c) >= 0 && breaks(text, i)) {
                soft = i + 1;
            }
        }
        // A condition is read by its operators.
        if (operator > 0) {
            return operator;
        }
        if (word > 0) {
            return word;
        }
        return soft > 0 ? soft : Math.max(1, fits);
    }

    /** Seconds stay with their number. */
    private static boolean unit(String text, int at) {
        return text.startsWith("s", at) && (at + 1 == text.length() || ",);".indexOf(text.charAt(at + 1)) >= 0);
    }

    /** Numbers and operators of two signs stay whole. */
    private static boolean breaks(String text, int at) {
        return at + 1 < text.length() && Character.isJavaIdentifierStart(text.charAt(at + 1));
    }

    /** Where the text of a line begins, behind what looks like a label: below it the next line goes on. */
    private static int hang(String line, int width) {
        int leading = line.length() - line.stripLeading().length();
        int hang = leading + STEP;
        int limit = Math.min(line.length() - 2, width / 2);
        if (line.startsWith("[")) {
            int end = line.indexOf("] ");
            return end > 0 && end < limit ? end + 2 : hang;
        }
        for (int i = leading; i < limit; i++) {
            if (line.charAt(i) == ' ' && line.charAt(i + 1) == ' ' && line.charAt(i + 2) != ' ') {
                hang = i + 2;
            }
        }
        return hang > width / 2 ? leading + STEP : hang;
    }
}
