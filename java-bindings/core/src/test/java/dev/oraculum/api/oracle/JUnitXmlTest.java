package dev.oraculum.api.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Project;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.oracle.CheckReport.DatumGone;
import dev.oraculum.api.oracle.CheckReport.Kind;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle.TestValues;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JUnitXmlTest {
    private static final OracleDatum DATUM =
            new OracleDatum("pkg.C", "m", "(I)I", "C.java", 3, DatumKind.LOCAL, "x", null, false, List.of(1));

    @TempDir
    private Path folder;

    private static TestValues test(String className, String name) {
        return new TestValues("[" + name + "]", className + "." + name, className, 1, List.of(), List.of());
    }

    private static Mismatch mismatch(String name, String expected) {
        return new Mismatch("pkg.T." + name, "[" + name + "]", DATUM, Kind.VALUE, 1, expected, "6", 2, 2, true);
    }

    private static CheckReport report(List<Mismatch> mismatches, List<LeftOut> notPassing, List<LeftOut> notRecorded, List<String> gone,
            List<DatumGone> dataGone) {
        return new CheckReport(1, 5, 9, mismatches, notPassing, notRecorded, gone, dataGone, List.of(), RunInfo.UNKNOWN);
    }

    private Check request(List<TestValues> tests, String... testClasses) throws Exception {
        Oracle oracle = new Oracle(Oracle.FORMAT, Oracle.VERSION, 64, List.of(), List.of(), tests);
        Path file = Files.writeString(folder.resolve("oracle.json"), oracle.toJson());
        return Check.of(Project.of(List.of(folder), List.of(folder)).withTestClasses(List.of(testClasses)), file);
    }

    private static Element parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml))).getDocumentElement();
    }

    /** {@code name: element}, for each test case. */
    private static List<String> cases(Element suite) {
        List<String> cases = new ArrayList<>();
        NodeList found = suite.getElementsByTagName("testcase");
        for (int i = 0; i < found.getLength(); i++) {
            Element each = (Element) found.item(i);
            NodeList ends = each.getElementsByTagName("*");
            cases.add(each.getAttribute("classname") + " " + each.getAttribute("name")
                    + (ends.getLength() == 0 ? ""
                            : ": " + ends.item(0).getNodeName() + ", " + ((Element) ends.item(0)).getAttribute("message")));
        }
        return cases;
    }

    @Test
    void aTestOfTheOracleIsATest() throws Exception {
        List<TestValues> tests = List.of(test("pkg.T", "good"), test("pkg.T", "differs"), test("pkg.T", "fails"), test("pkg.T", "hangs"),
                test("pkg.U", "gone"));
        CheckReport report = report(
                List.of(mismatch("differs", "5"), mismatch("differs", "7"), mismatch("fails", "5")),
                List.of(new LeftOut("pkg.T.fails", "failed: java.lang.AssertionError")),
                List.of(new LeftOut("pkg.T.hangs", "stopped after 20 s")), List.of("pkg.U.gone"),
                List.of(new DatumGone(DATUM, "there is no such method", 2)));
        Element suite = parsed(report.toJunitXml(request(tests)));
        assertEquals(
                List.of("pkg.T good",
                        "pkg.T differs: failure, x at pkg.C.m:3: expected 5 (value 2 of 2), actual 6 (value 2 of 2)",
                        "pkg.T fails: failure, it passed when the oracle was recorded, and does not now: failed: java.lang.AssertionError",
                        "pkg.T hangs: error, stopped after 20 s",
                        "pkg.U gone: skipped, the test is not there any more",
                        "pkg.C x at pkg.C.m:3: skipped, the variable is not there any more: there is no such method"),
                cases(suite));
        assertEquals("6 2 1 2", String.join(" ", suite.getAttribute("tests"), suite.getAttribute("failures"), suite.getAttribute("errors"),
                suite.getAttribute("skipped")));
        String text = suite.getTextContent();
        assertTrue(text.contains("expected  5 (value 2 of 2)") && text.contains("expected  7 (value 2 of 2)"), text);
    }

    @Test
    void testsThatWereNotChosenAreNotThere() throws Exception {
        Check request = request(List.of(test("pkg.T", "one"), test("pkg.U", "two")), "pkg.U");
        String xml = report(List.of(), List.of(), List.of(), List.of(), List.of()).toJunitXml(request);
        assertEquals(List.of("pkg.U two"), cases(parsed(xml)));
        assertEquals("1", parsed(xml).getAttribute("tests"));
    }

    /** Names of parameterized tests and values hold anything. */
    @Test
    void whatIsMarkupOrNoCharacterOfXmlIsText() throws Exception {
        String odd = "<a href=\"x\"> & ]]> \u0000\u001b[31m\uffff \u00e9";
        List<TestValues> tests = List.of(test("pkg.T", "[1] " + odd));
        String xml = report(List.of(mismatch("[1] " + odd, odd + "\ud800")), List.of(), List.of(), List.of(), List.of())
                .toJunitXml(request(tests));
        Element suite = parsed(xml);
        assertFalse(xml.contains("\u001b") || xml.contains("\u0000"), xml);
        String shown = "<a href=\"x\"> & ]]> \\u0000\\u001b[31m\\uffff \u00e9";
        assertTrue(cases(suite).get(0).startsWith("pkg.T [1] " + shown), cases(suite).toString());
        assertTrue(suite.getTextContent().contains("expected  " + shown + "\\ud800"), suite.getTextContent());
    }
}
