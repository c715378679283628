package dev.oraculum.api;

import dev.oraculum.api.evidence.DuplicateStates;
import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.settings.StateSettings;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How to open an {@link Engine}.
 *
 * @param threads threads of the engine's own pool; 0: one per processor. Results never depend on it
 * @param evidence the evidence file, or null to keep the evidence in memory
 * @param mode what to do if the file exists; ignored without a file
 * @param limits bounds that turn an evidence too large into an error instead of an exhausted machine
 * @param duplicateIncorrect what happens to an incorrect state that occurs more than once
 * @param inheritedCorruption what happens to a mutant's state that an earlier call had spoiled
 * @param unreadableShare see {@link StateSettings}
 */
public record EngineOptions(
        int threads, Path evidence, OpenMode mode, EvidenceLimits limits, DuplicateStates duplicateIncorrect,
        InheritedCorruption inheritedCorruption, double unreadableShare) {
    public EngineOptions {
        if (threads < 0) {
            throw new IllegalArgumentException("threads is " + threads + ": expected 0 (one per processor) or more");
        }
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(duplicateIncorrect, "duplicateIncorrect");
        Objects.requireNonNull(inheritedCorruption, "inheritedCorruption");
    }

    /** Duplicates of incorrect states dropped; the rest as {@link StateSettings#DEFAULT} says. */
    public EngineOptions(int threads, Path evidence, OpenMode mode, EvidenceLimits limits) {
        this(threads, evidence, mode, limits, DuplicateStates.DROP, StateSettings.DEFAULT.inheritedCorruption(),
                StateSettings.DEFAULT.unreadableShare());
    }

    /** Evidence in memory, one thread per processor. */
    public static EngineOptions inMemory() {
        return new EngineOptions(0, null, OpenMode.NEW, EvidenceLimits.DEFAULT);
    }

    /** Evidence in the given file, one thread per processor. */
    public static EngineOptions file(Path evidence, OpenMode mode) {
        return new EngineOptions(0, Objects.requireNonNull(evidence, "evidence"), mode, EvidenceLimits.DEFAULT);
    }

    public EngineOptions withThreads(int threads) {
        return new EngineOptions(threads, evidence, mode, limits, duplicateIncorrect, inheritedCorruption, unreadableShare);
    }

    public EngineOptions withLimits(EvidenceLimits limits) {
        return new EngineOptions(threads, evidence, mode, limits, duplicateIncorrect, inheritedCorruption, unreadableShare);
    }

    public EngineOptions withDuplicateIncorrect(DuplicateStates duplicateIncorrect) {
        return new EngineOptions(threads, evidence, mode, limits, duplicateIncorrect, inheritedCorruption, unreadableShare);
    }

    public EngineOptions withInheritedCorruption(InheritedCorruption inheritedCorruption) {
        return new EngineOptions(threads, evidence, mode, limits, duplicateIncorrect, inheritedCorruption, unreadableShare);
    }

    public EngineOptions withUnreadableShare(double unreadableShare) {
        return new EngineOptions(threads, evidence, mode, limits, duplicateIncorrect, inheritedCorruption, unreadableShare);
    }

    /** What those settings say of evidence that is recorded already. */
    public EngineOptions withStates(StateSettings states) {
        return new EngineOptions(threads, evidence, mode, states.limits(), duplicateIncorrect, states.inheritedCorruption(),
                states.unreadableShare());
    }
}
