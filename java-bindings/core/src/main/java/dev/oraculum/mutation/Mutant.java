package dev.oraculum.mutation;

/**
 * A version of a class with one small fault.
 *
 * @param id names it from run to run: method, mutator and place in the bytecode, {@code min(int,int)/MATH/7}
 * @param className binary name of the class
 * @param method name and parameter types of the mutated method, which is a lambda's if the fault is in its body
 * @param mutator PIT's name of the kind of fault
 * @param line source line, or 0 without line numbers
 * @param description what was changed, for people
 * @param bytes the class file
 */
public record Mutant(
        String id, String className, String method, String mutator, int line, String description, byte[] bytes) {
    public Mutant {
        bytes = bytes.clone();
    }

    /** Description and line: {@code line 12: replaced int addition with subtraction}. */
    public String sentence() {
        return line > 0 ? "line " + line + ": " + description : description;
    }
}
