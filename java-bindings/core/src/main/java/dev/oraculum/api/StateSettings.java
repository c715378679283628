package dev.oraculum.api;

import java.util.Objects;

/**
 * What is recorded of a state, and which states become evidence (docs/state-capture.md; docs/formats.md, "What becomes evidence").
 *
 * @param contents record what strings, arrays, collections and maps hold; without it, states are those of the GAssert paper
 * @param maxElements of an array, collection or map; longer ones are absent
 * @param maxCharacters of a string; longer ones are absent
 * @param inheritedCorruption what happens to a mutant's state that an earlier call had spoiled
 * @param unreadableShare share of the tests, and of their correct states, that may be left out for the sake of contents that cannot be read there; beyond it the contents
 *     are left out
 * @param limits bounds of the evidence
 */
public record StateSettings(boolean contents, int maxElements, int maxCharacters, InheritedCorruption inheritedCorruption, double unreadableShare, EvidenceLimits limits) {
    /** Contents of up to 256 elements and 1024 characters; a tenth of the tests for contents; spoiled states dropped. */
    public static final StateSettings DEFAULT = new StateSettings(true, 256, 1024, InheritedCorruption.DROP, 0.1, EvidenceLimits.DEFAULT);

    public StateSettings {
        Objects.requireNonNull(inheritedCorruption, "inheritedCorruption");
        Objects.requireNonNull(limits, "limits");
        if (maxElements < 0 || maxCharacters < 0) {
            throw new IllegalArgumentException("bounds of contents must not be negative: maxElements " + maxElements + ", maxCharacters " + maxCharacters);
        }
        if (!(unreadableShare >= 0 && unreadableShare <= 1)) {
            throw new IllegalArgumentException("unreadableShare is " + unreadableShare + ": expected a number from 0 to 1");
        }
    }

    public StateSettings withContents(boolean recorded) {
        return new StateSettings(recorded, maxElements, maxCharacters, inheritedCorruption, unreadableShare, limits);
    }

    public StateSettings withContentsLimits(int elements, int characters) {
        return new StateSettings(contents, elements, characters, inheritedCorruption, unreadableShare, limits);
    }

    public StateSettings withInheritedCorruption(InheritedCorruption what) {
        return new StateSettings(contents, maxElements, maxCharacters, what, unreadableShare, limits);
    }

    public StateSettings withUnreadableShare(double share) {
        return new StateSettings(contents, maxElements, maxCharacters, inheritedCorruption, share, limits);
    }

    public StateSettings withLimits(EvidenceLimits bounds) {
        return new StateSettings(contents, maxElements, maxCharacters, inheritedCorruption, unreadableShare, bounds);
    }
}
