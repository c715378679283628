package dev.oraculum.patch;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.patch.SourceFile.Edit;
import dev.oraculum.patch.TestPatches.Target;
import dev.oraculum.verification.JavaExpressions;
import dev.oraculum.verification.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Types;

/**
 * The clauses asserted after one call in a test. Receiver and arguments get names where they have none, in their order; then the call is
 * made alone, and its result takes its place in the statement.
 */
final class TestInsertion {
    private static final int HOISTED = -1;

    /**
     * The receiver or an argument that has no name.
     *
     * @param role name in the method: {@code this}, or a parameter's
     * @param name that it gets
     * @param declaration that gives it
     * @param text as it stands in the call
     * @param plain whether it is the same whatever is evaluated before it
     */
    private record Part(String role, String name, String declaration, String text, boolean plain) {}

    private final int number;
    private final Target target;
    private final TestCall call;
    /** Names of the class file and of the source by what stands for them in the test. */
    private final Map<String, String> names = new HashMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final String method;
    private final String resultType;
    private final String result;
    private final Map<String, String> entryNames = new LinkedHashMap<>();
    /** By clause that is still asserted, its place in the insertion. */
    private final Map<Integer, AssertionText> clauses = new TreeMap<>();
    private final Map<Integer, String> refusals = new TreeMap<>();

    private TestInsertion(int number, Target target, TestCall call, Trees trees, Types types, Set<String> taken) {
        this.number = number;
        this.target = target;
        this.call = call;
        ExpressionTree receiver = call.receiver();
        TypeMirror receiverType = receiver == null ? null : trees.getTypeMirror(new TreePath(call.path(), receiver));
        ExecutableType type = (ExecutableType) (receiverType instanceof DeclaredType declared
                ? types.asMemberOf(declared, call.method()) : call.method().asType());
        if (receiver != null) {
            names.put("this", named("this", receiver, receiverType, "receiver", trees, types, taken));
        }
        for (int i = 0; i < call.call().getArguments().size(); i++) {
            String name = target.parameters().get(i);
            String standing = named(name, call.call().getArguments().get(i), type.getParameterTypes().get(i), name, trees, types, taken);
            names.put(name, standing);
            names.putIfAbsent("arg" + i, standing);
        }
        this.method = receiver != null
                ? "." + ((MemberSelectTree) call.call().getMethodSelect()).getIdentifier()
                : call.file().textOf(call.call().getMethodSelect());
        this.resultType = type.getReturnType().getKind() == TypeKind.VOID ? null : text(type.getReturnType(), types);
        this.result = resultType == null ? null : fresh("result", taken);
        if (result != null) {
            names.put("result", result);
        }
        choose(taken);
    }

    /** @param taken names that the file uses; is added to */
    static TestInsertion of(int number, Target target, TestCall call, Trees trees, Types types, Set<String> taken) {
        return new TestInsertion(number, target, call, trees, types, taken);
    }

    /** What stands for an expression: itself, if it is a local of that type, or a name that it gets. */
    private String named(String role, ExpressionTree tree, TypeMirror type, String name, Trees trees, Types types, Set<String> taken) {
        TreePath path = new TreePath(call.path(), tree);
        Element element = tree instanceof IdentifierTree ? trees.getElement(path) : null;
        if (element != null && TestCall.isLocal(element) && types.isSameType(element.asType(), type)) {
            return tree.toString();
        }
        String fresh = fresh(name, taken);
        String text = call.file().textOf(tree);
        String declaration = "final " + text(type, types) + " " + fresh + " = " + text + ";";
        parts.add(new Part(role, fresh, declaration, text, TestCall.isPlain(tree, call.path(), trees)));
        return fresh;
    }

    /** Those that need their names: clauses speak of them, or they must stay in their order with one of which a clause does. */
    private List<Part> hoisted() {
        Set<String> roles = new TreeSet<>();
        for (AssertionText text : clauses.values()) {
            text.variables().forEach(v -> roles.add(root(v.entry() == null ? Variables.java(v) : v.entry())));
        }
        boolean any = parts.stream().anyMatch(part -> isSpokenOf(part, roles));
        return parts.stream().filter(part -> isSpokenOf(part, roles) || any && !part.plain()).toList();
    }

    private boolean isSpokenOf(Part part, Set<String> roles) {
        return roles.contains(part.role()) || roles.stream().anyMatch(role -> part.name().equals(names.get(role)));
    }

    /** The call, by the names that there are. */
    private String callText(List<Part> hoisted) {
        Map<String, String> inline = new HashMap<>();
        parts.stream().filter(part -> !hoisted.contains(part)).forEach(part -> inline.put(part.name(), part.text()));
        List<String> arguments = target.parameters().stream().map(names::get).map(name -> inline.getOrDefault(name, name)).toList();
        String receiver = call.receiver() == null ? "" : names.get("this");
        return inline.getOrDefault(receiver, receiver) + method + "(" + String.join(", ", arguments) + ")";
    }

    /** A type as source writes it; what a wildcard stands for has no name. */
    private String text(TypeMirror type, Types types) {
        String text = type.toString();
        text = text.contains("capture#") || text.contains("@") ? types.erasure(type).toString() : text;
        ExpressionTree own = call.file().unit().getPackageName();
        // Of the package of the test and of java.lang, simple names do.
        String packages = "java\\.lang" + (own == null ? "" : "|" + Pattern.quote(own.toString()));
        return text.replaceAll("(?<![\\w.])(" + packages + ")\\.(?=\\p{Lu}\\w*(?!\\w*\\.\\p{Ll}))", "");
    }

    private static String fresh(String name, Set<String> taken) {
        String fresh = name;
        for (int i = 2; !taken.add(fresh); i++) {
            fresh = name + i;
        }
        return fresh;
    }

    /** Those of the clauses that speak of nothing but what a caller knows. */
    private void choose(Set<String> taken) {
        Set<String> assigned = target.assigned();
        for (int clause = 0; clause < target.insertion().clauses().size(); clause++) {
            AssertionText text = target.insertion().clauses().get(clause);
            String unknown = null;
            for (Variable v : text.variables()) {
                String root = root(v.entry() == null ? Variables.java(v) : v.entry());
                boolean stale = v.entry() == null && !root.equals("result") && assigned.contains(root);
                if (!names.containsKey(root) || stale) {
                    unknown = stale ? "the method gives its parameter " + root + " another value"
                            : "it speaks of the method's variable " + root;
                }
            }
            if (unknown != null) {
                refusals.put(clause, unknown);
                continue;
            }
            clauses.put(clause, text);
            for (Variable v : text.variables()) {
                if (v.entry() != null) {
                    entryNames.computeIfAbsent(Variables.java(v), name -> fresh(name, taken));
                }
            }
        }
    }

    private static String root(String java) {
        int end = 0;
        while (end < java.length() && Character.isJavaIdentifierPart(java.charAt(end))) {
            end++;
        }
        return java.substring(0, end);
    }

    Target target() {
        return target;
    }

    TestCall call() {
        return call;
    }

    /** The clauses that are asserted here, by their places in the insertion. */
    Set<Integer> clauses() {
        return clauses.keySet();
    }

    /** Why a clause is not asserted here. */
    String why(int clause) {
        return refusals.getOrDefault(clause, "");
    }

    /** Why nothing is. */
    String refusal() {
        return refusals.values().stream().findFirst().orElse("");
    }

    /**
     * Takes out what the compiler refuses.
     *
     * @param clause its place, or -1: what all clauses here need
     * @return whether that was in
     */
    boolean drop(int clause, String why) {
        Set<Integer> out = clause == HOISTED ? new TreeSet<>(clauses.keySet()) : Set.of(clause);
        boolean any = false;
        for (int one : out) {
            any |= clauses.remove(one) != null;
            refusals.putIfAbsent(one, why);
        }
        return any;
    }

    /**
     * The edits.
     *
     * @param trial whether clauses note where they do not hold, instead of being asserted
     * @param marked whether each line says what it is of
     */
    List<Edit> edits(boolean trial, boolean marked) {
        List<String> lines = new ArrayList<>();
        List<Part> hoisted = hoisted();
        hoisted.forEach(part -> lines.add(part.declaration() + mark(marked, HOISTED)));
        Set<String> declared = new TreeSet<>();
        clauses.forEach((clause, text) -> {
            for (Variable v : text.variables()) {
                if (v.entry() != null && declared.add(Variables.java(v))) {
                    lines.add("final " + Variables.type(v) + " " + entryNames.get(Variables.java(v)) + " = "
                            + JavaExpressions.replace(v.entry(), names) + ";" + mark(marked, clause));
                }
            }
        });
        lines.add((result == null ? "" : "final " + resultType + " " + result + " = ") + callText(hoisted) + ";" + mark(marked, HOISTED));
        Map<String, String> all = new HashMap<>(names);
        all.putAll(entryNames);
        Set<String> exitValues = new TreeSet<>();
        clauses.forEach((clause, text) -> {
            Map<String, String> here = new HashMap<>(all);
            for (ExitValue value : text.exitValues()) {
                String name = value.name() + "_" + number;
                here.put(value.name(), name);
                if (exitValues.add(name)) {
                    ExitValue renamed = new ExitValue(name, value.javaType(), JavaExpressions.replace(value.java(), all));
                    lines.add(renamed.declaration() + mark(marked, clause));
                }
            }
            String condition = JavaExpressions.replace(text.java(), here);
            if (trial) {
                String statement = String.join(" ", Check.onTrial(text, target.firstClause() + clause)
                        .statements(condition, ""));
                lines.add(statement + mark(marked, clause));
            } else {
                lines.add(assertion(condition, JavaExpressions.stringLiteral(text.assertion())) + mark(marked, clause));
            }
        });
        SourceFile file = call.file();
        int start = file.start(call.statement());
        String newLine = file.lineEnd() + file.indentation(start);
        String text = String.join(newLine, lines);
        if (call.isWhole()) {
            return List.of(new Edit(start, file.end(call.statement()), text));
        }
        return List.of(new Edit(start, start, text + newLine), new Edit(file.start(call.call()), file.end(call.call()), result));
    }

    private String mark(boolean marked, int clause) {
        return marked ? " /*oraculum " + number + " " + clause + "*/" : "";
    }

    /** As the test class asserts: with JUnit 3, 4 or Jupiter. */
    private String assertion(String condition, String text) {
        boolean imported = false;
        String owner = "org.junit.jupiter.api.Assertions";
        for (ImportTree tree : call.file().unit().getImports()) {
            String name = tree.getQualifiedIdentifier().toString();
            if (name.startsWith("org.junit.") && !name.startsWith("org.junit.jupiter.") || name.startsWith("junit.framework.")) {
                owner = name.startsWith("junit.framework.") ? "junit.framework.Assert" : "org.junit.Assert";
            }
            boolean all = name.equals("org.junit.jupiter.api.Assertions.*") || name.equals("org.junit.Assert.*");
            imported |= tree.isStatic() && (name.endsWith(".assertTrue") || all);
        }
        boolean jupiter = owner.startsWith("org.junit.jupiter.");
        String arguments = jupiter ? condition + ", " + text : text + ", " + condition;
        return (imported ? "" : owner + ".") + "assertTrue(" + arguments + ");";
    }
}
