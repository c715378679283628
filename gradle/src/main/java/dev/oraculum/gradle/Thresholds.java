package dev.oraculum.gradle;

import org.gradle.api.InvalidUserDataException;

/** Options that say when a result fails the build. */
final class Thresholds {
    private Thresholds() {}

    /** Null: there is none. */
    static Number number(OraculumOptions options, String name) {
        String text = options.text(name);
        if (text == null) {
            return null;
        }
        try {
            double number = Double.parseDouble(text.trim());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Falls through to the message.
        }
        throw new InvalidUserDataException("oraculum: " + name + " = " + text + ": expected a number from 0 on");
    }
}
