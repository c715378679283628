package dev.oraculum.proving;

import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestRun;
import dev.oraculum.patch.SourcePatches;
import dev.oraculum.patch.SourcePatches.Insertion;
import dev.oraculum.verification.StateJudge;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs a project's tests on its sources with assertions in them. First each clause stands by itself and notes where it does not hold,
 * whatever the code around it catches; where all hold, the patch itself is compiled and run.
 */
public final class PatchTrial {
    private final ExecutionSettings settings;
    private final ExecutionSettings reaching;
    private final Patching patching;
    /** Of the program as it is; run when something fails that may have failed before. */
    private SuiteRun before;

    /**
     * @param settings how the tests run: the project's class path, the test classes in which each clause is tried first
     * @param reaching the same with all test classes that may reach the patched code: the patch runs in these
     * @param proving where the sources are, and what form is wanted
     */
    public PatchTrial(ExecutionSettings settings, ExecutionSettings reaching, Proving proving, Exits exits) {
        this.settings = settings.withPlan(new byte[0]);
        this.reaching = reaching.withPlan(new byte[0]);
        // What tests are compiled with, they see at run time, too: the runtime that hears of clauses on trial.
        this.patching = Patching.of(proving, exits, Stream.concat(settings.classPath().stream(), Stream.of(StateJudge.runtime())).toList());
    }

    /**
     * What came of it.
     *
     * @param patch as it is to be written; of no use where there are failures
     * @param failures clauses that do not hold or do not compile, by their numbers; the patch was then not run
     * @param obstacle why nothing can be said; empty: nothing stood in the way
     * @param refuting tests that passed before and do not with the patch, for no clause that is known, a line each
     * @param tests that passed on the patched program
     * @param jvms fresh ones that were needed
     */
    public record Result(
            SourcePatches patch, Map<Integer, ClauseFailure> failures, String obstacle, List<String> refuting, long tests, int jvms) {
        static Result obstacle(SourcePatches patch, String what, int jvms) {
            return new Result(patch, Map.of(), what, List.of(), 0, jvms);
        }

        static Result failures(SourcePatches patch, Map<Integer, ClauseFailure> failures, int jvms) {
            return new Result(patch, failures, "", List.of(), 0, jvms);
        }
    }

    /**
     * Tries assertions.
     *
     * @param runs in how many JVMs each clause is tried, from 1
     * @throws CannotRunException the tests cannot be run any more
     */
    public Result of(List<Insertion> insertions, int runs) {
        SourcePatches patch = patching.patch(insertions);
        if (patch.texts().isEmpty()) {
            return Result.obstacle(patch, "the sources have no place for it: " + String.join("; ", patch.failures()), 0);
        }
        int jvms = 0;
        try (CompiledSources patched = compile(patch)) {
            Map<Integer, ClauseFailure> failures = new TreeMap<>();
            try (CompiledSources onTrial = compile(patching.onTrial(insertions))) {
                for (int run = 0; run < runs && failures.isEmpty(); run++) {
                    jvms++;
                    SuiteRun.of(on(settings, onTrial)).failures()
                            .forEach((clause, failure) -> failures.merge(clause, failure, ClauseFailure::with));
                }
            }
            if (!failures.isEmpty()) {
                return Result.failures(patch, failures, jvms);
            }
            SuiteRun run = SuiteRun.of(on(reaching, patched));
            jvms++;
            List<String> worse = run.isGreen() ? List.of() : run.worseThan(before());
            if (!worse.isEmpty()) {
                // Tests further away: which of the clauses they break.
                try (CompiledSources onTrial = compile(patching.onTrial(insertions))) {
                    jvms++;
                    failures.putAll(SuiteRun.of(on(reaching, onTrial)).failures());
                }
                if (!failures.isEmpty()) {
                    return Result.failures(patch, failures, jvms);
                }
                Map<Integer, ClauseFailure> byText = byText(insertions, run);
                if (!byText.isEmpty()) {
                    return Result.failures(patch, byText, jvms);
                }
                // A test that fails now and then fails with any patch; one that fails again does for this one.
                run = SuiteRun.of(on(reaching, patched));
                jvms++;
                List<String> again = run.worseThan(before());
                worse = worse.stream().filter(again::contains).toList();
            }
            return new Result(patch, Map.of(), "", worse, run.passed(), jvms);
        } catch (CompiledSources.Refused e) {
            return refused(insertions, patch, e.getMessage(), jvms);
        }
    }

    private static ExecutionSettings on(ExecutionSettings how, CompiledSources classes) {
        return how.withClassPath(Stream.concat(Stream.of(classes.folder()), how.classPath().stream()).toList());
    }

    private CompiledSources compile(SourcePatches patch) throws CompiledSources.Refused {
        return CompiledSources.of(patch.texts(), settings.classPath(), settings.jvm().featureVersion());
    }

    private SuiteRun before() {
        if (before == null) {
            before = SuiteRun.of(reaching);
        }
        return before;
    }

    /** Clauses of those insertions whose text a failure has: which of them it is, the trials did not show. */
    private static Map<Integer, ClauseFailure> byText(List<Insertion> insertions, SuiteRun run) {
        Map<Integer, ClauseFailure> failures = new TreeMap<>();
        int first = 0;
        for (Insertion insertion : insertions) {
            String text = insertion.assertion().assertion();
            Optional<TestRun> failing = run.notPassed().values().stream().filter(test -> test.failure().contains(text)).findFirst();
            if (failing.isPresent()) {
                String name = failing.get().test().name();
                for (int clause = 0; clause < insertion.clauses().size(); clause++) {
                    failures.put(first + clause, new ClauseFailure(
                            first + clause, Set.of(name), "is false, or a clause beside it, in " + name));
                }
            }
            first += insertion.clauses().size();
        }
        return failures;
    }

    /** The compiler refuses the patch: for the sources as they are, or for some of the clauses. */
    private Result refused(List<Insertion> insertions, SourcePatches patch, String why, int jvms) {
        Map<Path, String> texts = new LinkedHashMap<>();
        try {
            for (Path file : patch.files()) {
                texts.put(file, Files.readString(patching.folder().resolve(file), StandardCharsets.UTF_8));
            }
            CompiledSources.of(texts, settings.classPath(), settings.jvm().featureVersion()).close();
        } catch (CompiledSources.Refused e) {
            String what = "its source does not compile against the class path, even without a patch: " + e.getMessage();
            return Result.obstacle(patch, what, jvms);
        } catch (IOException e) {
            return Result.obstacle(patch, "its source cannot be read: " + e.getMessage(), jvms);
        }
        Map<Integer, ClauseFailure> failures = new TreeMap<>();
        int number = 0;
        for (Insertion insertion : insertions) {
            for (int i = 0; i < insertion.clauses().size(); i++, number++) {
                Insertion alone = new Insertion(insertion.method(), insertion.clauses().get(i));
                SourcePatches single = patching.patch(List.of(alone));
                try {
                    if (!single.texts().isEmpty()) {
                        compile(single).close();
                    }
                } catch (CompiledSources.Refused e) {
                    failures.put(number, new ClauseFailure(number, Set.of(), "does not compile in the source: " + e.getMessage()));
                }
            }
        }
        return failures.isEmpty()
                ? Result.obstacle(patch, "the patched source does not compile: " + why, jvms)
                : Result.failures(patch, failures, jvms);
    }
}
