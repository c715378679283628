package dev.oraculum.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.job.Jdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.Action;
import org.gradle.api.GradleException;
import org.gradle.api.InvalidUserDataException;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.testfixtures.ProjectBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plugin in the Gradle that it is compiled with, as far as {@link ProjectBuilder} brings it; tasks run for real. */
class OraculumPluginTest {
    private static final String SUBJECT = "dev.oraculum.subjects.SimpleExamples";
    private static final String OTHER = "dev.oraculum.subjects.Register";

    @TempDir
    private Path folder;

    private Project project;

    @BeforeEach
    void build() {
        project = project("subject");
    }

    /** A project with the java plugin and ours; its own tasks run what this build has made. */
    private Project project(String name) {
        Project made = ProjectBuilder.builder().withName(name).withProjectDir(folder.resolve(name).toFile())
                .withGradleUserHomeDir(folder.resolve("home").toFile()).build();
        made.getPluginManager().apply("java");
        made.getPluginManager().apply("dev.oraculum");
        made.getDependencies().add(OraculumPlugin.RUNTIME, made.files(ownClassPath()));
        return made;
    }

    /** Gradle's own API is nothing that the runner has. */
    private static List<String> ownClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty() && !entry.contains("gradle-api") && !entry.contains("groovy")).toList();
    }

    private OraculumOptions block() {
        return block(project);
    }

    private static OraculumOptions block(Project of) {
        return of.getExtensions().getByType(OraculumOptions.class);
    }

    private OraculumTask task(String name) {
        return (OraculumTask) project.getTasks().getByName(name);
    }

    private static void run(Task task) {
        for (Action<? super Task> action : task.getActions()) {
            action.execute(task);
        }
    }

    private void useSubjects() {
        String classes = ownClassPath().stream().filter(entry -> entry.contains("subjects")).findFirst().orElseThrow();
        block().setClassPath(project.files(classes));
        List<String> tests = ownClassPath().stream().filter(entry -> entry.contains("junit") || entry.contains("opentest4j")).toList();
        block().setTests(project.files(Path.of("../java-bindings/subjects/target/test-classes").toAbsolutePath().toFile(), tests));
    }

    @Test
    void eachJobIsATaskOfTheGroup() {
        Set<String> tasks = project.getTasks().stream().filter(task -> OraculumPlugin.GROUP.equals(task.getGroup())).map(Task::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals("[oraculumCheck, oraculumGenerate, oraculumImprove, oraculumInfer, oraculumMerge, oraculumRank, "
                        + "oraculumReport, oraculumSelect]",
                tasks.toString());
    }

    @Test
    void codeAndTestsAreThoseOfTheSourceSets() {
        OraculumTask task = task("oraculumImprove");
        File main = project.file("build/classes/java/main");
        File test = project.file("build/classes/java/test");
        assertTrue(task.getClassPath().contains(main), task.getClassPath().getFiles().toString());
        assertFalse(task.getClassPath().contains(test));
        assertTrue(task.getTests().contains(test), task.getTests().getFiles().toString());
        assertFalse(task.getTests().contains(main), "what is under test is no part of what tests need");
        assertEquals(Set.of(project.file("src/main/java")), task.getSources().getFiles());
        Set<String> before = task.getTaskDependencies().getDependencies(task).stream().map(Task::getName).collect(Collectors.toSet());
        assertTrue(before.containsAll(Set.of("classes", "testClasses")) || before.containsAll(Set.of("compileJava", "compileTestJava")),
                before.toString());
        assertEquals(project.file("build/oraculum/improve"), task.getReports());
    }

    @Test
    void codeOfAnotherProjectIsUnderTestWhereTheBuildSaysSo() {
        project.getDependencies().add(OraculumPlugin.UNDER_TEST, project.files("lib/code.jar"));
        assertTrue(task("oraculumImprove").getClassPath().contains(project.file("lib/code.jar")));
    }

    @Test
    void aTaskSaysMoreThanTheBlockAndTheCommandLineMoreThanBoth() {
        block().setSeed(1);
        block().setClasses(List.of("a.B", "a.C"));
        block().setBudget("2m");
        block().settings(Map.of("minGenerations", 3));
        OraculumTask task = task("oraculumImprove");
        assertEquals(Map.of("seed", "1", "classes", "a.B\na.C", "budget", "120000", "settings.minGenerations", "3"), task.getRequest());
        task.getOptions().setSeed(project.provider(() -> 2));
        task.getOptions().setBudget(Duration.ofSeconds(5));
        task.getOptions().settings(Map.of("minGenerations", 4));
        assertEquals(Map.of("seed", "2", "classes", "a.B\na.C", "budget", "5000", "settings.minGenerations", "4"), task.getRequest());
        task.setClassOption(List.of("a.D"));
        assertEquals("a.D", task.getRequest().get("classes"));
        assertEquals("1", task("oraculumGenerate").getRequest().get("seed"), "other tasks do not change");
        OraculumImprove improve = (OraculumImprove) task;
        improve.getOptions().setPackages("a");
        improve.setMethodOption("a.E#m");
        assertEquals("a.E#m", task.getRequest().get("method"));
        assertNull(task.getRequest().get("packages"), "one method is no package");
    }

    @Test
    void projectPropertiesComeBeforeWhatTheBuildSays() {
        Project other = ProjectBuilder.builder().withProjectDir(folder.resolve("other").toFile()).build();
        other.getExtensions().getExtraProperties().set("oraculum.classes", "a.B,a.C");
        other.getPluginManager().apply("dev.oraculum");
        block(other).setClasses(List.of("a.D"));
        OraculumTask task = (OraculumTask) other.getTasks().getByName("oraculumImprove");
        assertEquals("a.B\na.C", task.getRequest().get("classes"));
    }

    /** Results do not depend on them, and a threshold of one job is nothing to the others. */
    @Test
    void whatChangesNoResultIsNoInput() {
        block().setThreads(2);
        block().setMaxMismatches(3);
        block().setHistory("history");
        assertEquals(Map.of(), task("oraculumImprove").getRequest());
        assertEquals(Map.of("maxMismatches", "3"), task("oraculumCheck").getRequest());
    }

    @Test
    void wrongValuesAreRefusedByTheirNames() {
        block().setBudget("soon");
        String time = assertThrows(InvalidUserDataException.class, () -> task("oraculumImprove").getRequest()).getMessage();
        assertEquals("oraculum: budget = 'soon' is no time: expected a positive number with ms, s, m or h, such as '60s'", time);
        block().setMaxUnsafe("few");
        String number = assertThrows(InvalidUserDataException.class, () -> task("oraculumRank").getRequest()).getMessage();
        assertEquals("oraculum: maxUnsafe = few: expected a number from 0 on", number);
    }

    @Test
    void aJdkThatIsTooOldIsNamed() throws Exception {
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.createFile(Jdk.java(jdk.toFile()).toPath());
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        block().setJvm(jdk.toFile());
        String message = assertThrows(InvalidUserDataException.class, () -> run(task("oraculumImprove"))).getMessage();
        assertTrue(message.contains("is of version 11.0.2") && message.contains("in oraculum { .. }: jvm = file("), message);
    }

    @Test
    void improveRunsInAJvmOfItsOwnAndLeavesAReport() throws Exception {
        useSubjects();
        block().setMethod(SUBJECT + "#min(int,int)");
        block().settings(Map.of("minGenerations", 1, "maxGenerations", 1));
        OraculumTask task = task("oraculumImprove");
        Path stale = Files.createDirectories(task.getReports().toPath()).resolve("stale.txt");
        Files.writeString(stale, "of somebody else");
        run(task);
        assertTrue(Files.exists(stale), "nothing is removed from a folder that is not ours");
        String report = Files.readString(task.getReports().toPath().resolve("improve.json"));
        assertTrue(report.contains("\"method\" : \"" + SUBJECT + "#min(int,int)\"") && report.contains("\"improved\" : 1"), report);
        OraculumReport page = (OraculumReport) project.getTasks().getByName("oraculumReport");
        assertEquals(Set.of(task.getReports().toPath().resolve("improve.json").toFile()), page.getResults().getFiles());
        run(page);
        assertTrue(Files.readString(page.getPage().toPath()).contains(SUBJECT + "#min(int,int)"));
    }

    /** As on two machines and a third. */
    @Test
    void shardsThatAreMergedAreTheWhole() throws Exception {
        useSubjects();
        block().setClasses(List.of(SUBJECT, OTHER));
        block().setMaxTests(5);
        block().setBudget("5m");
        block().settings(Map.of("variants", 0));
        OraculumTask task = task("oraculumGenerate");
        task.getOptions().setHistory("history");
        run(task);
        task.getOptions().setHistory(null);
        String whole = Files.readString(task.getReports().toPath().resolve("generate.json"));
        for (int number = 1; number <= 2; number++) {
            task.getOptions().setReports("shards/" + number);
            task.getOptions().setShard(number + "/2");
            assertEquals(number + "/2", task.getRequest().get("shard"));
            run(task);
        }
        block().setShards("shards/1/generate/generate.json,shards/2");
        OraculumMerge merge = (OraculumMerge) project.getTasks().getByName("oraculumMerge");
        run(merge);
        assertEquals(withoutTimes(whole), withoutTimes(Files.readString(merge.getMerged().toPath())));
        assertTrue(whole.contains(SUBJECT) && whole.contains(OTHER), whole);
        task.getOptions().setShard(null);
        task.getOptions().setHistory("history");
        task.getOptions().setReports("again");
        run(task);
        String again = Files.readString(task.getReports().toPath().resolve("generate.json"));
        assertTrue(again.contains("\"kept\" : [\n    \"" + OTHER + "\",\n    \"" + SUBJECT + "\"\n  ]"), again);
        block().setShards("shards/1");
        String missing = assertThrows(InvalidUserDataException.class, () -> run(merge)).getMessage();
        assertTrue(missing.contains("shard 2 of 2 is missing"), missing);
        block().setShards("shards/3");
        String none = assertThrows(InvalidUserDataException.class, () -> run(merge)).getMessage();
        assertTrue(none.contains("does not exist"), none);
        task.getOptions().setShard("1/2");
        task.getOptions().setMethod(SUBJECT + "#min(int,int)");
        String one = assertThrows(InvalidUserDataException.class, () -> run(task)).getMessage();
        assertTrue(one.contains("it does not go with method"), one);
    }

    private static String withoutTimes(String json) {
        return json.replaceAll("\"elapsed\" : (\\{[^}]*\\}|[0-9.E-]+)", "\"elapsed\"");
    }

    @Test
    void aRecordingIsPlannedAndThenAskedFor() throws Exception {
        useSubjects();
        block().setMethod(SUBJECT + "#min(int,int)");
        block().setPlanRecording("recording");
        OraculumTask task = task("oraculumInfer");
        run(task);
        Path folder = project.file("recording").toPath();
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count(), "the plan");
        }
        assertFalse(Files.exists(task.getReports().toPath().resolve("infer.json")), "nothing was run");
        block().setRecorded("recording");
        String both = assertThrows(InvalidUserDataException.class, () -> run(task)).getMessage();
        assertTrue(both.contains("give either"), both);
        block().setPlanRecording(null);
        assertEquals(Set.of(folder.toFile()), ((RecordingTask) task).getRecorded().getFiles());
        String message = assertThrows(GradleException.class, () -> run(task)).getMessage();
        assertTrue(message.contains("planRecording = file(..)"), message);
    }

    @Test
    void whatIsWrongWithTheProjectIsSaidInWordsOfTheBuild() {
        useSubjects();
        block().setMethod(SUBJECT + "#min(int,int)");
        block().setTestClasses(List.of("no.such.Test"));
        block().setAssertion("true");
        String message = assertThrows(GradleException.class, () -> run(task("oraculumImprove"))).getMessage();
        assertTrue(message.contains("no.such.Test")
                && message.contains("what to do in oraculum { .. }: ") && message.contains("testClasses = [..]"), message);
    }

    @Test
    void aSettingThatDoesNotExistIsSaidWithWhatIsNear() {
        useSubjects();
        block().settings(Map.of("minGeneration", 1));
        String message = assertThrows(InvalidUserDataException.class, () -> run(task("oraculumImprove"))).getMessage();
        assertTrue(message.contains("there is no setting minGeneration; did you mean minGenerations"), message);
    }

    @Test
    void checkSaysHowToRecordTheOracleThatIsMissing() {
        useSubjects();
        String message = assertThrows(InvalidUserDataException.class, () -> run(task("oraculumCheck"))).getMessage();
        assertTrue(message.contains("oracle.json does not exist") && message.contains("oraculumSelect and record = true")
                && message.contains("docs/errors/oracle-unusable.md"), message);
    }

    @Test
    void aPageHasTheResultsOfTheProjectsBelow() throws Exception {
        Project root = ProjectBuilder.builder().withProjectDir(folder.resolve("root").toFile()).build();
        Project app = ProjectBuilder.builder().withName("app").withParent(root).withProjectDir(folder.resolve("root/app").toFile()).build();
        root.getPluginManager().apply("dev.oraculum");
        app.getPluginManager().apply("dev.oraculum");
        OraculumReport report = (OraculumReport) root.getTasks().getByName("oraculumReport");
        run(report);
        assertFalse(report.getPage().exists(), "there is nothing to show");
        Path result = app.file("build/oraculum/infer/infer.json").toPath();
        Files.createDirectories(result.getParent());
        Files.writeString(result, "{}");
        assertEquals(Set.of(result.toFile()), report.getResults().getFiles());
    }

    @Test
    void aTaskWithoutCodeSaysSo() {
        String message = assertThrows(InvalidUserDataException.class, () -> run(task("oraculumImprove"))).getMessage();
        assertTrue(message.startsWith("classPath is empty"), message);
    }
}
