package dev.oraculum.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.generate.ClassSelection;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateAll;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.api.settings.InferSettings;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.api.settings.StateSettings;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Projects and requests: every component has a wither that changes it and nothing else. */
class RequestsTest {
    private static final Project PROJECT = Project.of(List.of(Path.of("classes")), List.of(Path.of("tests"))).withTestClasses(List.of("T"));

    static Stream<Record> records() {
        Improve improve = Improve.of(PROJECT, "C#m").withEvidence(Path.of("evidence.db"));
        return Stream.of(
                PROJECT,
                improve,
                ImproveAll.of(PROJECT, MethodSelection.all()),
                Generate.of(PROJECT, "C"),
                GenerateAll.of(PROJECT, ClassSelection.all()),
                Infer.of(PROJECT, MethodSelection.all()),
                Rank.of(PROJECT, "C", List.of(Path.of("generated"))),
                Select.of(PROJECT),
                new RecordOracle(PROJECT, List.of(), 3, null),
                Check.of(PROJECT, Path.of("oracle.json")));
    }

    /** Another value of a component's type. */
    private static Object other(RecordComponent component, Object value) {
        Class<?> type = component.getType();
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants()).filter(constant -> constant != value).findFirst().orElseThrow();
        }
        if (component.getName().equals("executed")) {
            return List.of(Set.of());
        }
        if (type == List.class) {
            return component.getGenericType().getTypeName().contains("Path") ? List.of(Path.of("other")) : List.of("Other");
        }
        return switch (type.getSimpleName()) {
            // One of the two versions of JUnit is another, too.
            case "int" -> component.getName().equals("junit") ? 4 : (int) value + 1;
            case "long" -> (long) value + 1;
            case "boolean" -> !(boolean) value;
            case "String" -> "other";
            case "Path" -> Path.of("other");
            case "Duration" -> Duration.ofSeconds(7);
            case "Project" -> PROJECT.withThreads(9);
            case "Proving" -> Proving.DEFAULT.withRounds(7);
            case "Improve" -> Improve.of(PROJECT, "Other#m");
            case "Generate" -> Generate.of(PROJECT, "Other");
            case "Scope" -> Scope.ofLine(7);
            case "Shard" -> new Shard(2, 3);
            case "ClassSelection" -> ClassSelection.ofPackage("other");
            case "GenerateSettings" -> GenerateSettings.defaults().with("generate.population", 7);
            case "MethodSelection" -> MethodSelection.ofClass("Other");
            case "WorkerSettings" -> WorkerSettings.DEFAULT.withSandbox(WorkerSettings.Sandbox.AUTO);
            case "StateSettings" -> StateSettings.DEFAULT.withContents(false);
            case "ImproveRequest" -> ImproveRequest.defaults().withSeed(7);
            case "InferSettings" -> InferSettings.defaults().with("oneOf", 7);
            case "RankSettings" -> RankSettings.defaults().with("top", 7);
            case "SelectSettings" -> SelectSettings.defaults().withCount(7);
            default -> throw new AssertionError("no other " + type);
        };
    }

    @ParameterizedTest
    @MethodSource("records")
    void aWitherChangesItsComponentAndNothingElse(Record record) throws Exception {
        List<Method> withers = Arrays.stream(record.getClass().getMethods()).filter(method -> method.getName().startsWith("with")).toList();
        for (Method wither : withers) {
            String name = Character.toLowerCase(wither.getName().charAt(4)) + wither.getName().substring(5);
            RecordComponent changed = Arrays.stream(record.getClass().getRecordComponents())
                    .filter(component -> component.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(wither + " is of no component"));
            Object value = other(changed, changed.getAccessor().invoke(record));
            Object copy = wither.invoke(record, value);
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                Object before = component.getAccessor().invoke(record);
                Object after = component.getAccessor().invoke(copy);
                if (component.getName().equals(name)) {
                    assertNotEquals(before, after, wither.toString());
                    assertEquals(value, after, wither.toString());
                } else {
                    assertEquals(before, after, wither + " changes " + component.getName());
                }
            }
        }
    }

    /** What is given to {@code of}, and to nothing else. */
    private static final Set<String> GIVEN = Set.of("Project.classPath", "Rank.className", "Rank.generatedTests", "RecordOracle.data",
            "Check.oracle");

    @ParameterizedTest
    @MethodSource("records")
    void everyComponentCanBeChanged(Record record) {
        Set<String> withers = Arrays.stream(record.getClass().getMethods()).map(Method::getName).collect(Collectors.toSet());
        Set<String> without = new TreeSet<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = component.getName();
            if (!withers.contains("with" + Character.toUpperCase(name.charAt(0)) + name.substring(1))) {
                without.add(record.getClass().getSimpleName() + "." + name);
            }
        }
        without.removeAll(GIVEN);
        assertEquals(Set.of(), without);
    }

    @ParameterizedTest
    @MethodSource("records")
    void aRequestSaysItsPhasesInOrderEachOnce(Record record) {
        if (record instanceof Request<?> request) {
            assertEquals(PROJECT, request.project());
            assertTrue(!request.phases().isEmpty());
            assertEquals(request.phases().size(), Set.copyOf(request.phases()).size());
        }
    }

    /** What a constructor refuses, its withers refuse with the same exception. */
    @ParameterizedTest
    @MethodSource("records")
    void aWitherRefusesWhatTheConstructorDoes(Record record) {
        if (record instanceof Project project) {
            String message = assertThrows(IllegalArgumentException.class, () -> project.withThreads(-1)).getMessage();
            assertTrue(message.startsWith("threads is -1"), message);
            assertThrows(IllegalArgumentException.class, () -> project.withTestTimeout(Duration.ZERO));
            assertThrows(NullPointerException.class, () -> project.withWorkers(null));
        }
    }
}
