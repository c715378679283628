package dev.oraculum.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.job.JobException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.DefaultArtifact;
import org.apache.maven.artifact.handler.DefaultArtifactHandler;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModulePathsTest {
    private static final String COMMAND = "mvn test-compile oraculum:improve";

    @TempDir
    private Path folder;

    private MavenProject module(String name, Artifact... dependencies) {
        Model model = new Model();
        model.setGroupId("tram");
        model.setArtifactId(name);
        model.setPackaging("jar");
        model.setBuild(new Build());
        model.getBuild().setOutputDirectory(folder.resolve(name + "/target/classes").toString());
        model.getBuild().setTestOutputDirectory(folder.resolve(name + "/target/test-classes").toString());
        MavenProject project = new MavenProject(model);
        project.setArtifacts(new LinkedHashSet<>(List.of(dependencies)));
        return project;
    }

    private File made(String path) throws IOException {
        return Files.createDirectories(folder.resolve(path)).toFile();
    }

    private Artifact dependency(String group, String name, String scope) throws IOException {
        Artifact artifact = new DefaultArtifact(group, name, "1", scope, "jar", null, new DefaultArtifactHandler("jar"));
        artifact.setFile(made("libraries/" + name));
        return artifact;
    }

    @Test
    void codeAndTestsAreThoseOfTheModule() throws IOException {
        Artifact lang = dependency("org", "lang", "compile");
        Artifact junit = dependency("junit", "junit", "test");
        MavenProject module = module("tickets", lang, junit);
        File classes = made("tickets/target/classes");
        File tests = made("tickets/target/test-classes");
        ModulePaths paths = new ModulePaths(module, Set.of(module), List.of());
        assertNull(paths.nothingToDo(true, COMMAND));
        assertEquals(List.of(classes), paths.code());
        assertEquals(List.of(lang.getFile()), paths.libraries());
        assertEquals(List.of(tests, lang.getFile(), junit.getFile()), paths.tests());
        assertEquals(List.of(lang.getFile(), junit.getFile()), paths.testLibraries());
    }

    @Test
    void codeOfAnotherModuleIsUnderTestWhereThePomSaysSo() throws IOException {
        Artifact tickets = dependency("tram", "tickets", "test");
        Artifact lang = dependency("org", "lang", "test");
        MavenProject other = module("tickets");
        other.addCompileSourceRoot(made("tickets/src/main/java").toString());
        MavenProject module = module("tickets-tests", tickets, lang);
        File tests = made("tickets-tests/target/test-classes");
        ModulePaths paths = new ModulePaths(module, List.of(other, module), List.of("tram:tickets"));
        assertNull(paths.nothingToDo(true, COMMAND));
        assertEquals(List.of(tickets.getFile()), paths.code());
        assertEquals(List.of(tests, lang.getFile()), paths.tests(), "what is under test is no part of what tests need");
        assertEquals(List.of(lang.getFile()), paths.libraries(), "what the code needs, though this module needs it for tests only");
        assertEquals(List.of(folder.resolve("tickets/src/main/java").toFile()), paths.sources());
    }

    @Test
    void whatIsUnderTestMustBeADependency() throws IOException {
        MavenProject module = module("tickets-tests", dependency("org", "lang", "test"));
        String message = assertThrows(JobException.class, () -> new ModulePaths(module, Set.of(), List.of("tram:tickets"))).getMessage();
        assertEquals("oraculum: underTest names tram:tickets, which is no dependency of this module; the dependencies are org:lang",
                message);
    }

    @Test
    void aModuleWithNothingToDoSaysWhy() throws IOException {
        MavenProject parent = module("parent");
        parent.getModel().setPackaging("pom");
        assertEquals("this module has no code", nothingToDo(parent, true));
        MavenProject tests = module("tickets-tests");
        assertTrue(nothingToDo(tests, true).contains("<underTest>groupId:artifactId</underTest>"), nothingToDo(tests, true));
        MavenProject untested = module("tickets");
        made("tickets/target/classes");
        assertEquals("this module has no tests", nothingToDo(untested, true));
        assertNull(nothingToDo(untested, false));
    }

    /** Maven would go on without: a goal that is named alone compiles nothing. */
    @Test
    void whatIsNotCompiledIsAnError() throws IOException {
        MavenProject module = module("tickets");
        module.addCompileSourceRoot(made("tickets/src/main/java").toString());
        module.addTestCompileSourceRoot(made("tickets/src/test/java").toString());
        String code = assertThrows(JobException.class, () -> nothingToDo(module, true)).getMessage();
        assertTrue(code.contains("the classes of this module are not compiled") && code.endsWith(COMMAND), code);
        made("tickets/target/classes");
        String tests = assertThrows(JobException.class, () -> nothingToDo(module, true)).getMessage();
        assertTrue(tests.contains("the tests of this module are not compiled"), tests);
    }

    private static String nothingToDo(MavenProject module, boolean needsTests) {
        return new ModulePaths(module, Set.of(module), List.of()).nothingToDo(needsTests, COMMAND);
    }
}
