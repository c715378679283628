package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;

/**
 * One variable of a program point's state. The naming scheme is in docs/formats.md, "Variables and their names".
 *
 * @param name the name that assertions use: {@code x}, {@code old_x}, {@code result}, {@code this.top}, {@code list.size()}
 * @param type its type
 * @param receiver name of the reference variable this one is read from; null for variables read directly. A value may be absent only where
 * its receiver is null
 * @param java Java text that reads it just before the exit, or, for an entry value, the identifier that holds it; null: derived from the
 * name
 * @param entry for an entry value, the Java expression that reads it at the method's start; else null
 * @param javaType declared Java type of a reference ({@code java.util.List}), or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Variable(String name, ValueType type, String receiver, String java, String entry, String javaType) {
    public Variable {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /** A variable that is read directly, under its own name. */
    public Variable(String name, ValueType type) {
        this(name, type, null, null, null, null);
    }
}
