package dev.oraculum.api.select;

import java.util.List;

/**
 * A variable and the statement that defines it: what an assertion could observe right after it (SODS, section 2).
 *
 * @param className binary name of the class whose code defines it
 * @param method name of the method
 * @param descriptor of the method
 * @param source file name of the source; null if the class file does not say
 * @param line line of the statement; 0 if the class file does not say. A parameter's is the first line of its method's code
 * @param name of the parameter, local or field; null for what is returned
 * @param owner binary name of the class that declares the field; null for other kinds
 * @param element whether the statement defines an element of the array that the variable holds
 * @param operations numbers of the operations of the method that define it, parameters first, then in the order of the code
 *     (docs/formats.md, "Program facts"); several where the compiler copied the statement
 */
public record OracleDatum(
        String className, String method, String descriptor, String source, int line, DatumKind kind, String name, String owner,
        boolean element,
        List<Integer> operations) {
    public OracleDatum {
        operations = List.copyOf(operations);
    }

    /** The variable, for a reader: {@code sum}, {@code Account.balance}, {@code cells[]}, {@code return value}. */
    public String variable() {
        String text = switch (kind) {
            case PARAMETER, LOCAL -> name;
            case FIELD -> owner.substring(owner.lastIndexOf('.') + 1) + "." + name;
            case RETURN -> "return value";
        };
        return element ? text + "[]" : text;
    }

    /** Where it is defined, for a reader: {@code pkg.C.m:12}. */
    public String place() {
        return className + "." + method + (line > 0 ? ":" + line : "");
    }
}
