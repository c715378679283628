package dev.oraculum.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.oraculum.api.OraculumException;
import java.io.IOException;
import java.util.Map;

/** Requests and results as UTF-8 JSON, strictly: what the other side does not know is a fault of ours, not to be passed over. */
public final class Json {
    /** Version of the requests and results. */
    public static final int SCHEMA_VERSION = 1;

    private static final ObjectMapper MAPPER = SpiJson.addTo(JsonMapper.builder())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    private record Envelope(int schemaVersion, Map<String, Object> request) {}

    /** {@code {"schemaVersion":1,"request":{operation: request}}}. */
    public static byte[] encode(String operation, Object request) {
        try {
            return MAPPER.writeValueAsBytes(new Envelope(SCHEMA_VERSION, Map.of(operation, request)));
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL,
                    "cannot write the request " + operation + " as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Without an envelope, for files of ours. */
    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL,
                    "cannot write a " + value.getClass().getSimpleName() + " as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Indented, for people: keys in the order of the record's components. */
    public static String text(Object report) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
        printer.indentObjectsWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE.withLinefeed("\n"));
        try {
            return MAPPER.writer(printer).writeValueAsString(report) + "\n";
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write the report as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The word that a constant of an enum has in JSON. */
    public static String word(Enum<?> constant) {
        return MAPPER.convertValue(constant, String.class);
    }

    /** As it would be written, to be changed or put into something else. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** @throws OraculumException it is no value of that type */
    public static <T> T ofTree(JsonNode value, Class<T> type) {
        try {
            return MAPPER.treeToValue(value, type);
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL,
                    "cannot read a " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }

    public static <T> T decode(byte[] result, Class<T> type) {
        try {
            return MAPPER.readValue(result, type);
        } catch (IOException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL,
                    "cannot read the engine's " + type.getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
