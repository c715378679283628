package dev.oraculum.verification;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * Compiles an assertion as it will stand in the method: in the class's package, with the class's own access rights, parameters, locals and
 * the return value under their names and types, entry values read at the start. The receiver is a parameter, as the text stands in a class
 * of its own.
 */
final class MethodForm {
    private static final String CLASS = "OraculumAssertion";

    private MethodForm() {}

    /**
     * Why the assertion does not compile, as one line; null if it does.
     *
     * @param text the assertion
     * @param schema variables of the program point
     * @param className binary name of the class under test
     * @param classPath where it and what it needs is
     */
    static String compilationError(AssertionText text, Schema schema, String className, List<Path> classPath) {
        try (StandardJavaFileManager files = JdkCompiler.get().getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
            // Without a source path of its own the compiler would also take sources it meets on the class path.
            files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            SourceTypes types = SourceTypes.of(name -> classFile(files, name), className, schema.method());
            String error = error(files, source(text, schema, className, types, false), className);
            if (error != null && types != null && error(files, source(text, schema, className, types, true), className) != null) {
                // The class file says of its types what source cannot write: the erased ones have to do.
                return error(files, source(text, schema, className, null, false), className);
            }
            return error;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class path for the compiler", e);
        }
    }

    private static String error(StandardJavaFileManager files, String source, String className) {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        UnaryOperator<byte[]> widen = new AccessWidening(className.replace('.', '/'))::widen;
        boolean compiled = JdkCompiler.compile(new WideningFileManager(files, widen), diagnostics,
                new SourceText(qualified(className), source));
        return compiled ? null : JdkCompiler.firstError(diagnostics);
    }

    private static byte[] classFile(StandardJavaFileManager files, String internalName) {
        try {
            JavaFileObject file = files.getJavaFileForInput(
                    StandardLocation.CLASS_PATH, internalName.replace('/', '.'), JavaFileObject.Kind.CLASS);
            if (file == null) {
                return null;
            }
            try (InputStream in = file.openInputStream()) {
                return in.readAllBytes();
            }
        } catch (IOException e) {
            return null;
        }
    }

    private static String qualified(String className) {
        return packageOf(className).isEmpty() ? CLASS : packageOf(className) + "." + CLASS;
    }

    private static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    /**
     * @param types as the source has them; null: erased ones
     * @param bare only what is declared, without the assertion
     */
    private static String source(AssertionText text, Schema schema, String className, SourceTypes types, boolean bare) {
        Set<String> used = new TreeSet<>(JavaExpressions.identifiers(text.java()));
        List<Variable> entryValues = text.variables().stream().filter(v -> v.entry() != null).toList();
        for (Variable v : entryValues) {
            used.addAll(JavaExpressions.identifiers(v.entry()));
        }
        text.exitValues().forEach(value -> used.addAll(JavaExpressions.identifiers(value.java())));
        entryValues.forEach(v -> used.remove(Variables.java(v)));
        text.exitValues().forEach(value -> used.remove(value.name()));
        Map<String, String> parameters = new LinkedHashMap<>();
        for (Variable v : schema.variables()) {
            String name = v.entry() == null ? Variables.java(v) : v.entry();
            if (used.contains(name) && JavaExpressions.isIdentifier(name)) {
                parameters.merge(name, Variables.type(v), (known, type) -> v.type().isContents() ? withArguments(known, type) : known);
            }
        }
        if (types != null) {
            String returned = resultName(schema);
            types.hidingVariables().forEach(name -> parameters.putIfAbsent(name, "Object"));
            parameters.replaceAll((name, erased) -> name.equals(returned) && types.result() != null ? types.result()
                    : types.variables().getOrDefault(name, erased));
        }
        String self = "self";
        while (used.contains(self)) {
            self += "_";
        }
        Map<String, String> receiver = Map.of("this", self);
        StringBuilder source = new StringBuilder();
        if (!packageOf(className).isEmpty()) {
            source.append("package ").append(packageOf(className)).append(";\n");
        }
        source.append("final class ").append(CLASS).append(" {\n    static ");
        List<String> typeParameters = new ArrayList<>(types == null ? List.of() : types.typeParameters());
        if (types != null) {
            // A type variable hides a class as a nested class does.
            types.hidingTypes().stream().filter(name -> !typeParameters.contains(name)).forEach(typeParameters::add);
        }
        if (!typeParameters.isEmpty()) {
            source.append('<').append(String.join(", ", typeParameters)).append("> ");
        }
        source.append("boolean holds(").append(types == null ? Variables.canonical(className) : types.receiver()).append(' ').append(self);
        parameters.forEach((name, type) -> source.append(", ").append(type).append(' ').append(name));
        source.append(") {\n");
        if (bare) {
            return source.append("        return true;\n    }\n}\n").toString();
        }
        for (Variable v : entryValues) {
            source.append("        final ").append(Variables.type(v)).append(' ').append(Variables.java(v)).append(" = ");
            source.append(JavaExpressions.replace(v.entry(), receiver)).append(";\n");
        }
        // Locals of the method may be assigned again: no lambda may capture them. The result is final where the assertion stands.
        String result = resultName(schema);
        parameters.keySet().stream().filter(name -> !name.equals(result))
                .forEach(name -> source.append("        ").append(name).append(" = ").append(name).append(";\n"));
        for (ExitValue value : text.exitValues()) {
            ExitValue read = new ExitValue(value.name(), Variables.canonical(value.javaType()),
                    JavaExpressions.replace(value.java(), receiver));
            source.append("        ").append(read.declaration()).append('\n');
        }
        source.append("        return ").append(JavaExpressions.replace(text.java(), receiver)).append(";\n    }\n}\n");
        return source.toString();
    }

    private static String resultName(Schema schema) {
        return schema.variables().stream().filter(v -> v.name().equals("result")).map(Variables::java).findFirst().orElse("");
    }

    /**
     * The erased type of a reference with its contents' type argument: {@code HashSet<Integer>} for a {@code HashSet} that is a
     * {@code Set<Integer>}.
     */
    private static String withArguments(String reference, String contents) {
        int open = contents.indexOf('<');
        boolean same = open < 0 || reference.equals(contents.substring(0, open));
        return same ? contents : contents.endsWith("<?>") ? reference : reference + contents.substring(open);
    }
}
