package dev.oraculum.api.evidence;

import java.util.List;
import java.util.Objects;

/**
 * The method under test and the variables of its program point. The order of the variables is the order of the values in every state
 * record.
 *
 * @param method {@code pkg.C#m(int,java.lang.String)}
 * @param variables at least one, with distinct names
 */
public record Schema(String method, List<Variable> variables) {
    public Schema {
        Objects.requireNonNull(method, "method");
        variables = List.copyOf(variables);
    }

    /**
     * Length in bytes of one state record with these variables and without contents, its length field included (docs/formats.md, "States as
     * binary records").
     */
    public int recordBytes() {
        return 4 + 4 + 4 + 2 + (variables.size() + 7) / 8 + 8 * variables.size();
    }
}
