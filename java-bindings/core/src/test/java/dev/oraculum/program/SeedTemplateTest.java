package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.ObjectConstructionGraph;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.testing.Compiled;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Templates of compiled classes, executed: with slots chosen at random, they get through the branch that they are for. */
class SeedTemplateTest {
    private static final Path SUBJECTS = Path.of("../e2e/src/test/subjects/objects/main/objects");
    /** Of one template. */
    private static final int RUNS = 400;
    private static final int TEMPLATES = 10;

    @TempDir
    Path directory;

    /** A subject, compiled and added to an engine. */
    private final class Subject implements AutoCloseable {
        final String name;
        final List<String> source;
        final Compiled compiled;
        final Engine engine;
        private final ClassPath classPath;

        Subject(String name) throws IOException {
            this.name = name;
            source = Files.readAllLines(SUBJECTS.resolve(name + ".java"));
            compiled = Compiled.of(String.join("\n", source), "-g");
            Graph.write(directory, compiled);
            classPath = ClassPath.open(List.of(directory));
            engine = Engine.open(EngineOptions.inMemory());
            ProgramFacts.collect(classPath, new TreeSet<>(compiled.classes().keySet()), List.of(), engine::addClass);
        }

        /** The branch of the line that has a text. */
        Branch branch(String method, String descriptor, String text) {
            int[] lines = IntStream.range(0, source.size()).filter(i -> source.get(i).contains(text)).toArray();
            assertEquals(1, lines.length, text);
            return Branch.ofLine("objects/" + name, method, descriptor, lines[0] + 1);
        }

        SeedTemplate template(Branch branch, long seed) {
            return engine.seedTemplate(branch, SeedSettings.defaults(), seed);
        }

        @Override
        public void close() {
            engine.close();
            classPath.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Awards     | (Lobjects/Awards$Student;)Z | getAwards() == 7
            Orders     | (Lobjects/Orders$Order;)Z | getZone() == 4
            Layers     | (Lobjects/Layers$Case;)Z | peek() == 6
            SixParts   | (Lobjects/SixParts$Cart;)Z | getLoad() == 8
            Slots      | (Lobjects/Slots$Shelf;)Z | places[4] == 5
            Sums       | (Lobjects/Sums$Invoice;)Z | getTotal() == 12
            Wiring     | (Lobjects/Wiring$Fleet;)Z | getPower() == 3
            Chain      | (Lobjects/Chain$Node;I)Z | node.value == wanted
            Shapes     | (Lobjects/Shapes$Shape;)Z | radius == 1
            Shapes     | (Lobjects/Shapes$Shape;)Z | frame.width == 2
            Configured | ()Z | limits.most == 4
            """)
    void aTemplateGetsThroughItsBranch(String subject, String descriptor, String line) throws Exception {
        try (Subject project = new Subject(subject)) {
            assertTrue(reached(project, project.branch("target", descriptor, line), true), () -> show(project, descriptor, line));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, getGold() > target.getGold()", "2, getStrength() > 3", "3, getGold() == 5", "4, actor.isJailed() ?"})
    void theRulesOfAGameAreReached(int rule, String line) throws Exception {
        String descriptor = "(Lobjects/Rules$Action;Lobjects/Rules$GameState;)I";
        try (Subject project = new Subject("Rules")) {
            assertTrue(reached(project, project.branch("check", descriptor, line), rule));
        }
    }

    @Test
    void aPrivateMethodIsReachedByOneThatATestCanCall() throws Exception {
        try (Subject project = new Subject("Hidden")) {
            Branch branch = project.branch("isRich", "(Lobjects/Hidden$Account;)Z", "balance == 9");
            String entry = project.engine.constructionGraph(branch, SeedSettings.defaults()).entry();
            assertEquals("objects/Hidden.target(Lobjects/Hidden$Account;Z)Z", entry);
            assertTrue(reached(project, branch, true));
        }
    }

    @Test
    void whatNothingWritesIsSaid() throws Exception {
        try (Subject project = new Subject("Sealed")) {
            SeedTemplate gold = project.template(project.branch("target", "(Lobjects/Sealed$Vault;)Z", "getGold() == 7"), 1);
            assertEquals(List.of(new SeedTemplate.Unset(gold.unset().get(0).node(), "nothing writes objects.Sealed$Vault.gold", true)),
                    gold.unset());
            SeedTemplate lock = project.template(project.branch("locked", "(Lobjects/Sealed$Vault;)Z", "!vault.isLocked()"), 1);
            assertEquals("what writes objects.Sealed$Vault.locked takes no value from its parameters", lock.unset().get(0).reason());
            assertFalse(reached(project, project.branch("target", "(Lobjects/Sealed$Vault;)Z", "getGold() == 7"), true));
        }
    }

    @Test
    void theGraphOfAChainIsItsAccessPath() throws Exception {
        try (Subject project = new Subject("Awards")) {
            Branch branch = project.branch("target", "(Lobjects/Awards$Student;)Z", "getAwards() == 7");
            ObjectConstructionGraph graph = project.engine.constructionGraph(branch, SeedSettings.defaults());
            List<String> nodes = graph.nodes().stream().map(n -> n.label() + " of " + n.parents()).toList();
            assertEquals(List.of("student of []", "supervisor of [0]", "cv of [1]", "awards of [2]"), nodes);
            assertTrue(graph.dot().contains("n2 -> n3;"), graph.dot());
            assertFalse(graph.truncated());
        }
    }

    @Test
    void theSameSeedGivesTheSameTemplate() throws Exception {
        String descriptor = "(Lobjects/Rules$Action;Lobjects/Rules$GameState;)I";
        try (Subject project = new Subject("Rules"); Subject again = new Subject("Rules")) {
            Branch branch = project.branch("check", descriptor, "getGold() == 5");
            assertEquals(project.template(branch, 3), again.template(branch, 3));
            assertNotEquals(project.template(branch, 3), project.template(branch, 4));
        }
    }

    @Test
    void aBranchThatIsNoneIsRefusedWithTheChoice() throws Exception {
        try (Subject project = new Subject("Rules")) {
            Branch none = Branch.ofLine("objects/Rules", "check", "(Lobjects/Rules$Action;Lobjects/Rules$GameState;)I", 1);
            String message = assertThrows(IllegalArgumentException.class, () -> project.template(none, 0)).getMessage();
            assertTrue(message.contains("which branch of objects/Rules.check") && message.contains("(line "), message);
            Branch absent = Branch.ofLine("objects/Rules", "cheat", "()V", 1);
            message = assertThrows(IllegalArgumentException.class, () -> project.template(absent, 0)).getMessage();
            assertTrue(message.contains("no method objects/Rules.cheat()V"), message);
        }
    }

    /** Whether some template, with some values of its slots, makes the method return a value. */
    private static boolean reached(Subject project, Branch branch, Object expected) throws Exception {
        TemplateRun run = new TemplateRun(project.compiled.load(bytes -> bytes));
        for (int seed = 0; seed < TEMPLATES; seed++) {
            SeedTemplate template = project.template(branch, seed);
            Random random = new Random(seed);
            for (int i = 0; i < RUNS; i++) {
                try {
                    if (expected.equals(run.run(template, i == 0 ? null : random))) {
                        return true;
                    }
                } catch (InvocationTargetException e) {
                    // With those values the code under test throws.
                }
            }
        }
        return false;
    }

    private static String show(Subject project, String descriptor, String line) {
        SeedTemplate template = project.template(project.branch("target", descriptor, line), 0);
        StringBuilder text = new StringBuilder(template.graph().dot());
        for (int i = 0; i < template.statements().size(); i++) {
            text.append(i).append(": ").append(template.statements().get(i)).append('\n');
        }
        return text.append(template.unset()).toString();
    }
}
