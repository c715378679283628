package dev.oraculum.patch;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.oraculum.api.Problem;
import dev.oraculum.patch.SourceFile.Edit;
import dev.oraculum.patch.SourcePatches.Insertion;
import dev.oraculum.verification.JdkCompiler;
import dev.oraculum.verification.SourceText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Puts assertions into the sources of tests, after their calls of the methods: each clause that the compiler accepts there, of public
 * members and of what the call was given and returned.
 *
 * @param sources folder of the sources of the code under test
 * @param testSources the same of the tests
 * @param classPath with what the tests need
 */
public record TestPatches(Path sources, Path testSources, List<Path> classPath) {
    /** Says, in a text that is compiled only to see what compiles, which call a line is of, and which clause. */
    static final Pattern MARK = Pattern.compile("/\\*oraculum (\\d+) (-?\\d+)\\*/");
    /** Each round takes out what the compiler refused, which may have hidden more. */
    private static final int ROUNDS = 20;

    public TestPatches {
        classPath = List.copyOf(classPath);
    }

    /** The tests with assertions of JUnit. */
    public SourcePatches insert(List<Insertion> insertions) {
        return insert(insertions, false);
    }

    /** The same with each clause on trial, as {@link SourcePatches#onTrial} has it. */
    public SourcePatches onTrial(List<Insertion> insertions) {
        return insert(insertions, true);
    }

    private SourcePatches insert(List<Insertion> insertions, boolean trial) {
        Map<Path, String> texts = new TreeMap<>();
        List<String> failures = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Set<Problem> problems = new LinkedHashSet<>();
        List<Target> targets = new ArrayList<>();
        int clause = 0;
        for (Insertion insertion : insertions) {
            try {
                targets.add(new Target(insertion, clause, SourcePatch.find(sources, insertion.method()).tree()));
            } catch (PatchException e) {
                failures.add(insertion.method() + ": " + e.getMessage());
                problems.add(e.problem());
            }
            clause += insertion.clauses().size();
        }
        Map<Path, String> before = candidates(targets);
        List<TestInsertion> places = places(before, targets, notes);
        for (int round = 0; round < ROUNDS && !texts(places, before, trial, true, texts).isEmpty(); round++) {
            if (!dropRefused(texts, places)) {
                break;
            }
        }
        texts(places, before, trial, false, texts);
        for (Target target : targets) {
            List<TestInsertion> of = places.stream().filter(place -> place.target() == target).toList();
            notes.addAll(target.unsaid(of));
            if (of.stream().allMatch(place -> place.clauses().isEmpty())) {
                failures.add(target.insertion().method()
                        + ": no call of it in the tests' sources is in a place where a clause can be asserted"
                        + (of.isEmpty() ? "" : " that the compiler accepts there: " + of.get(0).refusal()));
            }
        }
        StringBuilder diff = new StringBuilder();
        texts.forEach((path, text) -> diff.append(UnifiedDiff.of(path, before.get(path), text)));
        int methods = insertions.size() - failures.size();
        return new SourcePatches(diff.toString(), List.copyOf(texts.keySet()), methods, notes, failures, List.copyOf(problems), texts);
    }

    /**
     * A method, and what is to be asserted of it.
     *
     * @param firstClause number of its first clause, through all insertions
     * @param tree the method in the source
     */
    record Target(Insertion insertion, int firstClause, MethodTree tree) {
        String owner() {
            return insertion.method().substring(0, insertion.method().indexOf('#'));
        }

        String name() {
            return insertion.method().substring(insertion.method().indexOf('#') + 1, insertion.method().indexOf('('));
        }

        List<String> parameterTypes() {
            String types = insertion.method().substring(insertion.method().indexOf('(') + 1, insertion.method().lastIndexOf(')'));
            return types.isEmpty() ? List.of() : List.of(types.split(","));
        }

        List<String> parameters() {
            return tree.getParameters().stream().map(parameter -> parameter.getName().toString()).toList();
        }

        /** Parameters that the method gives other values: what they are at the exit, a caller does not know. */
        Set<String> assigned() {
            Set<String> names = new HashSet<>();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitAssignment(AssignmentTree assignment, Void unused) {
                    names.add(assignment.getVariable().toString());
                    return super.visitAssignment(assignment, unused);
                }

                @Override
                public Void visitCompoundAssignment(CompoundAssignmentTree assignment, Void unused) {
                    names.add(assignment.getVariable().toString());
                    return super.visitCompoundAssignment(assignment, unused);
                }

                @Override
                public Void visitUnary(UnaryTree unary, Void unused) {
                    names.add(unary.getExpression().toString());
                    return super.visitUnary(unary, unused);
                }
            }.scan(tree.getBody(), null);
            return names;
        }

        /** Clauses that no place has, a line each. */
        private List<String> unsaid(List<TestInsertion> places) {
            List<String> lines = new ArrayList<>();
            for (int clause = 0; clause < insertion.clauses().size(); clause++) {
                int number = clause;
                if (!places.isEmpty() && places.stream().noneMatch(place -> place.clauses().contains(number))) {
                    lines.add(insertion.method() + ": not asserted in tests: " + insertion.clauses().get(clause).assertion() + ": "
                            + places.get(0).why(clause));
                }
            }
            return lines;
        }
    }

    /** The sources that may call one of the methods. */
    private Map<Path, String> candidates(List<Target> targets) {
        Map<Path, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(testSources)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                try {
                    String text = Files.readString(file, StandardCharsets.UTF_8);
                    if (targets.stream().anyMatch(target -> text.contains(target.name()))) {
                        found.put(testSources.relativize(file), text);
                    }
                } catch (CharacterCodingException e) {
                    // No patch can be written for it.
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot read the tests' sources in " + testSources, e);
        }
        return found;
    }

    private List<TestInsertion> places(Map<Path, String> texts, List<Target> targets, List<String> notes) {
        List<TestInsertion> places = new ArrayList<>();
        Map<String, Integer> obstacles = new LinkedHashMap<>();
        analysed(texts, new DiagnosticCollector<>(), (task, units) -> {
            Trees trees = Trees.instance(task);
            units.forEach((path, unit) -> {
                SourceFile file = new SourceFile(path, texts.get(path), unit, trees.getSourcePositions());
                Map<Tree, Set<String>> taken = new HashMap<>();
                Set<Object> statements = new HashSet<>();
                new TreePathScanner<Void, Void>() {
                    @Override
                    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
                        super.visitMethodInvocation(call, unused);
                        Element element = trees.getElement(getCurrentPath());
                        for (Target target : targets) {
                            if (element instanceof ExecutableElement method && isOf(method, target, task)) {
                                TestCall found = TestCall.of(file, getCurrentPath(), method, trees);
                                String obstacle = found.obstacle() == null && !statements.add(found.statement())
                                        ? "another call stands in the same statement" : found.obstacle();
                                if (obstacle == null) {
                                    Set<String> names = taken.computeIfAbsent(found.scope(), TestPatches::names);
                                    places.add(TestInsertion.of(places.size(), target, found, trees, task.getTypes(), names));
                                } else {
                                    obstacles.merge(target.insertion().method() + ": " + obstacle, 1, Integer::sum);
                                }
                            }
                        }
                        return null;
                    }
                }.scan(unit, null);
            });
        });
        obstacles.forEach((obstacle, calls) -> notes.add(
                obstacle + " (" + calls + (calls == 1 ? " call" : " calls") + " in the tests without an assertion)"));
        return places;
    }

    private static boolean isOf(ExecutableElement method, Target target, JavacTask task) {
        if (!method.getSimpleName().contentEquals(target.name()) || !(method.getEnclosingElement() instanceof TypeElement owner)
                || !task.getElements().getBinaryName(owner).contentEquals(target.owner())) {
            return false;
        }
        List<String> types = method.getParameters().stream().map(parameter -> erased(parameter.asType(), task)).toList();
        return types.equals(target.parameterTypes());
    }

    private static String erased(TypeMirror type, JavacTask task) {
        TypeMirror erased = task.getTypes().erasure(type);
        if (erased instanceof ArrayType array) {
            return erased(array.getComponentType(), task) + "[]";
        }
        return erased instanceof DeclaredType declared
                ? task.getElements().getBinaryName((TypeElement) declared.asElement()).toString() : erased.toString();
    }

    /** What is declared or used by its simple name in a method. */
    private static Set<String> names(Tree scope) {
        Set<String> names = new HashSet<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void unused) {
                names.add(variable.getName().toString());
                return super.visitVariable(variable, unused);
            }

            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void unused) {
                names.add(identifier.getName().toString());
                return super.visitIdentifier(identifier, unused);
            }
        }.scan(scope, null);
        return names;
    }

    /** The changed texts; nothing of a file in which no clause is left. */
    private static Map<Path, String> texts(
            List<TestInsertion> places, Map<Path, String> before, boolean trial, boolean marked, Map<Path, String> into) {
        into.clear();
        Map<Path, List<Edit>> edits = new TreeMap<>();
        Map<Path, SourceFile> files = new TreeMap<>();
        for (TestInsertion place : places) {
            if (!place.clauses().isEmpty()) {
                SourceFile file = place.call().file();
                files.put(file.path(), file);
                edits.computeIfAbsent(file.path(), path -> new ArrayList<>()).addAll(place.edits(trial, marked));
            }
        }
        edits.forEach((path, all) -> into.put(path, files.get(path).with(all)));
        return into;
    }

    /** Whether the compiler refused something, which is out now. */
    private boolean dropRefused(Map<Path, String> texts, List<TestInsertion> places) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        analysed(texts, diagnostics, (task, units) -> {});
        boolean dropped = false;
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR && diagnostic.getSource() != null) {
                String line = line(diagnostic);
                Matcher mark = MARK.matcher(line);
                if (mark.find()) {
                    TestInsertion place = places.get(Integer.parseInt(mark.group(1)));
                    String why = diagnostic.getMessage(Locale.ROOT).lines().findFirst().orElse("");
                    dropped |= place.drop(Integer.parseInt(mark.group(2)), why);
                }
            }
        }
        return dropped;
    }

    private static String line(Diagnostic<? extends JavaFileObject> diagnostic) {
        try {
            List<String> lines = diagnostic.getSource().getCharContent(true).toString().lines().toList();
            int number = (int) diagnostic.getLineNumber();
            return number > 0 && number <= lines.size() ? lines.get(number - 1) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Who is shown parsed and typed sources. */
    private interface Analysis {
        void see(JavacTask task, Map<Path, CompilationUnitTree> units);
    }

    private void analysed(Map<Path, String> texts, DiagnosticCollector<JavaFileObject> diagnostics, Analysis then) {
        if (texts.isEmpty()) {
            return;
        }
        try (StandardJavaFileManager files = JdkCompiler.get().getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            List<Path> paths = List.copyOf(texts.keySet());
            List<SourceText> sourceTexts = paths.stream().map(path -> new SourceText(className(path), texts.get(path))).toList();
            JdkCompiler.deep(() -> {
                List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn", "-Xmaxerrs", "10000");
                JavacTask task = (JavacTask) JdkCompiler.get().getTask(null, files, diagnostics, options, null, sourceTexts);
                try {
                    Map<Path, CompilationUnitTree> units = new LinkedHashMap<>();
                    int place = 0;
                    for (CompilationUnitTree unit : task.parse()) {
                        units.put(paths.get(place++), unit);
                    }
                    task.analyze();
                    then.see(task, units);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException("the compiler cannot read a string", e);
                }
                return null;
            });
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("cannot read the class path for the compiler", e);
        }
    }

    private static String className(Path path) {
        return path.toString().replace('\\', '/').replaceFirst("\\.java$", "").replace('/', '.');
    }
}
