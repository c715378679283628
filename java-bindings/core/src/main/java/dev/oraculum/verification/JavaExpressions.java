package dev.oraculum.verification;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;

/** Java expressions as the JDK's own parser sees them. */
public final class JavaExpressions {
    private static final String BEFORE = "class E { Object e = (\n";
    private static final String AFTER = "\n); }";

    private JavaExpressions() {}

    /** A parsed expression with what is needed to find its parts in the text. */
    private record Parsed(String source, CompilationUnitTree unit, ExpressionTree expression, SourcePositions positions) {
        int start(Tree tree) {
            return (int) positions.getStartPosition(unit, tree);
        }

        int end(Tree tree) {
            return (int) positions.getEndPosition(unit, tree);
        }
    }

    /**
     * Replaces the largest parts of an expression that are equal, but for white space, to a key of {@code replacements}.
     *
     * @param replacements Java expressions by the Java expressions they stand for
     * @throws IllegalArgumentException {@code expression} or a key is no Java expression
     */
    public static String replace(String expression, Map<String, String> replacements) {
        Map<String, String> byTree = new HashMap<>();
        replacements.forEach((key, value) -> byTree.put(key.equals("this") || isIdentifier(key) ? key : normalized(key), value));
        Parsed parsed = parse(expression);
        record Edit(int start, int end, String text) {}
        List<Edit> edits = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void unused) {
                if (tree instanceof ExpressionTree) {
                    String replacement = byTree.get(tree.toString());
                    if (replacement != null) {
                        edits.add(new Edit(parsed.start(tree), parsed.end(tree), replacement));
                        return null;
                    }
                }
                return super.scan(tree, unused);
            }
        }.scan(parsed.expression(), null);
        StringBuilder text = new StringBuilder(parsed.source());
        for (int i = edits.size() - 1; i >= 0; i--) {
            text.replace(edits.get(i).start(), edits.get(i).end(), edits.get(i).text());
        }
        return text.substring(BEFORE.length(), text.length() - AFTER.length());
    }

    /**
     * Gives the parameters of an expression's lambdas other names where theirs are taken: a lambda's parameter may not be called like a
     * local variable in whose scope it is (JLS 6.4).
     *
     * @param taken is added to
     */
    public static String renameParameters(String expression, Set<String> taken) {
        Parsed parsed = parse(expression);
        Map<String, String> names = new HashMap<>();
        record Edit(int start, String name) {}
        List<Edit> edits = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree tree, Void unused) {
                String name = tree.getName().toString();
                if (!names.containsKey(name)) {
                    String free = name;
                    while (!taken.add(free)) {
                        free += "_";
                    }
                    names.put(name, free);
                }
                return super.visitVariable(tree, unused);
            }
        }.scan(parsed.expression(), null);
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree tree, Void unused) {
                // A lambda's parameter without a type begins with its name.
                edits.add(new Edit(parsed.start(tree), tree.getName().toString()));
                return null;
            }

            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                if (names.containsKey(tree.getName().toString())) {
                    edits.add(new Edit(parsed.start(tree), tree.getName().toString()));
                }
                return null;
            }
        }.scan(parsed.expression(), null);
        edits.sort((a, b) -> Integer.compare(b.start(), a.start()));
        StringBuilder text = new StringBuilder(parsed.source());
        edits.forEach(edit -> text.replace(edit.start(), edit.start() + edit.name().length(), names.get(edit.name())));
        return text.substring(BEFORE.length(), text.length() - AFTER.length());
    }

    /** Names that the expression uses as they are: not behind a dot, no method names. {@code this} is not among them. */
    public static Set<String> identifiers(String expression) {
        Set<String> names = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree tree, Void unused) {
                names.add(tree.getName().toString());
                return null;
            }
        }.scan(parse(expression).expression(), null);
        names.remove("this");
        names.remove("super");
        return names;
    }

    /** Whether the text is a name, and not a keyword or literal. */
    public static boolean isIdentifier(String text) {
        return javax.lang.model.SourceVersion.isIdentifier(text) && !javax.lang.model.SourceVersion.isKeyword(text);
    }

    /** A string literal of Java. */
    public static String stringLiteral(String text) {
        StringBuilder literal = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            switch (c) {
                case '"', '\\' -> literal.append('\\').append(c);
                case '\n' -> literal.append("\\n");
                default -> literal.append(c < ' ' || c > '~' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return literal.append('"').toString();
    }

    private static String normalized(String expression) {
        return parse(expression).expression().toString();
    }

    private static Parsed parse(String expression) {
        String source = BEFORE + expression + AFTER;
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) JdkCompiler.get()
                .getTask(null, null, diagnostics, List.of("-proc:none"), null, List.of(new SourceText("E", source)));
        try {
            CompilationUnitTree unit = task.parse().iterator().next();
            if (JdkCompiler.firstError(diagnostics) != null) {
                throw new IllegalArgumentException("not a Java expression: " + expression + " (" + JdkCompiler.firstError(diagnostics)
                        + ")");
            }
            VariableTree field = (VariableTree) ((ClassTree) unit.getTypeDecls().get(0)).getMembers().get(0);
            ExpressionTree tree = ((ParenthesizedTree) field.getInitializer()).getExpression();
            return new Parsed(source, unit, tree, Trees.instance(task).getSourcePositions());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the compiler cannot read a string", e);
        }
    }
}
