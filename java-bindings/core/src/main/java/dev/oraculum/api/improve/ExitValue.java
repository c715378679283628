package dev.oraculum.api.improve;

import java.util.Objects;

/**
 * A declaration that has to stand right before an assertion, {@code final javaType name = java;}: a lambda of the assertion reads a local
 * variable through it, since it may capture only what is assigned once (JLS §15.27.2).
 *
 * @param name the identifier that the assertion's Java text uses
 * @param javaType its type as Java writes it
 * @param java what it is at the exit
 */
public record ExitValue(String name, String javaType, String java) {
    public ExitValue {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(javaType, "javaType");
        Objects.requireNonNull(java, "java");
    }

    /** The declaration. */
    public String declaration() {
        return "final " + javaType.replaceAll("(?<=\\w)\\$(?=[A-Za-z_])", ".") + " " + name + " = " + java + ";";
    }
}
