package dev.oraculum.api.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.EvidenceLimits;
import dev.oraculum.api.evidence.InheritedCorruption;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.SearchEngine;
import dev.oraculum.api.program.CallGraphAlgorithm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SettingsTest {
    private static final List<Settings<?>> ALL = List.of(
            SearchSettings.defaults(), SynthesisSettings.defaults(), StateSettings.defaults(), InferSettings.defaults(),
            RankSettings.defaults(), SelectSettings.defaults(), SeedSettings.defaults(), GenerateSettings.defaults(),
            PathSettings.defaults());

    private static String refusal(org.junit.jupiter.api.function.Executable action) {
        return assertThrows(IllegalArgumentException.class, action).getMessage();
    }

    @Test
    void theSchemaIsThatOfTheEngine() {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            assertEquals(engine.settings(), SettingsSchema.get());
        }
        Stream<String> groups = SettingsSchema.get().groups().stream().map(SettingsSchema.Group::name);
        assertEquals(groups.sorted().toList(), ALL.stream().map(s -> s.schema().name()).sorted().toList());
    }

    @Test
    void anOperationIsCalledByItsName() {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            assertEquals(SettingsSchema.get(), engine.call("settings", Map.of(), SettingsSchema.class));
            assertTrue(refusal(() -> engine.call("sing", Map.of(), SettingsSchema.class)).contains("there is no operation `sing`"));
            assertTrue(refusal(() -> engine.call("settings", Map.of("loud", true), SettingsSchema.class)).contains("unknown field `loud`"));
        }
    }

    /** Each setting of each group: its default is allowed, and another value changes it alone. */
    @Test
    void everySettingCanBeChangedAlone() {
        for (Settings<?> defaults : ALL) {
            for (SettingsSchema.Setting setting : defaults.schema().settings()) {
                Object other = other(setting, defaults.get(setting.name()));
                Settings<?> changed = defaults.with(setting.name(), other.toString());
                for (SettingsSchema.Setting each : defaults.schema().settings()) {
                    Object expected = each == setting ? other : defaults.get(each.name());
                    assertEquals(expected, changed.get(each.name()), setting.name() + " and " + each.name());
                }
                assertNotEquals(defaults, changed);
                assertEquals(defaults, changed.with(setting.name(), defaults.get(setting.name())));
            }
        }
    }

    private static Object other(SettingsSchema.Setting setting, Object value) {
        return switch (setting.type()) {
            case FLAG -> !(Boolean) value;
            case WHOLE -> value != null && ((Long) value) == setting.least().longValue() ? (Long) value + 1 : setting.least().longValue();
            case NUMBER -> value != null && ((Double) value) == setting.least().doubleValue() ? 0.5 : setting.least().doubleValue();
            case CHOICE -> setting.words().stream().filter(word -> !word.equals(value)).findFirst().orElseThrow();
        };
    }

    /** The engine reads them all, and refuses names that it does not know. */
    @Test
    void theEngineReadsThePresetsAndTheDefaults() {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1))) {
            engine.check(ImproveRequest.defaults());
            engine.check(ImproveRequest.paper());
            for (SelectSettings settings : List.of(SelectSettings.defaults(), SelectSettings.paper())) {
                assertTrue(engine.select(settings, null, false).selected().isEmpty());
            }
        }
    }

    @Test
    void thePresetsAreWhatIsPublished() {
        ImproveRequest improve = ImproveRequest.paper();
        assertEquals(SearchEngine.COEVOLUTION, improve.engine());
        assertEquals(Duration.ofMinutes(30), improve.budget());
        assertEquals(0.0, improve.settings().get("discriminatingVariableProbability"));
        assertNull(improve.settings().get("behaviourCopies"));
        assertEquals(0L, improve.settings().get("shrinkGenerations"));
        assertEquals(160L, improve.settings().get("migrants"));
        StateSettings states = StateSettings.paper();
        assertEquals(List.of(false, true, InheritedCorruption.KEEP),
                List.of(states.contents(), states.publicObserversOnly(), states.inheritedCorruption()));
        assertEquals(EvidenceLimits.DEFAULT, states.limits());
        assertEquals(List.of("sum", false, false),
                Stream.of("aggregate", "signs", "infer.functions").map(RankSettings.paper()::get).toList());
        assertEquals(false, SelectSettings.paper().get("shareSites"));
        assertEquals(List.of(10, 0.0, CallGraphAlgorithm.CFA),
                List.of(SelectSettings.paper().count(), SelectSettings.paper().alpha(), SelectSettings.paper().callGraph()));
    }

    @Test
    void wrongNamesAndValuesAreRefusedWithWhatIsRight() {
        SearchSettings search = SearchSettings.defaults();
        String unknown = refusal(() -> search.with("populationsize", 3));
        assertTrue(unknown.startsWith("there is no setting populationsize; did you mean populationSize?\nthe settings are "), unknown);
        assertThrows(IllegalArgumentException.class, () -> search.get("loud"));
        assertEquals("setting maxWidth is 99: choose a whole number from 1 to 16".replace("max", "synthesis.max"),
                refusal(() -> SynthesisSettings.defaults().with("maxWidth", 99)));
        assertEquals("setting populationSize is many: choose a whole number from 2 to 1000000",
                refusal(() -> search.with("populationSize", "many")));
        assertEquals("setting mutationProbability is NaN: choose a number from 0 to 1",
                refusal(() -> search.with("mutationProbability", Double.NaN)));
        assertEquals("setting minGenerations is none: choose a whole number from 0 to 4294967295",
                refusal(() -> search.with("minGenerations", null)));
        assertEquals("setting behaviourCopies is 0: choose a whole number from 1 to 4294967295, or none",
                refusal(() -> search.with("behaviourCopies", 0)));
        assertEquals("setting aggregate is mean: choose strongest or sum",
                refusal(() -> RankSettings.defaults().with("aggregate", "mean")));
        assertEquals("setting infer.confidence is 2: choose a number from 0 to 1",
                refusal(() -> RankSettings.defaults().with("infer.confidence", 2)));
        assertEquals("setting distinctVariables is yes: choose true or false", refusal(() -> search.with("distinctVariables", "yes")));
        assertNull(search.with("behaviourCopies", "none").get("behaviourCopies"));
        assertTrue(refusal(() -> RankSettings.defaults().with("infer.signs", true)).startsWith("there is no setting infer.signs"));
    }

    @Test
    void jsonHasAllValuesAndObjectsForNamesWithADot() throws Exception {
        String json = new String(dev.oraculum.internal.Json.bytes(RankSettings.defaults()), StandardCharsets.UTF_8);
        Map<?, ?> read = new com.fasterxml.jackson.databind.ObjectMapper().readValue(json, Map.class);
        assertEquals(0.75, read.get("threshold"));
        assertEquals("strongest", read.get("aggregate"));
        assertEquals(0.99, ((Map<?, ?>) read.get("infer")).get("confidence"));
    }
}
