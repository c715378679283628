package dev.oraculum.patch;

import dev.oraculum.api.Problem;
import com.sun.source.tree.AnnotatedTypeTree;
import com.sun.source.tree.ArrayTypeTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds in a source the method that a class file means: names are simple there, types generic; here they are erased. */
final class SourceMethods {
    private SourceMethods() {}

    /** A class with the type variables in scope inside it: their erasures by name. */
    record FoundClass(ClassTree tree, Map<String, String> typeVariables) {}

    /** The class of that binary name, or null. */
    static FoundClass findClass(SourceFile file, String className) {
        String[] path = className.substring(className.lastIndexOf('.') + 1).split("\\$");
        Map<String, String> variables = new HashMap<>();
        List<? extends Tree> members = file.unit().getTypeDecls();
        ClassTree found = null;
        for (String name : path) {
            found = null;
            for (Tree member : members) {
                if (member instanceof ClassTree type && type.getSimpleName().contentEquals(name)) {
                    found = type;
                }
            }
            if (found == null) {
                return null;
            }
            declare(found.getTypeParameters(), variables);
            members = found.getMembers();
        }
        return new FoundClass(found, variables);
    }

    /**
     * The method with these erased parameter types.
     *
     * @param parameters binary names, {@code java.lang.String[]}
     */
    static MethodTree find(SourceFile file, String className, String name, List<String> parameters) throws PatchException {
        FoundClass type = findClass(file, className);
        if (type == null) {
            throw new PatchException(
                    Problem.Code.SOURCES_DIFFER,
                    file.path() + " does not declare " + className + " (local and anonymous classes cannot be patched)");
        }
        List<String> seen = new ArrayList<>();
        for (Tree member : type.tree().getMembers()) {
            if (member instanceof MethodTree method && method.getName().contentEquals(name)) {
                List<String> declared = erasedParameters(method, type.typeVariables());
                if (matches(declared, parameters, name.equals("<init>"))) {
                    if (method.getBody() == null) {
                        throw new PatchException(file.path() + ":" + file.lineOf(method) + ": " + name + " has no body");
                    }
                    return method;
                }
                seen.add(name + "(" + String.join(", ", declared) + ")");
            }
        }
        throw new PatchException(Problem.Code.SOURCES_DIFFER, file.path() + " has no " + name + "(" + String.join(", ", parameters)
                + ") in " + type.tree().getSimpleName()
                + (seen.isEmpty() ? " (the compiler may have made it)" : ", only " + String.join(", ", seen)));
    }

    /** Constructors of inner classes and enums have parameters in the class file that the source does not show, before the others. */
    private static boolean matches(List<String> declared, List<String> erased, boolean constructor) {
        int hidden = erased.size() - declared.size();
        if (hidden < 0 || hidden > 0 && !(constructor && hidden <= 2)) {
            return false;
        }
        for (int i = 0; i < declared.size(); i++) {
            if (!declared.get(i).equals(simple(erased.get(hidden + i)))) {
                return false;
            }
        }
        return true;
    }

    private static List<String> erasedParameters(MethodTree method, Map<String, String> outer) {
        Map<String, String> variables = new HashMap<>(outer);
        declare(method.getTypeParameters(), variables);
        List<String> types = new ArrayList<>();
        for (VariableTree parameter : method.getParameters()) {
            types.add(erase(parameter.getType(), variables));
        }
        return types;
    }

    private static void declare(List<? extends TypeParameterTree> parameters, Map<String, String> variables) {
        // A bound may be a variable declared further on, so names first.
        parameters.forEach(p -> variables.put(p.getName().toString(), "Object"));
        for (int pass = 0; pass < parameters.size(); pass++) {
            for (TypeParameterTree parameter : parameters) {
                if (!parameter.getBounds().isEmpty()) {
                    variables.put(parameter.getName().toString(), erase(parameter.getBounds().get(0), variables));
                }
            }
        }
    }

    /** Simple name of the erased type. */
    private static String erase(Tree type, Map<String, String> variables) {
        if (type instanceof ParameterizedTypeTree parameterized) {
            return erase(parameterized.getType(), variables);
        }
        if (type instanceof ArrayTypeTree array) {
            return erase(array.getType(), variables) + "[]";
        }
        if (type instanceof AnnotatedTypeTree annotated) {
            return erase(annotated.getUnderlyingType(), variables);
        }
        String name = type.toString();
        return variables.getOrDefault(name, simple(name));
    }

    private static String simple(String name) {
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1);
    }
}
