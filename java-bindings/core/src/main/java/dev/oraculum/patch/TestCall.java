package dev.oraculum.patch;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.Tree.Kind;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;

/**
 * A call in a test, and the statement before which it can be made alone: nothing that stands before it in the statement may notice.
 *
 * @param file the test's source
 * @param path to the call
 * @param method that is called
 * @param statement it stands in; null: there is none before which it could be made
 * @param obstacle why nothing can be asserted after it; null: nothing stands in the way
 */
record TestCall(SourceFile file, TreePath path, ExecutableElement method, StatementTree statement, String obstacle) {

    static TestCall of(SourceFile file, TreePath path, ExecutableElement method, Trees trees) {
        MethodInvocationTree call = (MethodInvocationTree) path.getLeaf();
        String obstacle = null;
        if (method.isVarArgs()) {
            obstacle = "it has a variable number of arguments";
        } else if (!method.getModifiers().contains(Modifier.STATIC)
                && !(call.getMethodSelect() instanceof MemberSelectTree select && !select.getExpression().toString().equals("super"))) {
            obstacle = "its receiver is not named";
        }
        TreePath child = path;
        for (TreePath at = path.getParentPath(); at != null; child = at, at = at.getParentPath()) {
            Tree tree = at.getLeaf();
            if (tree instanceof LambdaExpressionTree) {
                return new TestCall(file, path, method, null, "it stands in a lambda that is an expression");
            }
            if (obstacle == null && !isFirst(child.getLeaf(), tree, at, trees)) {
                obstacle = "something in the same statement may be evaluated before it, or decide whether it is";
            }
            if (tree instanceof StatementTree statement) {
                boolean inBlock = at.getParentPath().getLeaf() instanceof BlockTree;
                return new TestCall(
                        file, path, method, statement, obstacle != null ? obstacle : inBlock ? null : "its statement stands in no block");
            }
        }
        return new TestCall(file, path, method, null, "it stands in no statement");
    }

    MethodInvocationTree call() {
        return (MethodInvocationTree) path.getLeaf();
    }

    /** The method of the test, or what else the call stands in: names are to be new there. */
    Tree scope() {
        for (Tree tree : path) {
            if (tree instanceof MethodTree) {
                return tree;
            }
        }
        return path.getCompilationUnit();
    }

    /** Whether the statement is the call and nothing else. */
    boolean isWhole() {
        return statement instanceof ExpressionStatementTree expression && expression.getExpression() == call();
    }

    /** The receiver; null: a static method. */
    ExpressionTree receiver() {
        return method.getModifiers().contains(Modifier.STATIC) ? null : ((MemberSelectTree) call().getMethodSelect()).getExpression();
    }

    /** Whether a child is evaluated in any case, and nothing of its parent before it that could notice or be noticed. */
    private static boolean isFirst(Tree child, Tree parent, TreePath at, Trees trees) {
        if (parent instanceof MethodInvocationTree invocation) {
            return child == invocation.getMethodSelect()
                    || isPlain(invocation.getMethodSelect(), at, trees) && plainBefore(child, invocation.getArguments(), at, trees);
        }
        if (parent instanceof NewClassTree creation) {
            return creation.getEnclosingExpression() == null && plainBefore(child, creation.getArguments(), at, trees);
        }
        if (parent instanceof BinaryTree binary) {
            boolean lazy = binary.getKind() == Kind.CONDITIONAL_AND || binary.getKind() == Kind.CONDITIONAL_OR;
            return child == binary.getLeftOperand() || !lazy && isPlain(binary.getLeftOperand(), at, trees);
        }
        if (parent instanceof ConditionalExpressionTree conditional) {
            return child == conditional.getCondition();
        }
        if (parent instanceof AssignmentTree assignment) {
            return child == assignment.getExpression() && assignment.getVariable() instanceof IdentifierTree;
        }
        if (parent instanceof IfTree branch) {
            return child == branch.getCondition();
        }
        return parent instanceof ParenthesizedTree || parent instanceof UnaryTree || parent instanceof TypeCastTree
                || parent instanceof MemberSelectTree || parent instanceof InstanceOfTree || parent instanceof VariableTree
                || parent instanceof ExpressionStatementTree || parent instanceof ReturnTree;
    }

    private static boolean plainBefore(Tree child, List<? extends ExpressionTree> arguments, TreePath at, Trees trees) {
        for (ExpressionTree argument : arguments) {
            if (argument == child) {
                return true;
            }
            if (!isPlain(argument, at, trees)) {
                return false;
            }
        }
        return false;
    }

    /** Whether evaluation is the same before and after any call: literals, locals, types, and arithmetic of these. */
    static boolean isPlain(Tree tree, TreePath around, Trees trees) {
        if (tree instanceof LiteralTree) {
            return true;
        }
        if (tree instanceof ParenthesizedTree parenthesized) {
            return isPlain(parenthesized.getExpression(), around, trees);
        }
        if (tree instanceof UnaryTree unary) {
            boolean pure = unary.getKind() == Kind.UNARY_MINUS || unary.getKind() == Kind.UNARY_PLUS
                    || unary.getKind() == Kind.LOGICAL_COMPLEMENT || unary.getKind() == Kind.BITWISE_COMPLEMENT;
            return pure && isPlain(unary.getExpression(), around, trees);
        }
        if (tree instanceof BinaryTree binary) {
            return isPlain(binary.getLeftOperand(), around, trees) && isPlain(binary.getRightOperand(), around, trees);
        }
        if (tree instanceof TypeCastTree cast) {
            return isPlain(cast.getExpression(), around, trees);
        }
        Element element = trees.getElement(new TreePath(around, tree));
        if (tree instanceof IdentifierTree) {
            return element != null && (isLocal(element) || element.getKind().isClass() || element.getKind().isInterface()
                    || element.getKind() == ElementKind.METHOD);
        }
        // A type, a static method named with it.
        return tree instanceof MemberSelectTree select && element != null
                && (element.getKind().isClass() || element.getKind().isInterface() || element.getKind() == ElementKind.PACKAGE
                        || element.getModifiers().contains(Modifier.STATIC) && element.getKind() == ElementKind.METHOD)
                && (element.getKind() == ElementKind.PACKAGE || isPlain(select.getExpression(), around, trees)
                        || select.getExpression() instanceof MemberSelectTree);
    }

    static boolean isLocal(Element element) {
        return element.getKind() == ElementKind.LOCAL_VARIABLE || element.getKind() == ElementKind.PARAMETER;
    }
}
