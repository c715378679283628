package dev.oraculum.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.OraculumException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Findings in the Static Analysis Results Interchange Format (OASIS SARIF 2.1.0). */
final class SarifLog {
    private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    private static final String ROOT = "SOURCES";

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private SarifLog() {}

    /**
     * @param rules that the results were looked through for
     * @param sources folders that the files of findings are relative to
     * @param version of Oraculum; null: unknown
     */
    static String of(List<Finding> findings, List<Finding.Rule> rules, List<Path> sources, String version) {
        ObjectNode log = JSON.createObjectNode();
        log.put("$schema", SCHEMA);
        log.put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Oraculum");
        if (version != null) {
            driver.put("version", version);
        }
        ArrayNode described = driver.putArray("rules");
        rules.forEach(rule -> describe(described.addObject(), rule));
        if (!sources.isEmpty()) {
            ObjectNode roots = run.putObject("originalUriBaseIds");
            for (int i = 0; i < sources.size(); i++) {
                roots.putObject(root(i)).put("uri", folderUri(sources.get(i)));
            }
        }
        ArrayNode results = run.putArray("results");
        findings.forEach(finding -> result(results.addObject(), finding, rules.indexOf(finding.rule()), sources));
        run.put("columnKind", "utf16CodeUnits");
        try {
            return JSON.writeValueAsString(log) + "\n";
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write SARIF: " + e.getOriginalMessage(), e);
        }
    }

    private static void describe(ObjectNode rule, Finding.Rule of) {
        rule.put("id", of.id());
        rule.put("name", of.title());
        rule.putObject("shortDescription").put("text", of.brief());
        rule.putObject("fullDescription").put("text", of.full());
        rule.putObject("defaultConfiguration").put("level", word(of.level()));
    }

    private static String word(Finding.Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private static void result(ObjectNode result, Finding finding, int rule, List<Path> sources) {
        result.put("ruleId", finding.rule().id());
        result.put("ruleIndex", rule);
        result.put("level", word(finding.level()));
        result.putObject("message").put("text", finding.message());
        if (finding.rank() != null) {
            result.put("rank", finding.rank());
        }
        ObjectNode location = result.putArray("locations").addObject();
        if (finding.file() != null) {
            ObjectNode physical = location.putObject("physicalLocation");
            ObjectNode artifact = physical.putObject("artifactLocation");
            artifact.put("uri", encoded(finding.file()));
            for (int i = 0; i < sources.size() && !artifact.has("uriBaseId"); i++) {
                if (isIn(sources.get(i), finding.file())) {
                    artifact.put("uriBaseId", root(i));
                }
            }
            if (finding.line() > 0) {
                ObjectNode region = physical.putObject("region");
                region.put("startLine", finding.line());
                if (finding.snippet() != null) {
                    region.putObject("snippet").put("text", finding.snippet());
                }
            }
        }
        ObjectNode logical = location.putArray("logicalLocations").addObject();
        logical.put("fullyQualifiedName", finding.name());
        if (finding.rule() != Finding.Rule.BROKEN_CONTRACT) {
            logical.put("kind", "function");
        }
        result.putObject("partialFingerprints").put(finding.rule().fingerprint(), finding.key());
        if (!finding.figures().isEmpty()) {
            ObjectNode properties = result.putObject("properties");
            new TreeMap<>(finding.figures()).forEach(properties::put);
        }
    }

    private static boolean isIn(Path folder, String file) {
        try {
            return Files.isRegularFile(folder.resolve(file));
        } catch (InvalidPathException e) {
            return false;
        }
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
