package dev.oraculum.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.RankReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Unsafe assertions in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0): Top-N are warnings, the others notes. */
final class Sarif {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String RULE = "unsafe-assertion";
    private static final String ROOT = "SOURCES";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private Sarif() {}

    /** @param sources folders that the files of assertions are relative to */
    static String of(RankReport report, List<Path> sources) {
        ObjectNode log = JSON.createObjectNode();
        log.put("$schema", SCHEMA);
        log.put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Oraculum");
        String version = Sarif.class.getPackage().getImplementationVersion();
        if (version != null) {
            driver.put("version", version);
        }
        ObjectNode rule = driver.putArray("rules").addObject();
        rule.put("id", RULE);
        rule.put("name", "UnsafeAssertion");
        rule.putObject("shortDescription").put("text", "The assertion may be wrong");
        rule.putObject("fullDescription")
                .put("text", "It depends on values that break what always holds in the manual tests, in an execution that is similar to"
                        + " theirs: it may assert what a fault does.");
        rule.putObject("defaultConfiguration").put("level", "warning");
        if (!sources.isEmpty()) {
            ObjectNode roots = run.putObject("originalUriBaseIds");
            for (int i = 0; i < sources.size(); i++) {
                roots.putObject(root(i)).put("uri", folderUri(sources.get(i)));
            }
        }
        ArrayNode results = run.putArray("results");
        report.assertions().forEach(assertion -> result(results.addObject(), assertion, report, sources));
        run.put("columnKind", "utf16CodeUnits");
        try {
            return JSON.writeValueAsString(log) + "\n";
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write SARIF: " + e.getOriginalMessage(), e);
        }
    }

    private static void result(ObjectNode result, RankReport.Assertion assertion, RankReport report, List<Path> sources) {
        result.put("ruleId", RULE);
        result.put("ruleIndex", 0);
        result.put("level", assertion.top() ? "warning" : "note");
        result.putObject("message").put("text", message(assertion, report));
        // SARIF's rank is a priority from 0 to 100, the first assertion's is the highest.
        result.put("rank", 100.0 * (report.totals().assertions() - assertion.position() + 1) / Math.max(1, report.totals().assertions()));
        ObjectNode location = result.putArray("locations").addObject();
        if (assertion.file() != null) {
            ObjectNode physical = location.putObject("physicalLocation");
            ObjectNode artifact = physical.putObject("artifactLocation");
            artifact.put("uri", encoded(assertion.file()));
            for (int i = 0; i < sources.size() && !artifact.has("uriBaseId"); i++) {
                if (Files.isRegularFile(sources.get(i).resolve(assertion.file()))) {
                    artifact.put("uriBaseId", root(i));
                }
            }
            if (assertion.line() > 0) {
                ObjectNode region = physical.putObject("region");
                region.put("startLine", assertion.line());
                if (assertion.text() != null) {
                    region.putObject("snippet").put("text", assertion.text());
                }
            }
        }
        location.putArray("logicalLocations").addObject().put("fullyQualifiedName", assertion.test()).put("kind", "function");
        result.putObject("partialFingerprints").put("assertion/v1", assertion.test() + "#" + assertion.ordinal());
        ObjectNode properties = result.putObject("properties");
        properties.put("position", assertion.position());
        properties.put("suspiciousness", assertion.score());
    }

    private static String message(RankReport.Assertion assertion, RankReport report) {
        StringBuilder text = new StringBuilder("Position " + RankOutput.position(assertion.position()) + " of "
                + report.totals().assertions() + ", suspiciousness score " + RankOutput.score(assertion.score()) + ".");
        assertion.reasons().stream().limit(3).forEach(reason -> text.append(" At the ")
                .append(reason.moment() == Anomalies.Moment.ENTRY ? "entry" : "exit")
                .append(" of ")
                .append(reason.method())
                .append(", ")
                .append(reason.constraint())
                .append(" does not hold, as it does in all manual tests."));
        return text.toString();
    }

    private static String root(int folder) {
        return folder == 0 ? ROOT : ROOT + (folder + 1);
    }

    private static String folderUri(Path folder) {
        String uri = folder.toAbsolutePath().normalize().toUri().toString();
        return uri.endsWith("/") ? uri : uri + "/";
    }

    /** A relative path as a URI reference (RFC 3986). */
    private static String encoded(String path) {
        StringBuilder uri = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-._~/".indexOf(c) >= 0;
            uri.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
        }
        return uri.toString();
    }
}
