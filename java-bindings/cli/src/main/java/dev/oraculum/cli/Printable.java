package dev.oraculum.cli;

/** Texts of files and of the code under test, such as names of tests, before a terminal sees them: control characters would be obeyed. */
final class Printable {
    private Printable() {}

    /** One line: control characters, line ends and what changes the direction of writing are shown as escapes. */
    static String line(String text) {
        return escape(text, false);
    }

    /** The same of several lines. */
    static String lines(String text) {
        return escape(text, true);
    }

    private static String escape(String text, boolean keepsLines) {
        StringBuilder shown = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = keepsLines && c == '\n' || c == '\t' || !isControl(c);
            if (!plain && shown == null) {
                shown = new StringBuilder(text.substring(0, i));
            }
            if (shown != null) {
                shown.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
        }
        return shown == null ? text : shown.toString();
    }

    private static boolean isControl(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
