package dev.oraculum.evaluation.specifications;

/**
 * A value that a call is given, as a recipe: each time it is made it is a new object, but for constants.
 *
 * @param text for a reader
 */
record Value(String text, Maker maker) {
    /** Makes the value of classes that a loader has. */
    interface Maker {
        Object make(SubjectClasses classes);
    }

    Object make(SubjectClasses classes) {
        return maker.make(classes);
    }
}
