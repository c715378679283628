package dev.oraculum.pipeline;

import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.ImproveProject;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Schema;
import dev.oraculum.api.StateSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.facts.CapturePlanner;
import dev.oraculum.facts.CaptureSettings;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.PlannedCapture;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What class files say before anything is run: the method, the variables of its states, its mutants, the test classes.
 *
 * @param classPath of the code under test and the tests together
 * @param testClasses lists of test classes, one to be run if no test of those before it reaches the method
 * @param inputs what the evidence depends on
 * @param classesLeftOut those whose class files cannot be read
 */
record Analysis(
        Jvm jvm, List<Path> classPath, PlannedCapture capture, List<Mutant> mutants, List<List<String>> testClasses, Map<String, String> inputs,
        List<LeftOut> classesLeftOut) {

    static Analysis of(ImproveProject project, ImproveListener listener) {
        // First of all: a wrong notation needs no class path.
        MethodReference.parse(project.method());
        try (ProjectFiles files = ProjectFiles.open(project)) {
            return of(project, files, listener);
        }
    }

    static Analysis of(ImproveProject project, ProjectFiles files, ImproveListener listener) {
        Analysis unchanged = withoutMutants(project, files, listener);
        ResolvedMethod method = unchanged.capture().method();
        MutationScope scope = project.mutate() == ImproveProject.Mutate.CLASS ? MutationScope.CLASS : MutationScope.METHOD;
        Mutators mutators = project.mutators().isEmpty() ? Mutators.defaults() : Mutators.named(project.mutators());
        List<Mutant> mutants = Mutants.of(files.classPath(), method.owner(), method.name(), method.descriptor(), scope, mutators);
        return new Analysis(unchanged.jvm(), unchanged.classPath(), unchanged.capture(), mutants, unchanged.testClasses(), unchanged.inputs(), files.classesLeftOut());
    }

    /** For jobs on the unchanged program. */
    static Analysis withoutMutants(ImproveProject project, ProjectFiles files, ImproveListener listener) {
        ResolvedMethod method = MethodReference.parse(project.method()).resolve(files.classPath());
        StateSettings states = project.states();
        CaptureSettings settings = CaptureSettings.DEFAULT
                .withLastExitOnly(project.exits() == ImproveProject.Exits.LAST)
                .withContents(states.contents())
                .withContentsLimits(states.maxElements(), states.maxCharacters());
        PlannedCapture capture = CapturePlanner.plan(files.classPath(), method, settings);
        capture.dropped().forEach(listener::warning);
        List<List<String>> testClasses = testClasses(project, files, method);
        List<String> last = testClasses.get(testClasses.size() - 1);
        Map<String, String> inputs = Fingerprint.of(project, files.digests(), capture.plan().toBytes(), last, files.jvm());
        return new Analysis(files.jvm(), files.paths(), capture, List.of(), testClasses, inputs, files.classesLeftOut());
    }

    private static List<List<String>> testClasses(ImproveProject project, ProjectFiles files, ResolvedMethod method) {
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
                    ProjectException.Kind.NO_TESTS,
                    "no test class under --tests refers to " + method.owner().replace('/', '.') + "; name the classes that test it with --test-class, or check --tests: " + tests
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
        return capture.method() + ": " + Text.count(schema().variables().size(), "variable") + ", " + Text.count(capture.plan().exits().size(), "exit") + ", "
                + Text.count(mutants.size(), "mutant") + ", " + (classes == 1 ? "1 test class" : classes + " test classes");
    }
}
