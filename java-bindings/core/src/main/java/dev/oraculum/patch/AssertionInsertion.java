package dev.oraculum.patch;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import dev.oraculum.api.Problem;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.patch.SourceFile.Edit;
import dev.oraculum.verification.JavaExpressions;
import dev.oraculum.verification.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The edits that bring an assertion into a method: entry values at its start, and before each exit
 * {@code final T result = ..; assert ..; return result;}. Lambdas, local and anonymous classes inside the method have exits of their own,
 * which are left alone.
 */
record AssertionInsertion(List<Edit> edits, int exits, List<String> notes) {

    /**
     * @param parameters how many the method has in the class file; a constructor's first ones may not be in the source
     * @param assertion declares what the checks need
     * @param checks what stands at the exits, in this order
     */
    static AssertionInsertion into(
            SourceFile file, MethodTree method, int parameters, AssertionText assertion, List<Check> checks, Exits exits)
            throws PatchException {
        return new Writer(file, method, parameters, assertion, checks).write(exits);
    }

    /** One exit by `return`: the statement and what it stands in. */
    private record Exit(ReturnTree tree, Tree parent, boolean beforeFinally) {}

    private static final class Writer {
        private final SourceFile file;
        private final MethodTree method;
        private final AssertionText assertion;
        private final String newLine;
        private final String bodyIndent;
        private final String indentUnit;
        private final Map<String, String> renamed = new HashMap<>();
        private final List<Edit> edits = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private final String result;
        private final List<String> checks;

        Writer(SourceFile file, MethodTree method, int parameters, AssertionText assertion, List<Check> checks) throws PatchException {
            this.file = file;
            this.method = method;
            this.assertion = assertion;
            this.newLine = file.lineEnd();
            String methodIndent = file.indentation(file.start(method));
            List<? extends StatementTree> statements = method.getBody().getStatements();
            boolean ownLine = !statements.isEmpty() && file.isFirstOnLine(file.start(statements.get(0)));
            String first = ownLine ? file.indentation(file.start(statements.get(0))) : "";
            this.indentUnit = first.length() > methodIndent.length() && first.startsWith(methodIndent)
                    ? first.substring(methodIndent.length())
                    : methodIndent.contains("\t") ? "\t" : "    ";
            this.bodyIndent = ownLine ? first : methodIndent + indentUnit;

            Set<String> taken = declaredNames(method);
            nameParameters(parameters, taken);
            requireDeclared(taken);
            for (Variable v : entryValues()) {
                fresh(Variables.java(v), taken);
            }
            this.result = fresh(resultName(assertion), taken);
            assertion.exitValues().forEach(value -> fresh(value.name(), taken));
            this.checks = checks.stream().flatMap(check -> check.statements(inMethod(check.java(), taken), indentUnit).stream()).toList();
        }

        private String inMethod(String java, Set<String> taken) {
            return JavaExpressions.renameParameters(renamed.isEmpty() ? java : JavaExpressions.replace(java, renamed), taken);
        }

        /** Without debug tables the class file's parameters are called {@code arg0, arg1, ..}: the source knows better. */
        private void nameParameters(int inClassFile, Set<String> declared) {
            List<? extends VariableTree> inSource = method.getParameters();
            int hidden = inClassFile - inSource.size();
            for (int i = 0; i < inSource.size(); i++) {
                String anonymous = "arg" + (hidden + i);
                if (!declared.contains(anonymous)) {
                    renamed.put(anonymous, inSource.get(i).getName().toString());
                }
            }
        }

        /** The classes may have been compiled from other sources. */
        private void requireDeclared(Set<String> declared) throws PatchException {
            for (Variable v : assertion.variables()) {
                String read = v.entry() == null ? Variables.java(v) : v.entry();
                if (isOfResult(v)) {
                    continue;
                }
                String name = root(read);
                if (JavaExpressions.isIdentifier(name) && !declared.contains(renamed.getOrDefault(name, name))) {
                    throw new PatchException(
                            Problem.Code.SOURCES_DIFFER,
                            at(method) + "the assertion speaks of " + name + ", which " + method.getName() + " does not declare");
                }
            }
        }

        AssertionInsertion write(Exits which) throws PatchException {
            if (assertion.java().equals("true")) {
                throw new PatchException(at(method) + "an assertion that always holds says nothing");
            }
            boolean constructor = method.getReturnType() == null;
            if (constructor && isCompact()) {
                throw new PatchException(at(method)
                        + "the compact constructor of a record ends before its fields are set; there is no place for the assertion");
            }
            List<Exit> returns = returns();
            boolean fallsOff = (constructor || isVoid()) && Reachability.completesNormally(method.getBody().getStatements());
            if (which == Exits.LAST && fallsOff) {
                returns = List.of();
            } else if (which == Exits.LAST && !returns.isEmpty()) {
                returns = returns.subList(returns.size() - 1, returns.size());
            }
            if (returns.isEmpty() && !fallsOff) {
                throw new PatchException(at(method) + method.getName() + " has no normal exit");
            }
            declareEntryValues(constructor);
            returns.forEach(this::rewrite);
            if (fallsOff) {
                assertAtEnd();
            }
            return new AssertionInsertion(edits, returns.size() + (fallsOff ? 1 : 0), notes);
        }

        private void declareEntryValues(boolean constructor) {
            StringBuilder declarations = new StringBuilder();
            for (Variable v : entryValues()) {
                String name = renamed.getOrDefault(Variables.java(v), Variables.java(v));
                declarations.append(newLine).append(bodyIndent).append("final ").append(typeOf(v)).append(' ').append(name).append(" = ")
                        .append(entryOf(v)).append(';');
            }
            int place = file.start(method.getBody()) + 1;
            List<? extends StatementTree> statements = method.getBody().getStatements();
            if (constructor && !statements.isEmpty() && isConstructorCall(statements.get(0))) {
                place = file.end(statements.get(0));
            }
            edits.add(new Edit(place, place, declarations.toString()));
        }

        private void rewrite(Exit exit) {
            int start = file.start(exit.tree());
            int end = file.end(exit.tree());
            boolean inBlock = exit.parent() instanceof BlockTree;
            boolean ownLine = file.isFirstOnLine(start);
            String outer = file.indentation(start);
            List<String> lines = new ArrayList<>();
            if (exit.tree().getExpression() == null) {
                lines.addAll(assertStatements());
                lines.add("return;");
            } else {
                lines.add("final " + method.getReturnType() + " " + result + " = " + file.textOf(exit.tree().getExpression()) + ";");
                lines.addAll(assertStatements());
                lines.add("return " + result + ";");
            }
            String text;
            if (inBlock && ownLine) {
                text = String.join(newLine + outer, lines);
            } else {
                String inner = newLine + outer + indentUnit;
                String statements = inner + String.join(inner, lines) + newLine + outer;
                if (inBlock) {
                    // `{ return x; }` on one line: the white space around the statement goes.
                    start = skipSpacesBack(start);
                    end = skipSpaces(end);
                    text = statements;
                } else {
                    text = "{" + statements + "}";
                }
            }
            edits.add(new Edit(start, end, text));
            if (exit.beforeFinally()) {
                notes.add(at(exit.tree())
                        + "this exit is inside a try with finally or resources: the inserted assertion runs before those, the evidence"
                        + " was taken after them");
            }
        }

        private void assertAtEnd() {
            int brace = file.end(method.getBody()) - 1;
            String statements = String.join(newLine + bodyIndent, assertStatements());
            if (file.isFirstOnLine(brace)) {
                int line = file.text().lastIndexOf('\n', brace - 1) + 1;
                edits.add(new Edit(line, line, bodyIndent + statements + newLine));
            } else {
                int start = skipSpacesBack(brace);
                edits.add(new Edit(start, brace, newLine + bodyIndent + statements + newLine + file.indentation(file.start(method))));
            }
        }

        /** The declarations that the assertion needs, and it. */
        private List<String> assertStatements() {
            List<String> statements = new ArrayList<>();
            for (ExitValue value : assertion.exitValues()) {
                String name = renamed.getOrDefault(value.name(), value.name());
                statements.add(new ExitValue(name, value.javaType(), JavaExpressions.replace(value.java(), renamed)).declaration());
            }
            statements.addAll(checks);
            return statements;
        }

        private List<Exit> returns() {
            List<Exit> found = new ArrayList<>();
            new TreePathScanner<Void, Void>() {
                @Override
                public Void visitReturn(ReturnTree tree, Void unused) {
                    found.add(new Exit(tree, getCurrentPath().getParentPath().getLeaf(), beforeFinally(getCurrentPath())));
                    return null;
                }

                @Override
                public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
                    return null;
                }

                @Override
                public Void visitClass(ClassTree tree, Void unused) {
                    return null;
                }
            }.scan(new TreePath(new TreePath(file.unit()), method.getBody()), null);
            return found;
        }

        private static boolean beforeFinally(TreePath path) {
            Tree child = path.getLeaf();
            for (Tree tree : path) {
                if (tree instanceof TryTree attempt && child != attempt.getFinallyBlock()) {
                    boolean resources = !attempt.getResources().isEmpty() && child == attempt.getBlock();
                    if (attempt.getFinallyBlock() != null || resources) {
                        return true;
                    }
                }
                child = tree;
            }
            return false;
        }

        private List<Variable> entryValues() {
            return assertion.variables().stream().filter(v -> v.entry() != null).toList();
        }

        private String entryOf(Variable v) {
            return JavaExpressions.replace(v.entry(), renamed);
        }

        /** The source's own type for a parameter (with its type arguments), else the erased one. */
        private String typeOf(Variable v) {
            for (VariableTree parameter : method.getParameters()) {
                if (parameter.getName().contentEquals(entryOf(v))) {
                    String type = parameter.getType().toString();
                    return type.endsWith("...") ? type.substring(0, type.length() - 3) + "[]" : type;
                }
            }
            return Variables.type(v);
        }

        /** What the assertion's text calls the return value. */
        private static String resultName(AssertionText assertion) {
            return assertion.variables().stream().filter(Writer::isOfResult).map(v -> root(Variables.java(v))).findFirst().orElse("result");
        }

        /** Whether it is the return value, or read from it: what it holds, its size, a field. */
        private static boolean isOfResult(Variable v) {
            String rest = v.name().startsWith("result") ? v.name().substring("result".length()) : "-";
            return rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[");
        }

        /** What a Java text reads from comes first: `x`, `list.size()`, `list == null ? 0 : list.size()`. */
        private static String root(String java) {
            int end = 0;
            while (end < java.length() && Character.isJavaIdentifierPart(java.charAt(end))) {
                end++;
            }
            return java.substring(0, end);
        }

        private String fresh(String name, Set<String> taken) {
            String fresh = name;
            while (!taken.add(fresh)) {
                fresh += "_";
            }
            if (!fresh.equals(name)) {
                renamed.put(name, fresh);
            }
            return fresh;
        }

        private static Set<String> declaredNames(MethodTree method) {
            Set<String> names = new HashSet<>();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitVariable(VariableTree tree, Void unused) {
                    names.add(tree.getName().toString());
                    return super.visitVariable(tree, unused);
                }
            }.scan(method, null);
            return names;
        }

        private boolean isVoid() {
            return method.getReturnType() != null && method.getReturnType().toString().equals("void");
        }

        /** A record's compact constructor is parsed without a parameter list of its own; its body's brace follows the name. */
        private boolean isCompact() {
            String head = file.text().substring(file.start(method), file.start(method.getBody()));
            return !head.replaceAll("@[\\w.]+\\s*\\([^)]*\\)", "").contains("(");
        }

        private static boolean isConstructorCall(StatementTree statement) {
            if (statement instanceof ExpressionStatementTree expression
                    && expression.getExpression() instanceof MethodInvocationTree call) {
                String target = call.getMethodSelect().toString();
                return target.equals("super") || target.equals("this") || target.endsWith(".super");
            }
            return false;
        }

        private int skipSpaces(int position) {
            int p = position;
            while (file.text().charAt(p) == ' ' || file.text().charAt(p) == '\t') {
                p++;
            }
            return p;
        }

        private int skipSpacesBack(int position) {
            int p = position;
            while (file.text().charAt(p - 1) == ' ' || file.text().charAt(p - 1) == '\t') {
                p--;
            }
            return p;
        }

        private String at(Tree tree) {
            return file.path() + ":" + file.lineOf(tree) + ": ";
        }
    }
}
