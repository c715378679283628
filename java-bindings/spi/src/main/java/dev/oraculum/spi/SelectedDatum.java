package dev.oraculum.spi;

import java.util.List;

/**
 * A variable that is worth asserting on, right after the statement that gives it a value.
 *
 * @param place the statement and the variable
 * @param capability its fault-observing capability when it was selected, what others observe already counting less; 0: it adds nothing
 * @param initialCapability its fault-observing capability before anything was selected
 */
public record SelectedDatum(Place place, double capability, double initialCapability) {
    /**
     * Where a variable gets a value.
     *
     * @param className binary name of the class whose code gives it
     * @param method name of the method; {@code <init>} of a constructor
     * @param descriptor of the method (JVMS 4.3.3)
     * @param line of the statement, from 1; 0: the class file does not say. A parameter's is the first line of its method's code
     * @param kind {@code parameter}, {@code local}, {@code field} or {@code return}
     * @param name of the parameter, local or field; null for what is returned
     * @param owner binary name of the class that declares the field; null for other kinds
     * @param element whether it is an element of the array that the variable holds
     * @param operations numbers of the operations that do it in Oraculum's facts of the method (docs/formats.md, "Program facts"); several
     *     where the compiler copied the statement
     */
    public record Place(
            String className, String method, String descriptor, int line, String kind, String name, String owner, boolean element,
            List<Integer> operations) {
        public Place {
            operations = List.copyOf(operations);
        }

        /** For a reader: {@code sum in pkg.C.m:12}. */
        @Override
        public String toString() {
            String variable = name == null ? "return value" : name + (element ? "[]" : "");
            return variable + " in " + className + "." + method + (line > 0 ? ":" + line : "");
        }
    }

    /** The variable, for a reader. */
    public String variable() {
        return place.name() == null ? "return value" : place.name() + (place.element() ? "[]" : "");
    }
}
