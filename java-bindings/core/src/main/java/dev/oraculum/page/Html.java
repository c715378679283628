package dev.oraculum.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Writes HTML that is well-formed XML. Tags and attributes are written as they are given, which is for constants of the program; all that
 * comes from elsewhere goes through {@link #text}.
 */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();
    private int captions;

    /** Markup without an end tag: a declaration, or a style sheet. */
    Html constant(String markup) {
        out.append(markup);
        return this;
    }

    /** @param attributes names and values by turns */
    Html open(String tag, String... attributes) {
        start(tag, attributes).append('>');
        open.push(tag);
        return this;
    }

    /** An element that never has content, as {@code meta}. */
    Html empty(String tag, String... attributes) {
        start(tag, attributes).append("/>\n");
        return this;
    }

    private StringBuilder start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"").append(escaped(attributes[i + 1])).append('"');
        }
        return out;
    }

    /** Ends the element that was opened last. */
    Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append('>');
        if (!tag.equals("code") && !tag.equals("span") && !tag.equals("a")) {
            out.append('\n');
        }
        return this;
    }

    /** Text, whatever is in it. */
    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** An element that has nothing but text. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Code within a line. */
    Html code(String text) {
        return element("code", text);
    }

    /** A paragraph. */
    Html paragraph(String text) {
        return element("p", text);
    }

    /** A heading of a level from 1 to 6. */
    Html heading(int level, String text, String... attributes) {
        return element("h" + level, text, attributes);
    }

    /** Opens what a reader can fold away; {@link #close} ends it. */
    Html details(String summary) {
        return open("details").element("summary", summary);
    }

    /**
     * A list of names and values that can be folded away; nothing if there are none.
     *
     * @param pairs names and values by turns; a value that is null is left out
     */
    Html facts(String summary, String... pairs) {
        boolean any = false;
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null && !any) {
                details(summary).open("dl");
                any = true;
            }
            if (pairs[i + 1] != null) {
                element("dt", pairs[i]).element("dd", pairs[i + 1]);
            }
        }
        return any ? close().close() : this;
    }

    /** A list of sentences; nothing if there are none. */
    Html list(List<String> items) {
        if (!items.isEmpty()) {
            open("ul");
            items.forEach(item -> element("li", item));
            close();
        }
        return this;
    }

    /**
     * Opens a table in a box of its own, which scrolls where the table is wider than the page; {@link #endTable} ends it. Rows follow.
     *
     * @param columns headings of the columns; of those that have numbers with {@code #} at the end
     */
    Html table(String caption, String... columns) {
        captions++;
        String id = "table-" + captions;
        // A box that scrolls takes the keyboard's arrows only where it can have the focus, and needs a name then. It is a group and no
        // region: regions are landmarks to jump to, whose names must differ, and a page has the same tables for each method.
        open("div", "class", "scroll", "role", "group", "tabindex", "0", "aria-labelledby", id).open("table");
        element("caption", caption, "id", id).open("thead").open("tr");
        for (String column : columns) {
            boolean number = column.endsWith("#");
            String name = number ? column.substring(0, column.length() - 1) : column;
            element("th", name, number ? new String[] {"scope", "col", "class", "number"} : new String[] {"scope", "col"});
        }
        return close().close().open("tbody");
    }

    Html endTable() {
        return close().close().close();
    }

    /** A row of a table of figures; nothing if there is no number. */
    Html figure(String what, String number) {
        return number == null ? this : open("tr").element("th", what, "scope", "row").number(number).close();
    }

    /** A cell with a number; null: it is empty. */
    Html number(String number) {
        return element("td", number == null ? "" : number, "class", "number");
    }

    /** A cell with text; null: it is empty. */
    Html cell(String text) {
        return element("td", text == null ? "" : text);
    }

    /** A cell with a sentence, which needs room; null: it is empty. */
    Html sentence(String text) {
        return element("td", text == null ? "" : text, "class", "wide");
    }

    /** A cell with code; null: it is empty. */
    Html codeCell(String text) {
        open("td");
        return (text == null ? this : code(text)).close();
    }

    /** The first cell of a row, which names it, with code. */
    Html rowCode(String text) {
        return open("th", "scope", "row").code(text == null ? "" : text).close();
    }

    /** The page. All that was opened has to be closed. */
    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    /**
     * Text as XML and HTML both read it as text. Characters that a reader cannot see, that change the direction of writing, or that XML
     * has no place for, are shown by their numbers, as Java writes them; line ends and tabulators stay.
     */
    static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> shown.append("&amp;");
                case '<' -> shown.append("&lt;");
                case '>' -> shown.append("&gt;");
                case '"' -> shown.append("&quot;");
                case '\'' -> shown.append("&#39;");
                case '\n', '\t' -> shown.append((char) c);
                default -> {
                    if (isVisible(c)) {
                        shown.appendCodePoint(c);
                    } else {
                        for (char unit : Character.toChars(c)) {
                            shown.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                        }
                    }
                }
            }
        });
        return shown.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            // Half of a pair without the other is a surrogate still.
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> false;
            default -> (c & 0xfffe) != 0xfffe;
        };
    }
}
