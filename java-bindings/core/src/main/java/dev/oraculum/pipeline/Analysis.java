package dev.oraculum.pipeline;

import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.ImproveProject;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.Schema;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.facts.CapturePlanner;
import dev.oraculum.facts.CaptureSettings;
import dev.oraculum.facts.ClassPath;
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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What class files say before anything is run: the method, the variables of its states, its mutants, the test classes.
 *
 * @param classPath of the code under test and the tests together
 */
record Analysis(Jvm jvm, List<Path> classPath, PlannedCapture capture, List<Mutant> mutants, List<String> testClasses, Map<String, String> inputs) {

    static Analysis of(ImproveProject project, ImproveListener listener) {
        // First of all: a wrong notation needs no class path.
        MethodReference reference = MethodReference.parse(project.method());
        Jvm jvm = project.jvm() == null ? Jvm.running() : Jvm.at(project.jvm());
        List<Path> paths = Stream.concat(project.classPath().stream(), project.tests().stream()).map(Path::toAbsolutePath).distinct().toList();
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            ResolvedMethod method = reference.resolve(classPath);
            boolean lastExitOnly = project.exits() == ImproveProject.Exits.LAST;
            CaptureSettings settings = CaptureSettings.DEFAULT.withLastExitOnly(lastExitOnly);
            PlannedCapture capture = CapturePlanner.plan(classPath, method, settings);
            capture.dropped().forEach(listener::warning);
            List<String> testClasses = testClasses(project, classPath, method);
            MutationScope scope = project.mutate() == ImproveProject.Mutate.CLASS ? MutationScope.CLASS : MutationScope.METHOD;
            Mutators mutators = project.mutators().isEmpty() ? Mutators.defaults() : Mutators.named(project.mutators());
            List<Mutant> mutants = Mutants.of(classPath, method.owner(), method.name(), method.descriptor(), scope, mutators);
            return new Analysis(jvm, paths, capture, mutants, testClasses, Fingerprint.of(project, capture.plan().toBytes(), testClasses, jvm));
        }
    }

    private static List<String> testClasses(ImproveProject project, ClassPath classPath, ResolvedMethod method) {
        if (!project.testClasses().isEmpty()) {
            return project.testClasses();
        }
        List<String> found;
        try (ClassPath tests = ClassPath.open(project.tests())) {
            found = TestSelection.referringTo(tests, classPath, method.owner());
        }
        if (found.isEmpty()) {
            throw new ProjectException("no test class under --tests refers to " + method.owner().replace('/', '.')
                    + "; name the classes that test it with --test-class, or check --tests: " + project.tests().stream().map(Path::toString).reduce((a, b) -> a + ", " + b).orElse("(empty)"));
        }
        return found;
    }

    Schema schema() {
        return capture.schema();
    }

    /** Binary name of the class under test. */
    String className() {
        return capture.method().owner().replace('/', '.');
    }

    String describe() {
        return capture.method() + ": " + Text.count(schema().variables().size(), "variable") + ", " + Text.count(capture.plan().exits().size(), "exit") + ", "
                + Text.count(mutants.size(), "mutant") + ", " + (testClasses.size() == 1 ? "1 test class" : testClasses.size() + " test classes");
    }
}
