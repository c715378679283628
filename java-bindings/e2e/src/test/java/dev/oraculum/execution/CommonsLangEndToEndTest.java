package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.program.EnginePurity;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A real library with the tests that its project publishes. */
class CommonsLangEndToEndTest {
    private static List<Path> project() {
        List<Path> paths = new ArrayList<>(Distribution.samples("commons-lang3"));
        paths.addAll(Distribution.junit("platform-1", "junit-jupiter-api", "junit-jupiter-params"));
        return paths;
    }

    private static Path tests() {
        return Distribution.samples("commons-lang3").stream()
                .filter(jar -> jar.toString().endsWith("-tests.jar"))
                .findFirst()
                .orElseThrow();
    }

    private record Outcome(int reaching, List<Mutant> mutants, List<UnitResult> results, Notebook notebook) {
        boolean isKilled(int mutant) {
            return results.get(mutant).tests().stream().anyMatch(run -> run.outcome() != TestOutcome.PASSED);
        }
    }

    private static Outcome mutate(String method, Mutators mutators) {
        List<Path> paths = project();
        try (ClassPath classPath = ClassPath.open(paths);
                ClassPath testsPath = ClassPath.open(List.of(tests()))) {
            ResolvedMethod resolved = MethodReference.parse(method).resolve(classPath);
            byte[] plan = CapturePlanner.plan(classPath, resolved, CaptureSettings.DEFAULT, new EnginePurity()).plan().toBytes();
            List<String> testClasses = TestSelection.referringTo(testsPath, classPath, resolved.owner());
            List<Mutant> mutants = Mutants.of(
                    classPath, resolved.owner(), resolved.name(), resolved.descriptor(), MutationScope.METHOD, mutators);
            ExecutionSettings settings =
                    ExecutionSettings.of(Distribution.installation(), Jvm.running(), paths, testClasses, plan).withWorkers(2);
            try (WorkerPool pool = WorkerPool.open(settings)) {
                Notebook notebook = new Notebook();
                OriginalRun original = pool.runOriginal(pool.discover().tests(), notebook);
                List<Unit> units = new ArrayList<>();
                for (Mutant mutant : mutants) {
                    units.add(new Unit(2 + units.size(), mutant.className(), mutant.bytes(), original.reaching()));
                }
                return new Outcome(original.reaching().size(), mutants, pool.runUnits(units, notebook), notebook);
            }
        }
    }

    @Test
    void theMutantsOfBooleanUtilsCompareAreKilledByItsTestsButForTheEquivalentOne() {
        Outcome outcome = mutate("org.apache.commons.lang3.BooleanUtils#compare(boolean,boolean)", Mutators.defaults());
        assertEquals(1, outcome.reaching());
        List<String> alive = new ArrayList<>();
        for (int i = 0; i < outcome.mutants().size(); i++) {
            assertEquals(UnitEnd.COMPLETED, outcome.results().get(i).end());
            if (!outcome.isKilled(i)) {
                alive.add(outcome.mutants().get(i).sentence());
            }
        }
        assertTrue(outcome.mutants().size() > 3, () -> "only " + outcome.mutants());
        // The statement is `return 0`.
        assertEquals(List.of("line 159: replaced int return with 0"), alive);
    }

    @Test
    @SameOnEveryJdk
    void theMutantsOfStripToNullRunOnAllTestsThatReachIt() {
        Outcome outcome =
                mutate("org.apache.commons.lang3.StringUtils#stripToNull(java.lang.String)", Mutators.named(List.of("ALL")));
        assertTrue(outcome.reaching() >= 1);
        for (UnitResult result : outcome.results()) {
            assertEquals(UnitEnd.COMPLETED, result.end(), result::sentence);
            assertEquals(outcome.reaching(), result.tests().size());
        }
    }
}
