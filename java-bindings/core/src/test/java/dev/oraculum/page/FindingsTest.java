package dev.oraculum.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.report.Findings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder;

    private static JsonNode run(String sarif) throws Exception {
        return MAPPER.readTree(sarif).at("/runs/0");
    }

    @Test
    void unsafeAssertionsAreWarningsOrNotesInTheOrderOfTheRanking() throws Exception {
        Path source = Files.createDirectories(folder.resolve("src/pkg")).resolve("CalcGenTest.java");
        Files.writeString(source, "");
        JsonNode run = run(Findings.ofResult(Results.RANK).sarif(List.of(folder, folder.resolve("src"))));
        assertEquals(2, run.get("results").size());
        JsonNode first = run.at("/results/0");
        assertEquals("warning", first.get("level").asText());
        assertEquals("Position 1.5 of 6, suspiciousness score 1.000. At the entry of pkg.Calc#plus(int), minutes >= 0 does not hold, as it"
                + " does in all manual tests.", first.at("/message/text").asText());
        assertEquals(100.0 * 5.5 / 6, first.get("rank").asDouble(), 1e-9);
        assertEquals("pkg/CalcGenTest.java", first.at("/locations/0/physicalLocation/artifactLocation/uri").asText());
        assertEquals("SOURCES2", first.at("/locations/0/physicalLocation/artifactLocation/uriBaseId").asText());
        assertEquals(21, first.at("/locations/0/physicalLocation/region/startLine").asInt());
        assertEquals("assertEquals(0, calc.n());", first.at("/locations/0/physicalLocation/region/snippet/text").asText());
        assertEquals("pkg.CalcGenTest.test1#0", first.at("/partialFingerprints/assertion~1v1").asText());
        assertEquals("note", run.at("/results/1/level").asText());
        assertTrue(run.at("/results/1/locations/0/physicalLocation").isMissingNode(), "it is not known where it is");
    }

    @Test
    void mismatchesContractsAndSurvivorsAreWhereTheyAre() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String result : List.of(Results.CHECK, Results.GENERATE)) {
            files.add(Files.writeString(folder.resolve(files.size() + ".json"), result));
        }
        Findings findings = Findings.of(files);
        JsonNode run = run(findings.sarif(List.of()));
        assertEquals(findings.count(), run.get("results").size());
        List<String> rules = new ArrayList<>();
        run.at("/tool/driver/rules").forEach(rule -> rules.add(rule.get("id").asText()));
        assertEquals(Set.of("oracle-mismatch", "broken-contract", "surviving-mutant"), Set.copyOf(rules));
        Set<String> found = new TreeSet<>();
        Set<String> keys = new HashSet<>();
        for (JsonNode result : run.get("results")) {
            assertEquals(rules.get(result.get("ruleIndex").asInt()), result.get("ruleId").asText());
            found.add(result.get("ruleId").asText() + " " + result.get("level").asText());
            assertTrue(keys.add(result.get("partialFingerprints").toString()), "two of the same key: " + result);
            String uri = result.at("/locations/0/physicalLocation/artifactLocation/uri").asText();
            assertTrue(uri.startsWith("pkg/") && uri.endsWith(".java") && !uri.contains("$"), result.toString());
        }
        assertTrue(keys.contains("{\"mismatch/v1\":\"pkg.CalcTest.day Calc.places[] pkg.Calc.free 1\"}"), "without the line: " + keys);
        assertEquals(Set.of("broken-contract error", "oracle-mismatch error", "surviving-mutant note"), found);
        assertEquals(0, Findings.ofResult(Results.IMPROVE).count());
        assertThrows(InvalidInputException.class, () -> Findings.ofResult("{}"));
        assertThrows(InvalidInputException.class, () -> Findings.ofResult("{"));
        assertThrows(IllegalArgumentException.class, () -> Findings.of(List.of()));
    }

    @Test
    void aBadgeSaysTheWorstAndItsFigures() throws Exception {
        Path improve = Files.writeString(folder.resolve("improve.json"), Results.BATCH);
        Path check = Files.writeString(folder.resolve("check.json"), Results.CHECK);
        Path generate = Files.writeString(folder.resolve("generate.json"), Results.GENERATE);
        String improved = Findings.of(List.of(improve)).badge();
        assertTrue(Dom.parse(improved).getDocumentElement().getAttribute("aria-label").equals("oraculum: 1 of 1 assertions improved"),
                improved);
        String all = Findings.of(List.of(improve, check, generate)).badge();
        String said = Dom.parse(all).getDocumentElement().getAttribute("aria-label");
        assertTrue(said.matches("oraculum: [0-9]+ mismatch(es)?, [0-9]+ % of mutants killed, 1 of 1 assertions improved"), said);
        assertNotEquals(colour(improved), colour(all));
        assertEquals(all, Findings.of(List.of(improve, check, generate)).badge());
        assertTrue(Findings.ofResult(Results.INFER).badge().contains("no figures"));
    }

    private static String colour(String badge) {
        return badge.replaceAll("(?s).*z\" fill=\"(#[0-9a-f]+)\".*", "$1");
    }

    /** A field that is missing or of another type says nothing, and breaks nothing. */
    @Test
    void whateverAResultHasTheLogIsJsonAndTheBadgeXml() throws Exception {
        int made = 0;
        for (String result : Results.texts().toList()) {
            List<JsonNode> objects = new ArrayList<>();
            JsonNode whole = MAPPER.readTree(result);
            collect(whole, objects);
            for (JsonNode object : objects) {
                for (String name : names(object)) {
                    JsonNode before = object.get(name);
                    for (JsonNode other : List.of(MAPPER.nullNode(), MAPPER.readTree("\"<&\\\"\\u0000'\""), MAPPER.readTree("-1e300"))) {
                        ((ObjectNode) object).set(name, other);
                        try {
                            Findings findings = Findings.ofResult(whole.toString());
                            run(findings.sarif(List.of(folder)));
                            Dom.parse(findings.badge());
                            made++;
                        } catch (InvalidInputException e) {
                            assertFalse(e.getMessage().isBlank());
                        }
                    }
                    ((ObjectNode) object).set(name, before);
                }
            }
        }
        assertTrue(made > 500, String.valueOf(made));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static void collect(JsonNode node, List<JsonNode> objects) {
        if (node instanceof ObjectNode) {
            objects.add(node);
        }
        if (node instanceof ObjectNode || node instanceof ArrayNode) {
            node.forEach(child -> collect(child, objects));
        }
    }
}
