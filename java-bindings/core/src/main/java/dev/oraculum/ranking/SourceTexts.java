package dev.oraculum.ranking;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Statements of test classes as they are written, found by package and name of the source file. */
public final class SourceTexts {
    private static final int LONGEST = 400;
    private static final int MOST_LINES = 20;

    private final List<Path> folders;
    private final Map<String, List<String>> files = new HashMap<>();

    /** @param folders that have the packages' folders in them */
    public SourceTexts(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /**
     * The path of a class's source below its folder: {@code pkg/CTest.java}.
     *
     * @param className internal name
     * @param sourceFile as the class file says; null: it does not
     * @return null without a source file
     */
    public static String path(String className, String sourceFile) {
        return sourceFile == null ? null : className.substring(0, className.lastIndexOf('/') + 1) + sourceFile;
    }

    /**
     * The statement that begins in a line, in one line, spaces and line breaks as one space each.
     *
     * @param file as {@link #path} says; null: unknown
     * @param line from 1; less: unknown
     * @return null if there is no such file or line
     */
    public String statement(String file, int line) {
        List<String> lines = file == null ? List.of() : files.computeIfAbsent(file, this::read);
        if (line < 1 || line > lines.size()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        Scanner scanner = new Scanner();
        for (int i = line - 1; i < Math.min(lines.size(), line - 1 + MOST_LINES); i++) {
            boolean ended = scanner.append(lines.get(i), text);
            if (ended || text.length() > LONGEST) {
                break;
            }
            text.append(' ');
        }
        String found = text.toString().strip().replaceAll("\\s+", " ");
        return found.isEmpty() ? null : found.length() > LONGEST ? found.substring(0, LONGEST) + " .." : found;
    }

    private List<String> read(String file) {
        for (Path folder : folders) {
            Path path = folder.resolve(file);
            if (Files.isRegularFile(path)) {
                try {
                    // Whatever the encoding: what is no ASCII may look odd, but never fails.
                    return new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList();
                } catch (IOException e) {
                    return List.of();
                }
            }
        }
        return List.of();
    }

    /** Looks for the semicolon that ends a statement, past those in literals, comments and lambda bodies. */
    private static final class Scanner {
        private int depth;
        private boolean inBlockComment;

        /** @return whether the statement ends in this line */
        boolean append(String line, StringBuilder text) {
            char quote = 0;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                char next = i + 1 < line.length() ? line.charAt(i + 1) : 0;
                if (inBlockComment) {
                    if (c == '*' && next == '/') {
                        inBlockComment = false;
                        i++;
                    }
                    continue;
                }
                if (quote == 0 && c == '/' && next == '/') {
                    return false;
                }
                if (quote == 0 && c == '/' && next == '*') {
                    inBlockComment = true;
                    i++;
                    continue;
                }
                text.append(c);
                if (quote != 0) {
                    if (c == '\\' && next != 0) {
                        text.append(next);
                        i++;
                    } else if (c == quote) {
                        quote = 0;
                    }
                } else if (c == '"' || c == '\'') {
                    quote = c;
                } else if (c == '(' || c == '{' || c == '[') {
                    depth++;
                } else if (c == ')' || c == '}' || c == ']') {
                    depth--;
                } else if (c == ';' && depth <= 0) {
                    return true;
                }
            }
            return false;
        }
    }
}
