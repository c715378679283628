package dev.oraculum.changes;

import dev.oraculum.api.ProjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of Java files that differ from a revision.
 *
 * @param root of the repository
 * @param base the revision
 * @param lines by file, in the repository: lines, from 1, that were added or changed; of lines that are gone, the two around the place
 */
record GitChanges(Path root, String base, Map<String, BitSet> lines) {
    private static final Pattern HUNK = Pattern.compile("@@ -\\d+(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*");
    private static final long MINUTES = 2;

    /** @param asked changes elsewhere do not count */
    static GitChanges since(Path asked, String revision) {
        // The working folder has an empty path, which no process can be started in.
        Path folder = asked.toAbsolutePath();
        if (!Files.isDirectory(folder)) {
            throw new ProjectException("there is no folder " + folder + " to look for changes in");
        }
        Path root = Path.of(git(folder, "rev-parse", "--show-toplevel").strip());
        if (revision.isBlank() || revision.startsWith("-")) {
            throw noRevision(revision);
        }
        Answer commit = ask(folder, "rev-parse", "--verify", "-q", "--end-of-options", revision + "^{commit}");
        if (commit.exit() != 0) {
            throw noRevision(revision);
        }
        // What others did since the branch was made is no change of the branch.
        Answer fork = ask(folder, "merge-base", "HEAD", commit.out().strip());
        String base = fork.exit() == 0 ? fork.out().strip() : commit.out().strip();
        Map<String, BitSet> lines = new TreeMap<>();
        read(git(folder, "diff", "--no-color", "--no-ext-diff", "--no-textconv", "--unified=0", "--find-renames", "--src-prefix=a/",
                "--dst-prefix=b/", base, "--", ".").split("\n"), lines);
        lines.keySet().removeIf(file -> !file.endsWith(".java"));
        for (String file : git(folder, "ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", ".").split("\0")) {
            if (file.endsWith(".java")) {
                BitSet all = new BitSet();
                all.set(1, Integer.MAX_VALUE >> 8);
                lines.put(file, all);
            }
        }
        return new GitChanges(root, base, lines);
    }

    private static IllegalArgumentException noRevision(String revision) {
        return new IllegalArgumentException("the repository has no revision \"" + revision + "\": name a branch, a tag or a commit");
    }

    /** A patch without context; counts of lines say where a hunk ends, since its lines may look like anything. */
    static void read(String[] patch, Map<String, BitSet> lines) {
        BitSet file = null;
        for (int i = 0; i < patch.length; i++) {
            String line = patch[i];
            if (line.startsWith("+++ ")) {
                String name = unquoted(line.substring("+++ ".length()));
                file = name.startsWith("b/") ? lines.computeIfAbsent(name.substring("b/".length()), key -> new BitSet()) : null;
                continue;
            }
            Matcher hunk = HUNK.matcher(line);
            if (!hunk.matches()) {
                continue;
            }
            int gone = hunk.group(1) == null ? 1 : Integer.parseInt(hunk.group(1));
            int first = Integer.parseInt(hunk.group(2));
            int count = hunk.group(3) == null ? 1 : Integer.parseInt(hunk.group(3));
            if (file != null) {
                // Of lines that are gone git names the one before.
                file.set(Math.max(1, first), count == 0 ? first + 2 : first + count);
            }
            i += gone + count;
        }
    }

    /** Names with odd characters stand in quotes, as in C. */
    private static String unquoted(String name) {
        String text = name.strip();
        if (!text.startsWith("\"") || !text.endsWith("\"") || text.length() < 2) {
            // A tab ends a name with spaces.
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 1; i < text.length() - 1; i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 2 < text.length()) {
                char escaped = text.charAt(++i);
                plain.append(switch (escaped) {
                    case 't' -> '\t';
                    case 'n' -> '\n';
                    default -> escaped;
                });
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    /** How git ended, and what it said. */
    private record Answer(int exit, String out, String err) {}

    private static String git(Path folder, String... arguments) {
        Answer answer = ask(folder, arguments);
        if (answer.exit() != 0) {
            String said = answer.err().lines().findFirst().orElse("exit code " + answer.exit());
            throw new ProjectException("git cannot say what has changed in " + folder + ": " + said);
        }
        return answer.out();
    }

    private static Answer ask(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "--no-pager", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(Map.of("GIT_OPTIONAL_LOCKS", "0", "LC_ALL", "C.UTF-8"));
        Path said = null;
        try {
            said = Files.createTempFile("oraculum-git", ".err");
            Process git = builder.redirectError(said.toFile()).start();
            git.getOutputStream().close();
            String out = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!git.waitFor(MINUTES, TimeUnit.MINUTES)) {
                git.destroyForcibly();
                throw new ProjectException("git did not answer within " + MINUTES + " minutes: " + String.join(" ", command));
            }
            return new Answer(git.exitValue(), out, Files.readString(said));
        } catch (IOException e) {
            throw new ProjectException("git cannot be run, which says what has changed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("the run was cancelled");
        } finally {
            delete(said);
        }
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // It is in the folder for temporary files.
        }
    }
}
