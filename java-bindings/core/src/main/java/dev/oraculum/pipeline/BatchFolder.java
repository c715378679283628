package dev.oraculum.pipeline;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.LockFile;
import dev.oraculum.internal.Requests;
import dev.oraculum.internal.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Where a batch keeps what it has: for each method its evidence file, and beside it the result once there is one, so that a resumed run
 * does not even search again. A result is looked for only when the evidence is complete and of the same inputs.
 */
final class BatchFolder implements AutoCloseable {
    private static final int LONGEST_NAME = 120;
    private static final String LOCK = ".oraculum.lock";

    private final Path folder;
    private final LockFile lock;

    private BatchFolder(Path folder, LockFile lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Keeps other runs out of the folder until it is closed.
     *
     * @throws IllegalArgumentException there is something in the folder and it is not to be resumed, another run works in it, or it is no
     * folder
     */
    static BatchFolder open(Path folder, boolean resume) {
        try {
            Files.createDirectories(folder);
            LockFile lock = LockFile.create(folder.toRealPath().resolve(LOCK));
            if (lock == null) {
                throw new IllegalArgumentException("another run works in the evidence folder " + folder
                        + ": wait for it, or name another folder");
            }
            BatchFolder batch = new BatchFolder(folder, lock);
            if (!resume && !batch.isEmpty()) {
                batch.close();
                throw new IllegalArgumentException("the evidence folder " + folder
                        + " is not empty: resume the run that it is of, or name another folder");
            }
            return batch;
        } catch (java.nio.file.FileAlreadyExistsException e) {
            throw new IllegalArgumentException(folder + " is a file; the evidence of several methods needs a folder", e);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot use the evidence folder " + folder + ": " + e.getMessage(), e);
        }
    }

    private boolean isEmpty() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> file.getFileName().toString().equals(LOCK));
        }
    }

    /** Lets other runs in. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            // The lock goes with this process at the latest.
        }
    }

    Path evidence(String method) {
        return folder.resolve(fileName(method) + ".db");
    }

    /** Readable as far as it goes; the digest tells the rest apart. */
    static String fileName(String method) {
        String readable = method.replaceAll("[^A-Za-z0-9._$-]+", "-").replaceAll("-$", "");
        return readable.substring(0, Math.min(readable.length(), LONGEST_NAME)) + "-" + Fingerprint.ofText(method).substring(0, 8);
    }

    /**
     * What is kept of a finished search.
     *
     * @param request what was asked for, but for the time that it might take, and what evidence it was asked on
     */
    record Kept(String request, long budgetMillis, ImproveReport report, AssertionText best, double seconds) {}

    /**
     * The result of an earlier run of the same search; null if there is none. One that its budget ended counts only if there is no more
     * time now.
     */
    MethodResult result(String method, ImproveRequest request, StateSettings states) {
        Path file = resultFile(method);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            Kept kept = Json.decode(Files.readAllBytes(file), Kept.class);
            boolean ended = kept.report().stopReason() != StopReason.BUDGET || kept.budgetMillis() >= request.budget().toMillis();
            boolean usable = kept.request().equals(text(request, states)) && ended && kept.report().stopReason() != StopReason.CANCELLED;
            return usable ? MethodResult.of(kept.report(), kept.best(), kept.seconds()) : null;
        } catch (IOException | OraculumException unreadable) {
            // Written by another version: the search is repeated.
            return null;
        }
    }

    void keep(MethodResult result, ImproveRequest request, StateSettings states) {
        Path file = resultFile(result.method());
        try {
            WholeFile.write(file, Json.bytes(new Kept(
                    text(request, states), request.budget().toMillis(), result.report(), result.best(), result.seconds())));
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.IO, "cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private Path resultFile(String method) {
        return folder.resolve(fileName(method) + ".result.json");
    }

    /** What the result depends on, besides the evidence. */
    private static String text(ImproveRequest request, StateSettings states) {
        record Asked(Requests.Improve search, InheritedCorruption inheritedCorruption, double unreadableShare, int assessorTests) {}
        Requests.Improve search = Requests.Improve.of(request.withBudget(Duration.ofMillis(1)));
        Asked asked = new Asked(search, states.inheritedCorruption(), states.unreadableShare(), states.assessorTests());
        return new String(Json.bytes(asked), StandardCharsets.UTF_8);
    }
}
