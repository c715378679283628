package dev.oraculum.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.report.ReportPage;
import dev.oraculum.api.report.ReportPage.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file with a result as JSON.
 *
 * @param name on the page, which does not say where files are
 * @param path as it was given, for messages
 */
record ResultFile(String name, Path path, Kind kind, JsonNode json) {
    /** Reads without the strictness of what our two sides say to each other: a later version may have said more. */
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** The version of all kinds of results that are read. */
    private static final String SCHEMA_VERSION = "1";

    private static final String COMMANDS = "improve, infer, rank, select, check or generate";
    private static final String WHAT_TO_DO = "name files that " + COMMANDS + " wrote as JSON";

    /** What a result of a kind has, and no other has all of. */
    private enum Mark {
        IMPROVE(Kind.IMPROVE, "method", "evidence", "initial"),
        GENERATE(Kind.GENERATE, "className", "stop", "coverage", "files"),
        // Before the batch of improve, which has some of its fields.
        GENERATE_ALL(Kind.GENERATE, "outcomes", "results", "failures", "coverage"),
        BATCH(Kind.IMPROVE, "outcomes", "results", "failures"),
        INFER(Kind.INFER, "settings", "points"),
        RANK(Kind.RANK, "className", "totals", "assertions"),
        SELECT(Kind.SELECT, "settings", "figures", "selected"),
        CHECK(Kind.CHECK, "testsRun", "valuesCompared", "mismatches");

        private final Kind kind;
        private final List<String> fields;

        Mark(Kind kind, String... fields) {
            this.kind = kind;
            this.fields = List.of(fields);
        }
    }

    /** The results of methods or classes: of a batch several. */
    List<JsonNode> results() {
        return json.has("results") ? Fields.objects(json, "results") : List.of(json);
    }

    /**
     * Reads a file and recognises what it is.
     *
     * @throws InvalidInputException it is no JSON, no result of these, or one of a later version
     * @throws OraculumException {@link OraculumException.Code#IO}: it cannot be read
     */
    static ResultFile read(ReportPage.Source source) {
        return of(source.name(), source.file(), parse(source.file()));
    }

    /** @param file as messages call it */
    static ResultFile of(String name, Path file, JsonNode json) {
        Kind kind = Arrays.stream(Mark.values())
                .filter(mark -> json.isObject() && mark.fields.stream().allMatch(json::has))
                .map(mark -> mark.kind)
                .findFirst()
                .orElseThrow(() -> wrong(file + " is no result of " + COMMANDS + ": it has none of their fields", null));
        for (JsonNode versioned : Stream.concat(Stream.of(json), Fields.objects(json, "results").stream()).toList()) {
            JsonNode version = versioned.path("schemaVersion");
            if (!version.isMissingNode() && !version.asText().equals(SCHEMA_VERSION)) {
                throw new InvalidInputException(Problem.Code.INVALID_INPUT.problem(), file + ": its schemaVersion is "
                        + version + ", and " + SCHEMA_VERSION
                        + " is what this version of Oraculum reads; use the version that wrote it");
            }
        }
        return new ResultFile(name, file, kind, json);
    }

    /** Of a file that is one of ours, but for a place in it. @param place {@code points[3]} */
    InvalidInputException damaged(String place, String what) {
        return new InvalidInputException(
                Problem.Code.INVALID_INPUT.problem(), path + " is damaged: " + place + " " + what + "; make it again");
    }

    private static JsonNode parse(Path file) {
        byte[] content;
        try {
            content = Files.readAllBytes(file);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new OraculumException(OraculumException.Code.IO, "cannot read " + file + ": " + reason, e);
        }
        return parse(file.toString(), new String(content, StandardCharsets.UTF_8));
    }

    /** @param file as messages call it */
    static JsonNode parse(String file, String content) {
        try {
            return MAPPER.readTree(content);
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null ? ""
                    : ", line " + e.getLocation().getLineNr() + ", column " + e.getLocation().getColumnNr();
            throw wrong(file + place + ": this is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static InvalidInputException wrong(String message, Exception cause) {
        return new InvalidInputException(Problem.Code.INVALID_INPUT.problem(), message + "; " + WHAT_TO_DO, cause);
    }
}
