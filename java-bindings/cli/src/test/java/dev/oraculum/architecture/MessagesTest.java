package dev.oraculum.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The library names settings as its API does; what options there are only the command line knows. */
class MessagesTest {
    private static final List<String> LIBRARY = List.of("runtime", "kinds", "agent", "worker", "core");

    private static final Pattern OPTION = Pattern.compile("--[a-z]+(-[a-z]+)*");

    /** Options of other programs, which are started with them, by the program. */
    private static final Map<String, List<String>> OF_OTHERS = Map.of(
            "java", List.of("--enable-native-access", "--add-opens", "--add-exports"),
            "javac and cargo", List.of("--release"),
            "oraculum-guard", List.of("--sweep", "--kill"),
            "bwrap", List.of("--ro-bind", "--dev", "--proc", "--bind", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--cap-drop",
                    "--die-with-parent", "--new-session"),
            "git", List.of("--show-toplevel", "--verify", "--end-of-options", "--no-color", "--no-ext-diff", "--no-textconv", "--unified",
                    "--find-renames", "--src-prefix", "--dst-prefix", "--others", "--exclude-standard", "--full-name", "--no-pager"));

    private static List<String> optionsIn(List<? extends JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : ((JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, sources)).parse()) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitLiteral(LiteralTree literal, Void none) {
                    if (literal.getValue() instanceof String text) {
                        Matcher option = OPTION.matcher(text);
                        while (option.find()) {
                            if (OF_OTHERS.values().stream().noneMatch(options -> options.contains(option.group()))) {
                                found.add(unit.getSourceFile().getName() + ": " + option.group());
                            }
                        }
                    }
                    return null;
                }
            }.scan(unit, null);
        }
        return found;
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    private static Stream<Path> files(String module) {
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theLibraryNamesNoOptionOfTheCommandLine() throws IOException {
        List<Path> files = LIBRARY.stream().flatMap(MessagesTest::files).toList();
        assertTrue(files.size() > 200, files.size() + " files");
        List<JavaFileObject> sources = new ArrayList<>();
        for (Path file : files) {
            sources.add(source(file.getFileName().toString(), Files.readString(file)));
        }
        assertEquals(List.of(), optionsIn(sources), "name the setting by its API name; Remedies of the command line names its option");
    }

    @Test
    void anOptionInAMessageIsFound() throws IOException {
        String planted = "class C { // --comment\n String s = \"look at --tests\" + \"-- and\" + \"--release\"; String t = \"\"\"\n "
                + " see --jvm\n  \"\"\"; }";
        assertEquals(List.of("/C.java: --tests", "/C.java: --jvm"), optionsIn(List.of(source("C.java", planted))));
    }
}
