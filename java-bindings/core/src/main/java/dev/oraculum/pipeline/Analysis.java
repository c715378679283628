package dev.oraculum.pipeline;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.capture.PlannedCapture;
import dev.oraculum.execution.Jvm;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What class files say before anything is run: the method, the variables of its states, its mutants, the test classes.
 *
 * @param classPath of the code under test and the tests together
 * @param mutated whether there are to be mutants; the unchanged program has none
 * @param testClasses lists of test classes, one to be run if no test of those before it reaches the method
 * @param provingClasses test classes that may reach the method's class, where an assertion is proven on the project; else none
 * @param inputs what the evidence depends on
 * @param classesLeftOut those whose class files cannot be read
 */
record Analysis(
        Jvm jvm, List<Path> classPath, PlannedCapture capture, List<Mutant> mutants, boolean mutated, List<List<String>> testClasses,
        List<String> provingClasses,
        Map<String, String> inputs,
        List<LeftOut> classesLeftOut) {

    /** Mutators for a method of which PIT's defaults make no mutant that tells anything: assignments, getters, exchanges. */
    private static final List<String> FURTHER_MUTATORS = List.of(Mutators.DEFAULT, Mutators.CLASSIC);

    static Analysis of(Improve request, JobClock clock) {
        // First of all: a wrong notation needs no class path.
        MethodReference.parse(request.method());
        try (ProjectFiles files = ProjectFiles.open(request.project())) {
            return of(request, files, clock);
        }
    }

    static Analysis of(Improve request, ProjectFiles files, JobClock clock) {
        Analysis unchanged = withoutMutants(request, files, clock);
        ResolvedMethod method = unchanged.capture().method();
        MutationScope scope = request.mutate() == Improve.Mutate.CLASS ? MutationScope.CLASS : MutationScope.METHOD;
        Mutators mutators = request.mutators().isEmpty() ? Mutators.defaults() : Mutators.named(request.mutators());
        List<Mutant> mutants = Mutants.of(files.classPath(), method.owner(), method.name(), method.descriptor(), scope, mutators);
        Map<String, String> inputs = unchanged.inputs();
        if (request.mutators().isEmpty() && scope == MutationScope.METHOD && tellNothing(mutants)) {
            mutants = Mutants.of(
                    files.classPath(), method.owner(), method.name(), method.descriptor(), scope, Mutators.named(FURTHER_MUTATORS));
            inputs = new TreeMap<>(inputs);
            inputs.put("mutators", String.join(",", FURTHER_MUTATORS));
        }
        return new Analysis(unchanged.jvm(), unchanged.classPath(), unchanged.capture(), mutants, true, unchanged.testClasses(),
                unchanged.provingClasses(), inputs, files.classesLeftOut());
    }

    /** Whether there is none, or one that any mention of the result tells from the original. */
    private static boolean tellNothing(List<Mutant> mutants) {
        return mutants.isEmpty() || mutants.size() == 1 && EvidenceInWords.isTrivial(mutants.get(0).id());
    }

    /** For jobs on the unchanged program. */
    static Analysis withoutMutants(Improve request, ProjectFiles files, JobClock clock) {
        ResolvedMethod method = MethodReference.parse(request.method()).resolve(files.classPath());
        StateSettings states = request.states();
        CaptureSettings settings = CaptureSettings.DEFAULT
                .withLastExitOnly(request.exits() == Exits.LAST)
                .withContents(states.contents())
                .withPublicObserversOnly(states.publicObserversOnly())
                .withFieldsOfObjects(states.fieldsOfObjects())
                .withContentsLimits(states.maxElements(), states.maxCharacters());
        PlannedCapture capture = CapturePlanner.plan(files.classPath(), method, settings, new EnginePurity());
        capture.dropped().forEach(clock::warning);
        List<List<String>> testClasses = testClasses(request.project(), files, method);
        List<String> last = testClasses.get(testClasses.size() - 1);
        Map<String, String> inputs = Fingerprint.of(request, files.digests(), capture.plan().toBytes(), last, files.jvm());
        return new Analysis(
                files.jvm(), files.paths(), capture, List.of(), false, testClasses, provingClasses(request, files, method.owner()), inputs,
                files.classesLeftOut());
    }

    /** Those that the user names; else all that may reach the class: its assertion runs in all of these. */
    static List<String> provingClasses(Improve request, ProjectFiles files, String owner) {
        if (request.proving().sources() == null) {
            return List.of();
        }
        List<String> named = request.project().testClasses();
        return named.isEmpty() ? files.reaching(owner) : named;
    }

    private static List<List<String>> testClasses(Project project, ProjectFiles files, ResolvedMethod method) {
        if (!project.testClasses().isEmpty()) {
            for (String name : project.testClasses()) {
                files.requireReadable(name);
            }
            return List.of(project.testClasses());
        }
        List<String> found = files.referringTo(method.owner());
        if (found.isEmpty()) {
            String tests = project.tests().stream().map(Path::toString).reduce((a, b) -> a + ", " + b).orElse("(empty)");
            throw new ProjectException(
                    Problem.Code.NO_TEST_CLASS.problem(),
                    "no test class refers to " + method.owner().replace('/', '.') + "; searched (setting tests): " + tests
                            + (files.classesLeftOut().isEmpty() ? "" : "; left out, as their class files cannot be read:"),
                    files.classesLeftOut().stream().map(UnreadableClasses::line).toList());
        }
        List<String> calling = files.calling(found, method.owner(), method.name());
        return calling.isEmpty() || calling.equals(found) ? List.of(found) : List.of(calling, found);
    }

    Schema schema() {
        return capture.schema();
    }

    /** Binary name of the class under test. */
    String className() {
        return capture.method().owner().replace('/', '.');
    }

    String describe() {
        int classes = testClasses.get(0).size();
        return capture.method() + ": " + Text.count(schema().variables().size(), "variable") + ", "
                + Text.count(capture.plan().exits().size(), "exit") + ", " + Text.count(mutants.size(), "mutant") + ", "
                + (classes == 1 ? "1 test class" : classes + " test classes");
    }
}
