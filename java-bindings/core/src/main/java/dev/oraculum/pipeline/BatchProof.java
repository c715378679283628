package dev.oraculum.pipeline;

import dev.oraculum.api.Phase;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.Patch;
import dev.oraculum.api.improve.Proof;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.patch.SourcePatches.Insertion;
import dev.oraculum.proving.ClauseFailure;
import dev.oraculum.proving.PatchTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;

/**
 * Proves the results of many methods together: all assertions in one patch, which is compiled and run once. A method whose assertion does
 * not hold there is improved again, by itself, with that proof of its own; then all are tried together again.
 */
final class BatchProof {
    private final Improve request;
    private final ProjectFiles files;
    private final JobClock clock;
    /** Improves a method again, with a proof of its own. */
    private final Again again;
    private int jvms;
    private Patch patch;

    /** Improves a method with a proof of its own. */
    interface Again {
        MethodResult improve(String method);
    }

    BatchProof(Improve request, ProjectFiles files, JobClock clock, Again again) {
        this.request = request;
        this.files = files;
        this.clock = clock;
        this.again = again;
    }

    /** The patch that was tried last; null: none was. */
    Patch patch() {
        return patch;
    }

    /** The results, each with what the project's tests say of it. */
    List<MethodResult> of(List<MethodResult> results) {
        List<MethodResult> proven = new ArrayList<>(results);
        Set<Integer> redone = new TreeSet<>();
        while (true) {
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < proven.size(); i++) {
                if (proven.get(i).outcome() == MethodOutcome.IMPROVED) {
                    places.add(i);
                }
            }
            if (places.isEmpty()) {
                return proven;
            }
            Map<Integer, String> failures = clock.run(
                    Phase.PROVING,
                    places.size() == 1 ? "of one method" : "of " + places.size() + " methods in one patch",
                    () -> tryTogether(proven, places),
                    failed -> failed.isEmpty() ? "tried" : Text.count(failed.size(), "method") + " to be improved again");
            if (failures.isEmpty()) {
                return proven;
            }
            failures.forEach((place, reason) -> {
                MethodResult result = proven.get(place);
                MethodResult next = redone.add(place) ? again.improve(result.method()) : null;
                Proof refuted = result.report().proof().ended(Proof.Status.REFUTED, reason, 0, 0);
                proven.set(place, next != null ? next : result.withProof(refuted));
            });
        }
    }

    /** Proofs go into the results; what is returned are the places whose assertions do not hold, with the reasons. */
    private Map<Integer, String> tryTogether(List<MethodResult> results, List<Integer> places) {
        try {
            PatchTrial.Result tried = trial(results, places);
            if (!tried.obstacle().isEmpty()) {
                return byFile(results, places);
            }
            return conclude(results, places, tried);
        } catch (CancellationException e) {
            Thread.currentThread().interrupt();
            end(results, places, Proof.Status.NOT_TRIED, "the run was interrupted before it was tried", 0);
            return Map.of();
        } catch (CannotRunException e) {
            end(results, places, Proof.Status.NOT_TRIED, "the tests cannot be run: " + e.getMessage(), 0);
            return Map.of();
        }
    }

    /** The sources of one class stand in the way of no other. */
    private Map<Integer, String> byFile(List<MethodResult> results, List<Integer> places) {
        Map<String, List<Integer>> byFile = new LinkedHashMap<>();
        for (int place : places) {
            String owner = results.get(place).method().replaceFirst("[#$].*", "");
            byFile.computeIfAbsent(owner, key -> new ArrayList<>()).add(place);
        }
        Map<Integer, String> failures = new LinkedHashMap<>();
        for (List<Integer> some : byFile.values()) {
            PatchTrial.Result tried = trial(results, some);
            if (tried.obstacle().isEmpty()) {
                failures.putAll(conclude(results, some, tried));
            } else {
                end(results, some, Proof.Status.NOT_TRIED, tried.obstacle(), 0);
            }
        }
        return failures;
    }

    private PatchTrial.Result trial(List<MethodResult> results, List<Integer> places) {
        Set<String> testClasses = new LinkedHashSet<>();
        Set<String> reaching = new LinkedHashSet<>();
        boolean leftOut = false;
        List<Insertion> insertions = new ArrayList<>();
        for (int place : places) {
            MethodResult result = results.get(place);
            insertions.add(new Insertion(result.method(), result.best()));
            String owner = result.method().substring(0, result.method().indexOf('#')).replace('.', '/');
            testClasses.addAll(request.project().testClasses().isEmpty() ? files.referringTo(owner) : request.project().testClasses());
            reaching.addAll(Analysis.provingClasses(request, files, owner));
            leftOut |= !result.report().evidence().testsLeftOut().isEmpty();
        }
        ExecutionSettings settings =
                ProjectRun.settings(request.project(), files.jvm(), files.paths(), List.copyOf(testClasses), new byte[0]);
        Proving proving = request.proving();
        PatchTrial trial =
                new PatchTrial(settings, settings.withTestClasses(List.copyOf(reaching)), proving, request.exits());
        PatchTrial.Result tried = trial.of(insertions, leftOut ? proving.runs() : 1);
        jvms += tried.jvms();
        patch = tried.failures().isEmpty() && tried.refuting().isEmpty() ? ProjectTrials.written(tried.patch(), proving) : patch;
        return tried;
    }

    private Map<Integer, String> conclude(List<MethodResult> results, List<Integer> places, PatchTrial.Result tried) {
        Map<Integer, String> failures = new LinkedHashMap<>();
        for (ClauseFailure failure : tried.failures().values()) {
            failures.put(places.get(failure.clause()), failure.reason());
        }
        if (!tried.refuting().isEmpty()) {
            places.forEach(place -> failures.put(place, "with the patch of all methods, " + String.join("; ", tried.refuting())));
        }
        if (failures.isEmpty()) {
            for (int place : places) {
                String method = results.get(place).method() + ": ";
                String unpatchable = tried.patch().failures().stream().filter(line -> line.startsWith(method)).findFirst().orElse(null);
                if (unpatchable == null) {
                    end(results, List.of(place), Proof.Status.PROVEN, "", tried.tests());
                } else {
                    end(results, List.of(place), Proof.Status.NOT_TRIED, unpatchable.substring(method.length()), 0);
                }
            }
        }
        return failures;
    }

    private void end(List<MethodResult> results, List<Integer> places, Proof.Status status, String reason, long tests) {
        for (int place : places) {
            MethodResult result = results.get(place);
            results.set(place, result.withProof(result.report().proof().ended(status, reason, tests, jvms)));
        }
    }
}
