package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.oraculum.api.Project;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.execution.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
    private static final Jvm JVM = new Jvm(Path.of("home"), Path.of("java"), "17.0.1", 17);

    @TempDir
    Path folder;

    private Improve project;

    @BeforeEach
    void twoFolders() throws IOException {
        project = project("a");
    }

    private Improve project(String name) throws IOException {
        Path classes = Files.createDirectories(folder.resolve(name + "/classes/pkg"));
        Path tests = Files.createDirectories(folder.resolve(name + "/tests"));
        Files.writeString(classes.resolve("C.class"), "class file");
        Files.writeString(tests.resolve("T.class"), "test");
        return Improve.of(Project.of(List.of(classes.getParent()), List.of(tests)), "pkg.C#m()");
    }

    private static Map<String, String> of(Improve project) {
        return Fingerprint.of(project, Fingerprint.Contents.of(project.project()), new byte[] {1}, List.of("T"), JVM);
    }

    /** Names of the inputs in which two fingerprints differ. */
    private Set<String> changed(Map<String, String> other) {
        Map<String, String> before = of(project);
        Set<String> names = new TreeSet<>(before.keySet());
        names.removeIf(name -> before.get(name).equals(new HashMap<>(other).get(name)));
        return names;
    }

    @Test
    void whereTheFilesAreDoesNotMatter() throws IOException {
        assertEquals(Set.of(), changed(of(project("elsewhere"))));
    }

    @Test
    void whatIsInThemDoes() throws IOException {
        Map<String, String> before = of(project);
        Files.writeString(project.project().classPath().get(0).resolve("pkg/C.class"), "class file!");
        assertNotEquals(before.get("class path"), of(project).get("class path"));
        assertEquals(before.get("tests"), of(project).get("tests"));
    }

    @Test
    void aRenamedFileIsAnotherOne() throws IOException {
        Map<String, String> before = of(project);
        Path file = project.project().tests().get(0).resolve("T.class");
        Files.move(file, file.resolveSibling("U.class"));
        assertNotEquals(before.get("tests"), of(project).get("tests"));
    }

    @Test
    void theSettingsOfTheEvidenceMatterAndThoseOfTheSearchDoNot() {
        assertEquals(Set.of("mutators", "mutate"), changed(of(project.withMutators(List.of("MATH")).withMutate(Improve.Mutate.CLASS))));
        assertEquals(Set.of("failing tests"), changed(of(project.withProject(project.project().withExcludeFailingTests(true)))));
        assertEquals(Set.of("capture plan", "test classes"),
                changed(Fingerprint.of(project, Fingerprint.Contents.of(project.project()), new byte[] {2}, List.of("T", "U"), JVM)));
        assertEquals(Set.of(), changed(of(project.withProject(project.project().withThreads(7))
                .withSearch(ImproveRequest.defaults().withAssertion("x > 0")))));
    }

    /** Without generated tests the seed is the search's alone. */
    @Test
    void theSeedMattersToGeneratedTests() {
        Improve seeded = project.withSearch(ImproveRequest.defaults().withSeed(9));
        assertEquals(Set.of("generated tests"), changed(of(seeded)));
        StateSettings none = StateSettings.DEFAULT.with("generatedTests", 0);
        assertEquals(of(project.withStates(none)), of(seeded.withStates(none)));
    }
}
