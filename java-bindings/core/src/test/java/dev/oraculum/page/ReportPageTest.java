package dev.oraculum.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.report.ReportPage;
import dev.oraculum.api.report.ReportPage.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** What the page says of each kind of result, and what it says of files that are none. */
class ReportPageTest {
    @TempDir
    Path folder;

    private Document page(String... results) throws Exception {
        return Dom.parse(Results.page(folder, results).html());
    }

    @Test
    void aMethodHasItsAssertionClausesMutantsAndEvidence() throws Exception {
        Document page = page(Results.IMPROVE);
        assertEquals(
                List.of("pkg.Calc#min(int,int)", "improve", "improved", "false negatives 21 before, 4 after; mutants that survive: 2"),
                Dom.row(page, "pkg.Calc#min(int,int)"));
        assertEquals(List.of("result <= x", "31", "17", "14", "12", "0.80"), Dom.row(page, "result <= x"));
        assertEquals(List.of("survived: incorrect states that the assertion accepts", "2"),
                Dom.row(page, "survived: incorrect states that the assertion accepts"));
        assertEquals(
                List.of("min(int,int)/MATH/9", "min(int,int)", "MATH", "9"), Dom.row(page, "min(int,int)/MATH/9"));
        List<String> blocks = Dom.elements(page, "pre").stream().map(pre -> pre.getTextContent().strip()).toList();
        assertEquals(List.of("final int old_x = x;", "final int n = x.length;", "assert result <= x && result == old_x;"), blocks);
        String text = page.getDocumentElement().getTextContent();
        for (String part : List.of(
                "5 tests return from the method 17 times.",
                "1 state of mutants not judged: contents too long",
                "3 states of mutants not judged: an earlier call",
                "4 runs of tests on mutants left no states: ran out of memory",
                "Verified: compiled by the JDK's compiler; evaluated in the JVM on 34 states of the evidence,"
                        + " 0 disagreements with the engine.",
                "Attacked: true in 90 states of 500 generated tests that the search had not seen; 1 counterexample of earlier rounds",
                "Proven on the project's tests: the patched sources compile, and 5 tests pass with assertions enabled, in 1 fresh JVM.",
                "Evaluated in 6 further correct states",
                "cannot find symbol", "a == null || a.equals(old_a)", "tests 0.3, total 1.5", "/etc/x", "damaged")) {
            assertTrue(text.contains(part), part + " is not in\n" + text);
        }
    }

    /** Modules of a build leave files of the same name. */
    @Test
    void filesHaveTheNamesThatACallerGivesThem() throws Exception {
        Path file = Files.writeString(folder.resolve("improve.json"), Results.IMPROVE);
        Document page = Dom.parse(ReportPage.ofSources(
                List.of(new ReportPage.Source("app/improve.json", file), new ReportPage.Source("shop/improve.json", file))).html());
        String text = page.getDocumentElement().getTextContent();
        assertTrue(text.contains("app/improve.json") && text.contains("shop/improve.json"), text);
        assertFalse(text.contains(folder.toString()), text);
    }

    @Test
    void mutantsThatSurviveStandOut() throws Exception {
        Document page = page(Results.IMPROVE);
        List<String> standing = Dom.elements(page, "tr").stream().filter(row -> row.getAttribute("class").equals("look"))
                .map(row -> Dom.cells(row).get(0)).toList();
        assertEquals(
                List.of("survived: incorrect states that the assertion accepts", "min(int,int)/CONDITIONALS_BOUNDARY/7",
                        "min(int,int)/MATH/9"),
                standing);
    }

    @Test
    void aBatchHasASectionForEachMethodAndTheOthersWithTheirReasons() throws Exception {
        Document page = page(Results.BATCH);
        assertEquals(List.of("pkg.Calc#idle()", "improve", "no tests", "no test reaches it"), Dom.row(page, "pkg.Calc#idle()"));
        assertTrue(page.getDocumentElement().getTextContent().contains("2 methods: 1 improved, 1 no tests."));
        assertEquals(List.of("pkg.Calc#min(int,int)", "Methods without a result"),
                Dom.elements(page, "h3").stream().map(heading -> heading.getTextContent().strip()).toList());
    }

    /** As {@code MethodOutcome.of} has it, from JSON. */
    @Test
    void anOutcomeIsTheOneOfTheCommandsTable() throws Exception {
        for (Map.Entry<String, String> change : Map.of(
                "'sufficient': true/'sufficient': false", "no evidence",
                "'status': 'proven'/'status': 'refuted'", "refuted by tests",
                "'gap': 1/'improved': null", "not improved",
                "'gap': 1/'improved': null, 'initial': {'assertion': 'x', 'fp': 0, 'fn': 0, 'size': 1}", "nothing to improve").entrySet()) {
            String[] words = Results.json(change.getKey()).split("/");
            String changed = Results.IMPROVE.replace(words[0], words[1]);
            assertFalse(changed.equals(Results.IMPROVE), change.getKey());
            assertEquals(change.getValue(), Dom.row(page(changed), "pkg.Calc#min(int,int)").get(2));
        }
    }

    @Test
    void aClassHasItsObjectsFirstThenWhatMethodsRequireEnsureAndLeave() throws Exception {
        Document page = page(Results.INFER);
        assertEquals(List.of("pkg.Calc", "infer", "5 conditions shown", "1 method"), Dom.row(page, "pkg.Calc"));
        assertEquals(List.of("this.n >= 0", "bound", "40", "1.000"), Dom.row(page, "this.n >= 0"));
        assertEquals(List.of("x >= 1", "requires", "bound", "20", "1.000"), Dom.row(page, "x >= 1"));
        assertEquals(List.of("result > x", "ensures", "order", "20", "1.000"), Dom.row(page, "result > x"));
        assertEquals(List.of("x", "unchanged", "", "", ""), Dom.row(page, "x"));
        assertEquals(List.of("x == 5", "ensures, exit at line 9", "constant", "8", "1.000"), Dom.row(page, "x == 5"));
        assertEquals(List.of("All objects", "add(int)", "loop:::POINT"),
                Dom.elements(page, "h4").stream().map(heading -> heading.getTextContent().strip()).toList());
        assertEquals(List.of("pkg.Calc#idle()", "infer", "no invariants", "no test reaches it"), Dom.row(page, "pkg.Calc#idle()"));
        assertEquals(List.of("CalcTest.slow", "pkg.Calc.add(int)", "fails"), Dom.row(page, "CalcTest.slow"));
        assertEquals(List.of("a.dtrace", "12"), Dom.row(page, "a.dtrace"));
        assertTrue(page.getDocumentElement().getTextContent().contains("2 derived variables left out"));
    }

    @Test
    void aRankingHasTheAssertionsWithScoresAndReasons() throws Exception {
        Document page = page(Results.RANK);
        assertEquals(List.of("pkg.Calc", "rank", "2 unsafe assertions", "2 of 6 assertions unsafe, 1 to read first"),
                Dom.row(page, "pkg.Calc"));
        assertEquals(
                List.of("assertEquals(0, calc.n());", "1.5", "1.000", "first", "pkg.CalcGenTest.test1", "pkg/CalcGenTest.java:21"),
                Dom.row(page, "assertEquals(0, calc.n());"));
        assertEquals(List.of("assertTrue", "3", "0.500", "later", "pkg.CalcGenTest.test2", ""), Dom.row(page, "assertTrue"));
        assertEquals(
                List.of("minutes >= 0", "entry of pkg.Calc#plus(int)", "0.250", "1 of 4", "31", "1.000",
                        "minutes = -90; similarity 0.88 to pkg.CalcTest.day"),
                Dom.row(page, "minutes >= 0"));
        assertEquals(List.of("manual", "4", "3", "3", "127"), Dom.row(page, "manual"));
        String text = page.getDocumentElement().getTextContent();
        for (String part : List.of("3 further reasons", "pkg.CalcGenTest.test9", "position 4.5", "too many variables", "cannot be woven")) {
            assertTrue(text.contains(part), part + " is not in\n" + text);
        }
    }

    @Test
    void aSelectionHasTheVariablesWithTheirCapability() throws Exception {
        Document page = page(Results.SELECT);
        List<String> row = Dom.row(page, "return value");
        assertEquals(List.of("return value", "1", "5.250", "6.000", "pkg.Calc.free:26"), row.subList(0, 5));
        assertTrue(row.get(5).contains("Calc.places[]:9 (0.50)"), row.toString());
        assertEquals(List.of("methods that can be reached", "7"), Dom.row(page, "methods that can be reached"));
        assertTrue(page.getDocumentElement().getTextContent().contains("pkg.Gone"));
    }

    @Test
    void aCheckHasWhatIsOtherwiseAndWhatCouldNotBeCompared() throws Exception {
        Document page = page(Results.CHECK);
        assertEquals(List.of("pkg.Calc", "check", "1 mismatch", ""), Dom.row(page, "pkg.Calc"));
        assertEquals(
                List.of("Calc.places[]", "pkg.Calc.free:26", "pkg.CalcTest.day", "9", "280", "360", "12", "13",
                        "another value; another run gave other values again"),
                Dom.row(page, "Calc.places[]"));
        assertEquals(List.of("return value", "pkg.Calc.sum", "2", "there is no such method"), Dom.row(page, "return value"));
        assertEquals(List.of("pkg.CalcTest.night", "failed"), Dom.row(page, "pkg.CalcTest.night"));
        String text = page.getDocumentElement().getTextContent();
        for (String part : List.of("1 mismatch in 9 comparisons of a variable in a test, of 3 tests", "pkg.CalcTest.gone", "stopped",
                "pkg.Odd cannot be woven")) {
            assertTrue(text.contains(part), part + " is not in\n" + text);
        }
        String none = Results.CHECK.replaceAll("(?s)\"mismatches\": \\[.*\\],\\s*\"testsNotPassing\"",
                "\"mismatches\": [], \"testsNotPassing\"");
        assertTrue(page(none).getDocumentElement().getTextContent().contains("check: no mismatch"), none);
    }

    @Test
    void generatedTestsHaveTheirCoverageMutantsAndFaults() throws Exception {
        Document page = page(Results.GENERATE);
        assertEquals(
                List.of("pkg.Calc", "generate", "4 tests", "5 of 6 branches, 1 of 3 mutants killed; contracts that are broken: 1"),
                Dom.row(page, "pkg.Calc"));
        assertEquals(List.of("branch", "5", "6"), Dom.row(page, "branch"));
        assertEquals(List.of("not reached", "1"), Dom.row(page, "not reached"));
        assertEquals(
                List.of("min(int,int)/MATH/8", "", "one more", "unasserted",
                        "2 tests pass on it: test0, ..; the result of Calc.min(..) is 2 in place of 1 (not written)"),
                Dom.row(page, "min(int,int)/MATH/8"));
        assertEquals(
                List.of("max(int,int)/MATH/9", "30", "gone", "not reached", "kept away by the method in pkg.Calc.max(II)I, line 30"),
                Dom.row(page, "max(int,int)/MATH/9"));
        assertEquals(List.of("pkg.Calc.min(II)I", "branch", "27", "1", "x is final"), Dom.row(page, "pkg.Calc.min(II)I"));
        assertEquals(List.of("pkg/Calc_Test.java", "4"), Dom.row(page, "pkg/Calc_Test.java"));
        String text = page.getDocumentElement().getTextContent();
        for (String part : List.of("Tests were wanted for the method min(II)I, line 26 only.", "x.equals(x)", "it is false",
                "does not compile: 2", "pkg.Gone", "max tests", "pkg.CalcTest.slow")) {
            assertTrue(text.contains(part), part + " is not in\n" + text);
        }
    }

    @Test
    void manyClassesHaveASectionEachAndTheOthersTheirReasons() throws Exception {
        Document page = page(Results.GENERATE_ALL);
        assertEquals(List.of("pkg.Shape", "generate", "without code", "an interface"), Dom.row(page, "pkg.Shape"));
        String text = page.getDocumentElement().getTextContent();
        assertTrue(text.contains("generate: 2 classes") && text.contains("4 tests, 5 of 6 branches, 1 of 3 mutants killed."), text);
    }

    @Test
    void kindsAreKnownByTheirContent() throws Exception {
        ReportPage page = Results.page(folder, Results.texts().toArray(String[]::new));
        assertEquals(
                List.of(Kind.IMPROVE, Kind.IMPROVE, Kind.INFER, Kind.RANK, Kind.SELECT, Kind.CHECK, Kind.GENERATE, Kind.GENERATE),
                page.parts().stream().map(ReportPage.Part::kind).toList());
        assertEquals(folder.resolve("result4.json"), page.parts().get(4).file());
    }

    @Test
    void theSameFilesGiveTheSamePageWhereverTheyAre() throws Exception {
        String here = Results.html(Files.createDirectories(folder.resolve("here")));
        assertEquals(here, Results.html(Files.createDirectories(folder.resolve("elsewhere"))));
        assertFalse(here.contains("elsewhere") || here.contains(folder.toString()));
        assertFalse(here.contains("\r"));
    }

    private String refused(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("odd.json"), content);
        String message = assertThrows(InvalidInputException.class, () -> ReportPage.of(List.of(file))).getMessage();
        assertTrue(message.startsWith(file.toString()), message);
        return message.substring(file.toString().length());
    }

    @Test
    void aFileThatIsNoneOfTheseIsRefusedWithWhatToDo() throws Exception {
        String end = "; name files that improve, infer, rank, select, check or generate wrote as JSON";
        for (String other : List.of("{}", "[]", "7", "{\"schemaVersion\": 1, \"settings\": {}}", "{\"runs\": []}", "null")) {
            assertEquals(" is no result of improve, infer, rank, select, check or generate: it has none of their fields" + end,
                refused(other));
        }
        for (String broken : List.of("", "{\"method\": ", "<html>", Results.IMPROVE + "}", "\u0000")) {
            String message = refused(broken);
            assertTrue(message.endsWith(end), message);
        }
        assertTrue(refused("{\n  \"method\": x}").startsWith(", line 2, column "));
    }

    @Test
    void aResultOfALaterVersionIsRefused() throws Exception {
        String later = " is what this version of Oraculum reads; use the version that wrote it";
        String rank = Results.RANK.replace("\"schemaVersion\": 1", "\"schemaVersion\": 2");
        assertEquals(": its schemaVersion is 2, and 1" + later, refused(rank));
        String batch = Results.BATCH.replace("\"schemaVersion\": 1, \"method\"", "\"schemaVersion\": 3, \"method\"");
        assertEquals(": its schemaVersion is 3, and 1" + later, refused(batch));
    }

    @Test
    void aDamagedInvariantIsNamedWithItsPlace() throws Exception {
        assertEquals(" is damaged: points[1].place is none of object, class, entry, exit, other; make it again",
                refused(Results.INFER.replace("\"entry\"", "\"entrance\"")));
        assertEquals(" is damaged: points[0].invariants[0].says is missing or unknown to this version; make it again",
                refused(Results.INFER.replaceFirst("\"says\": \"bound\"", "\"says\": \"more\"")));
    }

    @Test
    void aFileThatCannotBeReadIsSaid() {
        Path gone = folder.resolve("gone.json");
        OraculumException thrown = assertThrows(OraculumException.class, () -> ReportPage.of(List.of(gone)));
        assertEquals(OraculumException.Code.IO, thrown.code());
        assertTrue(thrown.getMessage().startsWith("cannot read " + gone), thrown.getMessage());
        assertThrows(IllegalArgumentException.class, () -> ReportPage.of(List.of()));
    }
}
