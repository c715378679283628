package dev.oraculum.spi;

import java.util.List;
import java.util.Objects;

/**
 * A method whose invocations are looked at.
 *
 * @param className binary name
 * @param name its name; {@code <init>} of a constructor
 * @param descriptor (JVMS 4.3.3)
 * @param variables what is known of an invocation: values on entry, which are called {@code old_..}, and values at the exit; there may be
 *     none
 */
public record PointMethod(String className, String name, String descriptor, List<PointVariable> variables) {
    public PointMethod {
        Objects.requireNonNull(className, "className");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(descriptor, "descriptor");
        variables = List.copyOf(variables);
    }
}
