package dev.oraculum.spi;

/**
 * A branch of a method, with all its outcomes: a conditional jump or a switch of its bytecode. {@link SeedTemplates#branches(String)} lists
 * those of a class.
 *
 * @param className internal name, {@code pkg/Outer$Nested}
 * @param method its name; {@code <init>} of a constructor
 * @param descriptor of the method, {@code (ILjava/lang/String;)V} (JVMS 4.3.3)
 * @param operation its number in Oraculum's facts of the method, from 0 (docs/formats.md, "Program facts"); null: the only branch of the
 *     line
 * @param line in the source, from 1; null: any, or the class file does not say it
 */
public record Branch(String className, String method, String descriptor, Integer operation, Integer line) {
    /** The only branch of a line. */
    public static Branch ofLine(String className, String method, String descriptor, int line) {
        return new Branch(className, method, descriptor, null, line);
    }

    /** A branch by its number. */
    public static Branch ofOperation(String className, String method, String descriptor, int operation) {
        return new Branch(className, method, descriptor, operation, null);
    }
}
