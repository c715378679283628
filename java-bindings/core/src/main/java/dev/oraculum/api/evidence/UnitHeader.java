package dev.oraculum.api.evidence;

import java.util.Objects;

/**
 * Identity of a unit of work: one run of tests against one version of the class.
 *
 * @param index place of the unit in the evidence, from 0, unique; the evidence is assembled in this order, whatever order units finish in
 * @param id unique name; for a mutant also its name in results and exports
 * @param kind original or mutant
 */
public record UnitHeader(long index, String id, UnitKind kind) {
    public UnitHeader {
        if (index < 0) {
            throw new IllegalArgumentException("unit index is " + index + ": expected 0 or more");
        }
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kind, "kind");
    }
}
