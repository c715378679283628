package dev.oraculum.runtime;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * One recorded invocation of a method under test, from entry to exit. Woven code keeps it in a local variable; null
 * there means that this invocation is not recorded.
 */
public final class Invocation {
    final RootRecording recording;
    /** Its place in the plan. */
    final int method;
    final int test;
    /** The test once more, as its recording counts them. */
    final int begun;
    final int index;
    /** Roots handed over so far: primitives as record bits, references as they are. */
    final long[] rootBits;
    final Object[] rootReferences;
    final boolean[] rootPresent;
    /** Variables read so far. */
    final long[] values;
    final Object[] references;
    final byte[] presence;
    /** Contents read so far, as {@link ContentsReader#copy} returns them. */
    final Object[] contents;
    /** Bytes that these take in the tail of the record. */
    int tailBytes;
    /** Whether its record is written. */
    boolean ended;
    /** Of a constructor, the place in the plan of the constructor that it calls first; -1: not in the plan. */
    int constructorCalled = -1;

    Invocation(RootRecording recording, StateReader reader, int method, int test, int begun, int index) {
        this.recording = recording;
        this.method = method;
        this.test = test;
        this.begun = begun;
        this.index = index;
        int roots = reader.roots;
        this.rootBits = new long[roots];
        this.rootReferences = new Object[roots];
        this.rootPresent = new boolean[roots];
        int variables = reader.variables();
        this.values = new long[variables];
        this.references = new Object[variables];
        this.presence = new byte[(variables + 7) / 8];
        this.contents = new Object[variables];
    }

    void root(int root, long bits) {
        rootBits[root] = bits;
        rootPresent[root] = true;
    }

    void root(int root, Object reference) {
        rootReferences[root] = reference;
        rootPresent[root] = true;
    }

    void clearRoots() {
        Arrays.fill(rootReferences, null);
        Arrays.fill(rootPresent, false);
    }

    /**
     * Makes the roots of the entry those of the exit.
     *
     * @param same by root of the exit, the root of the entry that is the same object, or -1
     */
    void keepRoots(int[] same) {
        Object[] entry = rootReferences.clone();
        clearRoots();
        for (int i = 0; i < same.length; i++) {
            if (same[i] >= 0) {
                root(i, entry[same[i]]);
            }
        }
    }

    void present(int variable) {
        presence[variable >> 3] |= (byte) (1 << (variable & 7));
    }

    boolean isPresent(int variable) {
        return (presence[variable >> 3] >> (variable & 7) & 1) != 0;
    }

    /** Keeps contents, unless the record would outgrow its bound: then they are absent, as any that are too long. */
    void contents(int variable, Object copy) {
        if (copy != null) {
            int bytes = StateBuffer.tailBytes(copy);
            if (bytes <= StateBuffer.MAX_TAIL_BYTES - tailBytes) {
                tailBytes += bytes;
                contents[variable] = copy;
                present(variable);
            }
        }
    }

    /**
     * Replaces the references by identities: numbers in order of first appearance among the variables, then among the
     * elements of contents; 0 for null.
     */
    void numberReferences() {
        int next = 1;
        for (int i = 0; i < references.length; i++) {
            Object reference = references[i];
            if (reference != null) {
                long identity = 0;
                for (int j = 0; j < i && identity == 0; j++) {
                    if (references[j] == reference) {
                        identity = values[j];
                    }
                }
                values[i] = identity != 0 ? identity : next++;
            }
        }
        Map<Object, Long> identities = null;
        for (int i = 0; i < contents.length; i++) {
            if (contents[i] instanceof Object[] elements && !(elements instanceof String[])) {
                if (identities == null) {
                    identities = identities();
                }
                contents[i] = numbers(elements, identities, next);
                next = 1 + identities.size();
            }
        }
    }

    private Map<Object, Long> identities() {
        Map<Object, Long> identities = new IdentityHashMap<>();
        for (int i = 0; i < references.length; i++) {
            if (references[i] != null) {
                identities.put(references[i], values[i]);
            }
        }
        return identities;
    }

    private static long[] numbers(Object[] elements, Map<Object, Long> identities, int next) {
        long[] numbers = new long[elements.length];
        for (int i = 0; i < elements.length; i++) {
            if (elements[i] != null) {
                Long known = identities.putIfAbsent(elements[i], (long) next);
                numbers[i] = known == null ? next++ : known;
            }
        }
        return numbers;
    }

    void release() {
        Arrays.fill(references, null);
        Arrays.fill(contents, null);
        clearRoots();
    }
}
