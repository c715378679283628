package randomtests;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * How this generator sees what its tests reach: each condition of the class's source text is put into a call of {@link Reached#at}. Any
 * other way will do as well; class files and their line numbers are those of the unchanged source.
 */
final class Instrumentation extends TreeScanner<Void, Void> {
    private final String text;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Condition> conditions = new ArrayList<>();
    private final Set<Integer> known = new HashSet<>();
    private final TreeMap<Integer, String> insertions = new TreeMap<>();

    /**
     * A condition of the source, or a case of a switch, which is only entered.
     *
     * @param text as the source has it
     */
    record Condition(int line, String text, boolean isCase) {}

    private Instrumentation(String text, CompilationUnitTree unit, SourcePositions positions) {
        this.text = text;
        this.unit = unit;
        this.positions = positions;
    }

    /** Writes the instrumented source, and returns its conditions in the order of their numbers. */
    static List<Condition> of(Path source, Path instrumented) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) javac.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(source));
            CompilationUnitTree unit = task.parse().iterator().next();
            String text = Files.readString(source);
            Instrumentation scan = new Instrumentation(text, unit, Trees.instance(task).getSourcePositions());
            scan.scan(unit, null);
            StringBuilder changed = new StringBuilder(text);
            scan.insertions.descendingMap().forEach(changed::insert);
            Files.createDirectories(instrumented.getParent());
            Files.writeString(instrumented, changed);
            return scan.conditions;
        }
    }

    private int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    private int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    private int add(int at, String shown, boolean isCase) {
        conditions.add(new Condition((int) unit.getLineMap().getLineNumber(at), shown, isCase));
        return conditions.size() - 1;
    }

    /** The smallest conditions of an expression whose value decides something. */
    private void decides(ExpressionTree expression) {
        if (expression instanceof ParenthesizedTree inner) {
            decides(inner.getExpression());
        } else if (expression instanceof UnaryTree not && not.getKind() == Tree.Kind.LOGICAL_COMPLEMENT) {
            decides(not.getExpression());
        } else if (expression instanceof BinaryTree both && isConnective(both)) {
            decides(both.getLeftOperand());
            decides(both.getRightOperand());
        } else if (expression != null && !(expression instanceof LiteralTree) && !binds(expression) && known.add(start(expression))) {
            String shown = text.substring(start(expression), end(expression)).replaceAll("\\s+", " ");
            int number = add(start(expression), shown, false);
            insertions.merge(start(expression), "randomtests.Reached.at(" + number + ", ", String::concat);
            insertions.merge(end(expression), ")", String::concat);
        }
    }

    private static boolean isConnective(BinaryTree tree) {
        return tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR;
    }

    /** {@code o instanceof C c}: the variable would be lost. */
    private static boolean binds(ExpressionTree expression) {
        return expression instanceof InstanceOfTree instance && instance.getPattern() != null;
    }

    @Override
    public Void visitIf(IfTree tree, Void none) {
        decides(tree.getCondition());
        return super.visitIf(tree, none);
    }

    @Override
    public Void visitWhileLoop(WhileLoopTree tree, Void none) {
        decides(tree.getCondition());
        return super.visitWhileLoop(tree, none);
    }

    @Override
    public Void visitDoWhileLoop(DoWhileLoopTree tree, Void none) {
        decides(tree.getCondition());
        return super.visitDoWhileLoop(tree, none);
    }

    @Override
    public Void visitForLoop(ForLoopTree tree, Void none) {
        decides(tree.getCondition());
        return super.visitForLoop(tree, none);
    }

    @Override
    public Void visitConditionalExpression(ConditionalExpressionTree tree, Void none) {
        decides(tree.getCondition());
        return super.visitConditionalExpression(tree, none);
    }

    @Override
    public Void visitBinary(BinaryTree tree, Void none) {
        switch (tree.getKind()) {
            case CONDITIONAL_AND, CONDITIONAL_OR, EQUAL_TO, NOT_EQUAL_TO, LESS_THAN, LESS_THAN_EQUAL, GREATER_THAN, GREATER_THAN_EQUAL ->
                decides(tree);
            default -> { }
        }
        return super.visitBinary(tree, none);
    }

    @Override
    public Void visitCase(CaseTree tree, Void none) {
        List<? extends StatementTree> statements = tree.getStatements();
        int at = -1;
        if (statements != null && !statements.isEmpty()) {
            at = start(statements.get(0));
        } else if (tree.getBody() instanceof BlockTree block) {
            at = start(block) + 1;
        }
        if (at >= 0) {
            String label = text.substring(start(tree), at).replaceAll("\\s+", " ").replaceAll(" ?(:|->).*", "");
            int number = add(start(tree), label, true);
            insertions.merge(at, "randomtests.Reached.at(" + number + ", true); ", (first, second) -> second + first);
        }
        // Labels are constants.
        scan(statements, none);
        return scan(tree.getBody(), none);
    }

    /** Values of annotations are constants. */
    @Override
    public Void visitAnnotation(AnnotationTree tree, Void none) {
        return null;
    }
}
