package dev.oraculum.patch;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreeScanner;
import java.util.List;

/** Which statements can complete normally (JLS §14.22), so that what is inserted after them is reachable. */
final class Reachability {
    private Reachability() {}

    static boolean completesNormally(List<? extends StatementTree> statements) {
        return statements.stream().allMatch(Reachability::completesNormally);
    }

    static boolean completesNormally(StatementTree statement) {
        return switch (statement.getKind()) {
            case RETURN, THROW, BREAK, CONTINUE, YIELD -> false;
            case BLOCK -> completesNormally(((BlockTree) statement).getStatements());
            case SYNCHRONIZED -> completesNormally(((SynchronizedTree) statement).getBlock());
            case IF -> {
                IfTree branch = (IfTree) statement;
                yield branch.getElseStatement() == null || completesNormally(branch.getThenStatement())
                        || completesNormally(branch.getElseStatement());
            }
            case WHILE_LOOP -> !isTrue(((WhileLoopTree) statement).getCondition())
                    || breaks(((WhileLoopTree) statement).getStatement(), statement, null);
            case FOR_LOOP -> {
                ForLoopTree loop = (ForLoopTree) statement;
                yield loop.getCondition() != null && !isTrue(loop.getCondition()) || breaks(loop.getStatement(), statement, null);
            }
            case DO_WHILE_LOOP -> {
                DoWhileLoopTree loop = (DoWhileLoopTree) statement;
                yield !isTrue(loop.getCondition()) && (completesNormally(loop.getStatement()) || continues(loop.getStatement()))
                        || breaks(loop.getStatement(), statement, null);
            }
            case LABELED_STATEMENT -> {
                LabeledStatementTree labeled = (LabeledStatementTree) statement;
                yield completesNormally(labeled.getStatement()) || breaks(labeled.getStatement(), statement, labeled.getLabel().toString());
            }
            case SWITCH -> completesNormally((SwitchTree) statement);
            case TRY -> completesNormally((TryTree) statement);
            default -> true;
        };
    }

    private static boolean completesNormally(TryTree tree) {
        boolean body = completesNormally(tree.getBlock());
        for (CatchTree handler : tree.getCatches()) {
            body |= completesNormally(handler.getBlock());
        }
        return body && (tree.getFinallyBlock() == null || completesNormally(tree.getFinallyBlock()));
    }

    private static boolean completesNormally(SwitchTree tree) {
        boolean hasDefault = false;
        boolean arrowCompletes = false;
        boolean lastCompletes = true;
        for (CaseTree arm : tree.getCases()) {
            hasDefault |= exhaustive(arm);
            if (arm.getCaseKind() == CaseTree.CaseKind.RULE) {
                arrowCompletes |= !(arm.getBody() instanceof StatementTree body) || completesNormally(body);
                lastCompletes = false;
            } else {
                lastCompletes = completesNormally(arm.getStatements());
            }
        }
        return !hasDefault || arrowCompletes || lastCompletes || breaks(tree, tree, null);
    }

    /**
     * Whether the switch is exhaustive if it has this arm: a default, or what only an exhaustive switch may have, patterns and null (JLS
     * §14.11.2). By its text, as Java 17's tree does not know patterns.
     */
    private static boolean exhaustive(CaseTree arm) {
        String label = arm.toString().split("->|:", 2)[0].strip();
        return label.startsWith("default") || label.matches("case\\s+null\\b.*")
                || label.matches("case\\s+(final\\s+)?[\\w.$<>?]+\\s+\\w+.*") || label.matches("case\\s+[\\w.$<>?]+\\(.*");
    }

    private static boolean isTrue(ExpressionTree condition) {
        ExpressionTree inner = condition;
        while (inner instanceof ParenthesizedTree parenthesized) {
            inner = parenthesized.getExpression();
        }
        return inner instanceof LiteralTree literal && Boolean.TRUE.equals(literal.getValue());
    }

    /** Whether a {@code break} in {@code body} leaves {@code target}: unlabeled ones that belong to it, or those of its label. */
    private static boolean breaks(Tree body, Tree target, String label) {
        boolean[] found = {false};
        new TreeScanner<Void, Integer>() {
            @Override
            public Void scan(Tree tree, Integer depth) {
                if (tree == null || tree instanceof ClassTree || tree instanceof LambdaExpressionTree) {
                    return null;
                }
                boolean nested = tree != target && switch (tree.getKind()) {
                    case WHILE_LOOP, FOR_LOOP, ENHANCED_FOR_LOOP, DO_WHILE_LOOP, SWITCH -> true;
                    default -> false;
                };
                return super.scan(tree, nested ? depth + 1 : depth);
            }

            @Override
            public Void visitBreak(BreakTree tree, Integer depth) {
                found[0] |= tree.getLabel() == null ? label == null && depth == 0
                        : tree.getLabel().contentEquals(label == null ? "" : label);
                return null;
            }
        }.scan(body, 0);
        return found[0];
    }

    private static boolean continues(Tree body) {
        boolean[] found = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitContinue(com.sun.source.tree.ContinueTree tree, Void unused) {
                found[0] = true;
                return null;
            }

            @Override
            public Void visitClass(ClassTree tree, Void unused) {
                return null;
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
                return null;
            }
        }.scan(body, null);
        return found[0];
    }
}
