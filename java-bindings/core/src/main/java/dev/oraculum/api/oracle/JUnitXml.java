package dev.oraculum.api.oracle;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.oracle.CheckReport.DatumGone;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle.TestValues;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A check as build servers read the results of tests: the XML that Ant's JUnit task began, and Surefire and Gradle write. */
final class JUnitXml {
    private static final String SUITE = "oraculum check";

    /** How a test ended, where it did not end well. */
    private record End(String element, String type, String message, String text) {}

    private final XMLStreamWriter out;
    private final StringWriter text = new StringWriter();

    private JUnitXml() throws XMLStreamException {
        out = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
    }

    /** @param tests of the oracle, those that were run */
    static String of(CheckReport report, List<TestValues> tests) {
        try {
            return new JUnitXml().write(report, tests);
        } catch (XMLStreamException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write the result as XML: " + e.getMessage(), e);
        }
    }

    private String write(CheckReport report, List<TestValues> tests) throws XMLStreamException {
        Map<String, List<Mismatch>> mismatches = report.mismatches().stream().collect(Collectors.groupingBy(Mismatch::testId));
        Map<String, String> notPassing = reasons(report.testsNotPassing());
        Map<String, String> notRecorded = reasons(report.testsNotRecorded());
        Map<TestValues, End> ends = new LinkedHashMap<>();
        for (TestValues test : tests) {
            if (report.testsGone().contains(test.name())) {
                ends.put(test, new End("skipped", null, "the test is not there any more", ""));
            } else if (notPassing.containsKey(test.name())) {
                ends.put(test, new End("failure", "notPassing", "it passed when the oracle was recorded, and does not now: "
                        + notPassing.get(test.name()), details(mismatches.getOrDefault(test.id(), List.of()))));
            } else if (mismatches.containsKey(test.id())) {
                List<Mismatch> found = mismatches.get(test.id());
                ends.put(test, new End("failure", "mismatch", found.get(0).subject() + ": expected " + found.get(0).expectation()
                        + ", actual " + found.get(0).observation(), details(found)));
            } else if (notRecorded.containsKey(test.name())) {
                ends.put(test, new End("error", "notRecorded", notRecorded.get(test.name()), ""));
            }
        }
        out.writeStartDocument("UTF-8", "1.0");
        out.writeCharacters("\n");
        out.writeStartElement("testsuite");
        attribute("name", SUITE);
        attribute("tests", String.valueOf(tests.size() + report.dataGone().size()));
        attribute("failures", String.valueOf(count(ends, "failure")));
        attribute("errors", String.valueOf(count(ends, "error")));
        attribute("skipped", String.valueOf(count(ends, "skipped") + report.dataGone().size()));
        for (TestValues test : tests) {
            testCase(test.className(), withoutClass(test), ends.get(test));
        }
        for (DatumGone gone : report.dataGone()) {
            testCase(gone.datum().className(), gone.datum().variable() + " at " + gone.datum().place(),
                    new End("skipped", null, "the variable is not there any more: " + gone.reason(), ""));
        }
        out.writeCharacters("\n");
        out.writeEndElement();
        out.writeEndDocument();
        out.close();
        return text + "\n";
    }

    private static long count(Map<TestValues, End> ends, String element) {
        return ends.values().stream().filter(end -> end.element().equals(element)).count();
    }

    private static Map<String, String> reasons(List<LeftOut> tests) {
        return tests.stream().collect(Collectors.toMap(LeftOut::name, LeftOut::reason, (first, second) -> first));
    }

    private static String details(List<Mismatch> mismatches) {
        Function<Mismatch, String> lines = mismatch -> "mismatch  " + mismatch.subject() + "\n"
                + mismatch.details().stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
        return mismatches.stream().map(lines).collect(Collectors.joining());
    }

    private static String withoutClass(TestValues test) {
        String prefix = test.className() + ".";
        return test.name().startsWith(prefix) ? test.name().substring(prefix.length()) : test.name();
    }

    /** @param end null: it ended well */
    private void testCase(String className, String name, End end) throws XMLStreamException {
        out.writeCharacters("\n  ");
        out.writeStartElement("testcase");
        attribute("classname", className);
        attribute("name", name);
        if (end != null) {
            out.writeStartElement(end.element());
            if (end.type() != null) {
                attribute("type", end.type());
            }
            attribute("message", end.message());
            out.writeCharacters(visible(end.text()));
            out.writeEndElement();
        }
        out.writeEndElement();
    }

    private void attribute(String name, String value) throws XMLStreamException {
        out.writeAttribute(name, visible(value));
    }

    /** XML has no way to write most control characters, and names of tests may have them. */
    private static String visible(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean allowed = c == '\t' || c == '\n' || c >= ' ' && c <= 0xd7ff || c >= 0xe000 && c <= 0xfffd || c >= 0x10000;
            if (allowed) {
                shown.appendCodePoint(c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.toString();
    }
}
