package dev.oraculum.runtime.containment;

/**
 * Thrown in place of what a mutant may not do. A {@link SecurityException}, because that is what the JDK's documentation says of every
 * method that we refuse: code that is ready for a refusal meets the exception that it is ready for, and no method needs to declare another
 * one.
 */
public final class ContainmentRefused extends SecurityException {
    private static final long serialVersionUID = 1L;

    ContainmentRefused(Deed deed) {
        super("a mutant may not: " + deed);
    }
}
