package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The page of results that the commands really write. */
@SameOnEveryJdk
class ReportEndToEndTest {
    @TempDir
    static Path folder;

    private static Path improved;
    private static Path inferred;
    private static Path selected;
    private static Path ranked;

    @BeforeAll
    static void results() throws Exception {
        TestProject basics = TestProject.compile("basics", folder.resolve("basics"));
        improved = folder.resolve("improved.json");
        inferred = folder.resolve("inferred.json");
        selected = folder.resolve("selected.json");
        ranked = folder.resolve("ranked.json");
        List<String> project = List.of("--classpath", basics.classes().toString(), "--tests", basics.tests());
        Cli.check(Cli.run(basics.improve("pkg.Calc#min", "--seed", "2", "--json", improved.toString())), 0);
        Cli.check(Cli.run(all(List.of("infer"), project, List.of("--class", "pkg.Calc", "--json", inferred.toString()))), 0);
        Cli.check(Cli.run(all(List.of("select"), project, List.of("--count", "3", "--json", selected.toString()))), 0);
        // The suite as its own measure: whatever is unsafe, the file has its form.
        Cli.Result rank = Cli.run("rank", "--classpath", basics.classes().toString(), "--manual-tests", basics.tests(),
                "--generated-tests", basics.tests(), "--class", "pkg.Calc", "--json", ranked.toString());
        assertTrue(rank.exitCode() <= 1 && Files.exists(ranked), rank.toString());
    }

    private static List<String> all(List<String> command, List<String> project, List<String> more) {
        List<String> all = new ArrayList<>(command);
        all.addAll(project);
        all.addAll(more);
        return all;
    }

    private static Document parse(Path page) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(Files.readString(page))));
    }

    @Test
    void thePageOfAMethodSaysWhatItsJsonSays() throws Exception {
        Path page = folder.resolve("improved.html");
        Cli.Result result = Cli.run("report", "--output", page.toString(), improved.toString());
        Cli.check(result, 0, "report    " + page + ": 1 result");
        String text = parse(page).getDocumentElement().getTextContent();
        JsonNode json = Cli.json(improved);
        assertTrue(text.contains("pkg.Calc#min(int,int)"), text);
        assertTrue(text.contains("assert " + json.path("improved").path("java").asText() + ";"), text);
        assertTrue(text.contains(json.path("evidence").path("summary").asText()), text);
        assertTrue(json.path("clauses").size() > 0);
        json.path("clauses").forEach(clause -> assertTrue(text.contains(clause.path("assertion").asText()), clause + " in " + text));
        json.path("survivingMutants").forEach(mutant -> assertTrue(text.contains(mutant.asText()), mutant + " in " + text));
    }

    @Test
    void everyKindOfResultIsOnOnePageAndAgainTheSame() throws Exception {
        Path page = folder.resolve("all.html");
        List<String> files = List.of(improved.toString(), inferred.toString(), ranked.toString(), selected.toString());
        Cli.check(Cli.run(all(List.of("report", "--verbose"), List.of("-o", page.toString()), files)), 0,
                "improve  " + improved, "infer  " + inferred, "rank  " + ranked, "select  " + selected);
        String text = parse(page).getDocumentElement().getTextContent();
        assertTrue(Cli.json(inferred).path("points").size() > 1);
        for (JsonNode point : Cli.json(inferred).path("points")) {
            if (point.path("place").asText().equals("entry")) {
                point.path("invariants").forEach(invariant ->
                        assertTrue(text.contains(invariant.path("java").asText()), invariant + " in " + text));
            }
        }
        assertEquals(3, Cli.json(selected).path("selected").size());
        Cli.json(selected).path("selected").forEach(choice -> assertTrue(text.contains(choice.path("datum").path("className").asText())));
        String first = Files.readString(page);
        assertFalse(first.contains(folder.toString()), "the page says where its files are");
        Cli.check(Cli.run(all(List.of("report", "--force"), List.of("-o", page.toString()), files)), 0);
        assertEquals(first, Files.readString(page));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "another command opens things elsewhere")
    void thePageIsOpenedByWhatTheSystemOpensThingsWith() throws Exception {
        Path page = folder.resolve("opened page.html");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        // A pipe, since the command does not wait for what it starts: who reads waits for who writes.
        Path opened = folder.resolve("opened");
        assertEquals(0, new ProcessBuilder("mkfifo", opened.toString()).start().waitFor());
        CompletableFuture<String> address = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readString(opened);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Path command = Files.writeString(bin.resolve("xdg-open"), "#!/bin/sh\nprintf %s \"$1\" > '" + opened + "'\n");
        assertTrue(command.toFile().setExecutable(true));
        Map<String, String> environment = Map.of("PATH", bin + ":" + System.getenv("PATH"));
        Cli.check(Cli.run(List.of("report", "--open", "--output", page.toString(), improved.toString()), environment), 0);
        assertEquals(page.toUri().toString(), address.get(1, TimeUnit.MINUTES));
    }

    /** Of what a real run of generate leaves; RankEndToEndTest has that of rank. */
    @Test
    void findingsFollowTheSchemaOfSarifAndABadgeIsAPicture() throws Exception {
        Path generated = folder.resolve("generated.json");
        TestProject contracts = new TestProject("contracts", folder.resolve("contracts"));
        contracts.compileSources(contracts.sources(), contracts.classes());
        Cli.check(Cli.run("generate", "--classpath", contracts.classes().toString(), "--class", "pkg.Careless", "--max-tests", "500",
                "--set", "generate.variants=0", "--out", folder.resolve("tests").toString(), "--json", generated.toString()), 0);
        Path sarif = folder.resolve("findings.sarif");
        Path badge = folder.resolve("badge.svg");
        Cli.check(Cli.run("report", "--sarif", sarif.toString(), "--sources", contracts.sources().toString(), "--badge", badge.toString(),
                generated.toString(), ranked.toString(), improved.toString()), 0, "sarif     " + sarif, "badge     " + badge);
        JsonNode log = Cli.json(sarif);
        InputStream schema = Objects.requireNonNull(ReportEndToEndTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"));
        assertEquals(Set.of(), JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema).validate(log));
        assertEquals("0.1.0", log.at("/runs/0/tool/driver/version").asText());
        Path root = Path.of(java.net.URI.create(log.at("/runs/0/originalUriBaseIds/SOURCES/uri").asText()));
        Set<String> rules = new TreeSet<>();
        for (JsonNode result : log.at("/runs/0/results")) {
            String rule = result.get("ruleId").asText();
            rules.add(rule);
            if (!rule.equals("unsafe-assertion")) {
                JsonNode place = result.at("/locations/0/physicalLocation");
                assertEquals("SOURCES", place.at("/artifactLocation/uriBaseId").asText());
                Path source = root.resolve(place.at("/artifactLocation/uri").asText());
                assertTrue(Files.readAllLines(source).size() >= place.at("/region/startLine").asInt(), result.toString());
            }
        }
        assertTrue(rules.contains("broken-contract"), log.toString());
        assertEquals("svg", parse(badge).getDocumentElement().getTagName());
        Cli.check(Cli.run("report", "--sarif", sarif.toString(), generated.toString()), 2, "is there already", "--sarif");
        Cli.check(Cli.run("report", "--badge", generated.toString(), "--force", generated.toString()), 2, "is one of the results");
        Cli.check(Cli.run("report", "--open", "--badge", badge.toString(), "--force", generated.toString()), 2, "--output");
    }

    @Test
    void wrongInputsAreAnsweredWithWhatToDoAndWriteNothing() throws Exception {
        Path page = folder.resolve("none.html");
        Path other = Files.writeString(folder.resolve("other.json"), "{\"runs\": []}");
        Cli.check(Cli.run("report", "--output", page.toString(), improved.toString(), other.toString()), 2,
                other + " is no result of improve, infer, rank, select, check or generate", "name files that");
        Cli.check(Cli.run("report", "--output", page.toString(), folder.resolve("gone.json").toString()), 2, "does not exist; name a file");
        Cli.check(Cli.run("report", "--output", page.toString()), 2, "JSON");
        Cli.check(Cli.run("report", improved.toString()), 2, "--output");
        assertFalse(Files.exists(page));
    }

    @Test
    void whatIsThereIsWrittenOverOnlyWhenAskedForAndNeverAResult() throws Exception {
        Path page = Files.writeString(folder.resolve("kept.html"), "kept");
        Cli.check(Cli.run("report", "--output", page.toString(), improved.toString()), 2, "is there already", "--force");
        assertEquals("kept", Files.readString(page));
        String before = Files.readString(improved);
        Cli.check(Cli.run("report", "--force", "--output", improved.toString(), improved.toString()), 2, "is one of the results");
        assertEquals(before, Files.readString(improved));
        assertEquals(new Cli.Result(0, "", ""), Cli.run("report", "--quiet", "--force", "--output", page.toString(), improved.toString()));
        assertTrue(Files.readString(page).startsWith("<!DOCTYPE html>"));
    }
}
