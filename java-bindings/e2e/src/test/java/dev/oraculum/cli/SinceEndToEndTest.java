package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --since}: only what changed since a revision of a git repository. */
@SameOnEveryJdk
class SinceEndToEndTest {
    @TempDir
    Path folder;

    private TestProject project;
    private Path source;
    private Path sources;

    @BeforeEach
    void repository() throws Exception {
        project = TestProject.compile("basics", folder.resolve("build"));
        sources = folder.resolve("repository/src");
        source = sources.resolve("pkg/Calc.java");
        Files.createDirectories(source.getParent());
        Files.copy(project.sources().resolve("pkg/Calc.java"), source);
        git("init", "-q", "-b", "main");
        git("add", "-A");
        git("commit", "-q", "-m", "x");
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command).directory(folder.resolve("repository").toFile()).redirectErrorStream(true).start();
        String said = new String(git.getInputStream().readAllBytes());
        assertEquals(0, git.waitFor(), said);
    }

    private List<String> improve(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "improve", "--classpath", project.classes().toString(), "--tests", project.tests(), "--sources", sources.toString()));
        arguments.addAll(List.of(options));
        return arguments;
    }

    @Test
    void onlyAChangedMethodIsImproved() throws Exception {
        Cli.check(Cli.run(improve("--since", "main")), 0, "since     main: 0 files of the classes changed, 0 methods of those selected");

        Files.writeString(source, Files.readString(source).replace("x > y ? x - (x - y) : x", "x > y ? x + (y - x) : x"));
        project.compileSources(sources, project.classes());
        Path json = folder.resolve("result.json");
        Cli.check(Cli.run(improve("--since", "main", "--json", json.toString())), 0,
                "since     main: 1 file of the classes changed, 1 method of those selected");
        JsonNode report = Cli.json(json);
        assertEquals(1, report.path("results").size() + report.path("failures").size(), report.toString());
        assertEquals("pkg.Calc#min(int,int)", report.path("results").get(0).path("method").asText());

        Cli.check(Cli.run(improve("--since", "main", "--package", "other")), 0, "0 methods of those selected");
    }

    @Test
    void whatIsNoRevisionOrNoRepository() throws Exception {
        Cli.check(Cli.run(improve("--since", "nowhere")), 2, "no revision \"nowhere\"");
        Cli.check(Cli.run(improve("--since", "main", "--method", "pkg.Calc#min")), 2, "--since");
        List<String> elsewhere = improve("--since", "main");
        elsewhere.set(elsewhere.indexOf("--sources") + 1, Files.createDirectories(folder.resolve("elsewhere")).toString());
        Cli.check(Cli.run(elsewhere), 3, "git cannot say what has changed");
        Cli.check(Cli.run("generate", "--classpath", project.classes().toString(), "--since", "main", "--method", "pkg.Calc#min"), 2,
                "--since");
    }

    /** The command looks at the repository that the working folder is in. */
    @Test
    void testsAreGeneratedForChangedClassesOnly() throws Exception {
        Files.writeString(sources.resolve("pkg/More.java"),
                "package pkg;\n\npublic class More {\n    public int one() {\n        return 1;\n    }\n}\n");
        project.compileSources(sources, project.classes());
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(
                Cli.HOME.resolve("bin/oraculum").toString(), "generate", "--classpath", project.classes().toString(), "--since", "main",
                "--out", out.toString(), "--max-tests", "50", "--set", "generate.mutants=0")
                .directory(sources.toFile()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains("since     main: files of 1 class changed, of 1 of those selected"), said);
        assertEquals(List.of("pkg/MoreGeneratedTest.java"), GenerateRuns.files(out), said);
    }
}
