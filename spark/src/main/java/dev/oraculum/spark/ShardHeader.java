package dev.oraculum.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the result of a shard says of its run (docs/formats.md).
 *
 * @param run digest of code, tests, settings and seed
 * @param classes how many the run has
 */
record ShardHeader(String run, int classes) {
    static ShardHeader read(Path result) throws IOException {
        JsonNode shard = new ObjectMapper().readTree(Files.readAllBytes(result)).path("shard");
        if (!shard.path("run").isTextual() || !shard.path("all").isInt()) {
            throw new IOException(result + " does not say which run it is of: the driver and oraculum.jar are of different versions");
        }
        return new ShardHeader(shard.get("run").textValue(), shard.get("all").intValue());
    }
}
