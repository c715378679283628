package dev.oraculum.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.MergedResult;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.Shard;
import dev.oraculum.api.generate.GenerateReport.MutantEnd;
import dev.oraculum.internal.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Results of shards: what they have in common, and how they become the result of one run. */
public final class Shards {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Shards() {}

    /**
     * What the result of a shard says of it.
     *
     * @param shard null: the run is not divided
     * @param every how many classes all shards have
     * @param classes those of the shard
     * @param request what is asked for, as texts: all on which a result depends beside code and tests
     * @return null: the run is not divided
     */
    static Shard.Part part(Shard shard, Project project, int every, List<String> classes, List<String> request) {
        if (shard == null) {
            return null;
        }
        Fingerprint.Contents contents = Fingerprint.Contents.of(project);
        List<String> all = new ArrayList<>(List.of(contents.classPath(), contents.tests(), ProjectRun.jvm(project).version(),
                String.join(",", project.testClasses()), String.valueOf(project.excludeFailingTests())));
        all.addAll(request);
        return new Shard.Part(shard.number(), shard.of(), Fingerprint.ofText(String.join("\n", all)), every, classes);
    }

    /** See {@link dev.oraculum.api.Oraculum#merge}. */
    public static MergedResult merge(List<Path> files) {
        List<Part> parts = files.stream().map(Part::read).toList();
        if (parts.isEmpty()) {
            throw wrong("there are no results to merge", null);
        }
        Map<Integer, Part> byNumber = new TreeMap<>();
        Part any = parts.get(0);
        for (Part part : parts) {
            if (part.shard.of() != any.shard.of() || part.generated != any.generated) {
                throw wrong(part.file + " and " + any.file + " are shards of different runs: " + part.describe() + " and " + any.describe(),
                        null);
            }
            if (!part.shard.run().equals(any.shard.run())) {
                throw wrong(part.file + " and " + any.file + " are shards of different runs: of other code, tests, settings or seed", null);
            }
            Part same = byNumber.put(part.shard.number(), part);
            if (same != null) {
                throw wrong(same.file + " and " + part.file + " are both " + part.describe(), null);
            }
        }
        for (int number = 1; number <= any.shard.of(); number++) {
            if (!byNumber.containsKey(number)) {
                throw wrong("shard " + number + " of " + any.shard.of() + " is missing", null);
            }
        }
        List<Part> inOrder = List.copyOf(byNumber.values());
        int classes = inOrder.stream().mapToInt(part -> part.shard.classes().size()).sum();
        return new MergedResult(Json.text(merged(inOrder)), inOrder.size(), classes);
    }

    /** The fields of the first, in their order, each made of all. */
    private static ObjectNode merged(List<Part> parts) {
        ObjectNode merged = MAPPER.createObjectNode();
        ArrayNode results = inOrder(parts, "results");
        parts.get(0).json.properties().forEach(field -> {
            JsonNode value = switch (field.getKey()) {
                case "shard", "kept" -> null;
                case "elapsed" -> MAPPER.getNodeFactory().numberNode(
                        Math.round(parts.stream().mapToDouble(part -> part.json.path("elapsed").asDouble()).sum() * 1e3) / 1e3);
                case "outcomes" -> sums(parts, field.getKey(), new TreeMap<>());
                case "tests" -> MAPPER.getNodeFactory().numberNode(parts.stream().mapToInt(part -> part.json.path("tests").asInt()).sum());
                case "coverage" -> coverage(results);
                case "mutants" -> mutants(parts);
                case "results" -> results;
                case "failures" -> inOrder(parts, field.getKey());
                default -> field.getValue();
            };
            if (value != null) {
                merged.set(field.getKey(), value);
            }
        });
        ArrayNode kept = MAPPER.createArrayNode();
        parts.forEach(part -> part.json.path("kept").forEach(kept::add));
        if (!kept.isEmpty()) {
            merged.set("kept", kept);
        }
        return merged;
    }

    /** Class by class: those of the shards take turns. */
    private static ArrayNode inOrder(List<Part> parts, String field) {
        ArrayNode all = MAPPER.createArrayNode();
        int most = parts.stream().mapToInt(part -> part.shard.classes().size()).max().orElse(0);
        for (int turn = 0; turn < most; turn++) {
            for (Part part : parts) {
                if (turn < part.shard.classes().size()) {
                    all.addAll(part.of(field).getOrDefault(part.shard.classes().get(turn), List.of()));
                }
            }
        }
        return all;
    }

    private static ObjectNode sums(List<Part> parts, String field, Map<String, Long> sums) {
        parts.forEach(part -> part.json.path(field).properties()
                .forEach(count -> sums.merge(count.getKey(), count.getValue().asLong(), Long::sum)));
        ObjectNode node = MAPPER.createObjectNode();
        sums.forEach((name, count) -> {
            if (count > 0) {
                node.put(name, count);
            }
        });
        return node;
    }

    private static ObjectNode mutants(List<Part> parts) {
        Map<String, Long> sums = new LinkedHashMap<>();
        Arrays.stream(MutantEnd.values()).forEach(end -> sums.put(Json.word(end), 0L));
        return sums(parts, "mutants", sums);
    }

    /** Kinds of goals in the order in which the classes have them. */
    private static ObjectNode coverage(ArrayNode results) {
        ObjectNode all = MAPPER.createObjectNode();
        for (JsonNode result : results) {
            result.path("coverage").properties().forEach(kind -> {
                ObjectNode sum = all.withObjectProperty(kind.getKey());
                kind.getValue().properties().forEach(
                        figure -> sum.put(figure.getKey(), sum.path(figure.getKey()).asInt() + figure.getValue().asInt()));
            });
        }
        return all;
    }

    private static InvalidInputException wrong(String message, Exception cause) {
        return new InvalidInputException(Problem.Code.INVALID_INPUT.problem(), message, cause);
    }

    /** One file. */
    private record Part(Path file, JsonNode json, Shard.Part shard, boolean generated) {
        static Part read(Path file) {
            try {
                JsonNode json = MAPPER.readTree(Files.readAllBytes(file));
                if (json == null || !json.path("shard").isObject() || !json.path("results").isArray() || !json.path("failures").isArray()) {
                    throw wrong(file + " is no result of a shard: name files that `improve` or `generate` wrote as JSON for a shard each",
                            null);
                }
                return new Part(file, json, MAPPER.treeToValue(json.get("shard"), Shard.Part.class), json.has("coverage"));
            } catch (JsonProcessingException e) {
                throw wrong(file + " is damaged: " + e.getOriginalMessage(), e);
            } catch (IOException e) {
                throw new OraculumException(OraculumException.Code.IO, "cannot read " + file + ": " + e.getMessage(), e);
            }
        }

        String describe() {
            return "shard " + shard.number() + " of " + shard.of() + (generated ? " of generate" : " of improve");
        }

        /** The rows of a field by class, in their order. */
        Map<String, List<JsonNode>> of(String field) {
            Function<JsonNode, String> className = generated ? row -> row.path("className").asText()
                    : row -> BatchSchedule.className(row.path("method").asText());
            Map<String, List<JsonNode>> rows = new HashMap<>();
            for (JsonNode row : json.get(field)) {
                String name = className.apply(row);
                if (!shard.classes().contains(name)) {
                    throw wrong(file + " is damaged: it has a result of " + name + ", which is no class of its shard", null);
                }
                rows.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
            }
            return rows;
        }
    }
}
