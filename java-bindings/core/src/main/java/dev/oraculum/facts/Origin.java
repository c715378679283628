package dev.oraculum.facts;

import org.objectweb.asm.tree.analysis.Value;

/**
 * Where a value comes from, for {@link MethodEffects}.
 *
 * @param from index of the method's argument that it is, or {@link #FRESH} or {@link #OTHER}
 */
record Origin(int from, int getSize) implements Value {
    /** An object that this very execution of the method has created. */
    static final int FRESH = -1;
    /** Anything else. */
    static final int OTHER = -2;

    @Override
    public int getSize() {
        return getSize;
    }
}
