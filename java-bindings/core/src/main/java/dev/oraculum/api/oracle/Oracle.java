package dev.oraculum.api.oracle;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.InvalidInputException;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.OraculumException;
import dev.oraculum.api.Problem;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What selected data were given while tests ran: the oracle that {@link Oraculum#check} compares a later version with. docs/formats.md
 * ("The oracle file") has its JSON.
 *
 * @param format {@value #FORMAT}
 * @param version {@value #VERSION}
 * @param kept of one datum in one test, how many values are kept; all take part in the hash
 * @param data what was recorded; the rest refers to their places in this list
 * @param methods where they are defined
 * @param tests those that passed, in the order in which they ran
 */
public record Oracle(String format, int version, int kept, List<OracleDatum> data, List<Method> methods, List<TestValues> tests) {
    public static final String FORMAT = "oraculum-oracle";
    public static final int VERSION = 3;
    /** The last version without the state of objects; read as one that compares their texts. */
    private static final int WITHOUT_STATES = 2;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    public Oracle {
        data = List.copyOf(data);
        methods = List.copyOf(methods);
        tests = List.copyOf(tests);
    }

    /**
     * A method that defines data, with all that it defines, in the order of the code: so the definitions are found again in a version that
     * has others.
     *
     * @param className binary name
     */
    public record Method(String className, String name, String descriptor, List<Site> sites) {
        public Method {
            sites = List.copyOf(sites);
        }
    }

    /**
     * A definition.
     *
     * @param kind {@code parameter}, {@code store}, {@code increment}, {@code field}, {@code static_field}, {@code element} or
     * {@code return}
     * @param variable what tells it from other variables of its kind; may be empty
     * @param line counted from the first line of the method; -1: unknown
     * @param sort of the value: one of {@code ZBCSIJFDL}
     * @param datum its datum, or -1
     */
    public record Site(String kind, String variable, int line, String sort, int datum) {}

    /**
     * What a test gave the data.
     *
     * @param id names the test from run to run
     * @param name for people
     * @param className binary name of the test class
     * @param seconds a power of two that it took less than when it was recorded; bounds how long a later version may take
     * @param values of the data that it defines, by datum
     * @param unstable data whose values differed from run to run in this test: not compared
     */
    public record TestValues(String id, String name, String className, int seconds, List<Values> values, List<Integer> unstable) {
        public TestValues {
            values = List.copyOf(values);
            unstable = List.copyOf(unstable);
        }
    }

    /**
     * What a datum was given in a test, in order.
     *
     * @param count how many values
     * @param hash over the texts of all of them and their order, as 16 hexadecimal digits
     * @param state over what the objects among them hold, as far as it is looked into, likewise; null: it differed from run to run, or
     *     was not recorded, and is not compared
     * @param first the first values as text, at most {@link Oracle#kept}
     * @param states of each of these 8 hexadecimal digits that tell its state from others with the same text, empty where the text says
     *     all; no list at all where it does for all of them
     */
    public record Values(int datum, long count, String hash, String state, List<String> first, List<String> states) {
        public Values {
            first = List.copyOf(first);
            states = List.copyOf(states);
        }
    }

    /** The oracle as JSON, one method or test a line. */
    public String toJson() {
        try {
            StringBuilder json = new StringBuilder("{\n\"format\": \"" + FORMAT + "\",\n\"version\": " + version + ",\n\"kept\": " + kept);
            list(json, "data", data);
            list(json, "methods", methods);
            list(json, "tests", tests);
            return json.append("\n}\n").toString();
        } catch (JsonProcessingException e) {
            throw new OraculumException(OraculumException.Code.INTERNAL, "cannot write the oracle as JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static void list(StringBuilder json, String name, List<?> items) throws JsonProcessingException {
        json.append(",\n\"").append(name).append("\": [");
        String separator = "\n";
        for (Object item : items) {
            json.append(separator).append(MAPPER.writeValueAsString(item));
            separator = ",\n";
        }
        json.append("\n]");
    }

    private record Header(@JsonProperty("format") String format, @JsonProperty("version") int version) {}

    private static InvalidInputException unusable(String message) {
        return unusable(message, null);
    }

    private static InvalidInputException unusable(String message, Throwable cause) {
        return new InvalidInputException(Problem.Code.ORACLE_UNUSABLE.problem(), message, cause);
    }

    /**
     * Reads an oracle file.
     *
     * @throws IllegalArgumentException the file is missing, or no oracle of this version; the message says what and where
     */
    public static Oracle read(Path file) {
        if (!Files.exists(file)) {
            throw unusable("the oracle file " + file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw unusable(file + " is a folder; name the oracle file in it");
        }
        try {
            JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
            Header header = new Header(tree.path("format").asText(), tree.path("version").asInt());
            if (!FORMAT.equals(header.format())) {
                throw unusable(file + " is no oracle file: it does not begin with \"format\": \"" + FORMAT + "\"");
            }
            if (header.version() == WITHOUT_STATES) {
                addStates((ObjectNode) tree);
            } else if (header.version() != VERSION) {
                throw unusable(file + " is an oracle of version " + header.version() + ", and this Oraculum reads versions "
                        + WITHOUT_STATES + " and " + VERSION + "; record it again");
            }
            return MAPPER.treeToValue(tree, Oracle.class).validated(file);
        } catch (JsonParseException e) {
            throw unusable("the oracle file " + file + " is damaged at line " + e.getLocation().getLineNr() + ", column " + e.getLocation()
                    .getColumnNr() + ": "
                    + e.getOriginalMessage() + "; record it again", e);
        } catch (JsonProcessingException e) {
            throw unusable("the oracle file " + file + " is damaged: " + e.getOriginalMessage() + "; record it again", e);
        } catch (IOException e) {
            throw unusable("the oracle file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Makes the tree of an older version one of this: states are not known. */
    private static void addStates(ObjectNode tree) {
        tree.put("version", VERSION);
        for (JsonNode test : tree.path("tests")) {
            for (JsonNode values : test.path("values")) {
                if (values instanceof ObjectNode node) {
                    node.putNull("state").putArray("states");
                }
            }
        }
    }

    private Oracle validated(Path file) {
        requireTexts(file);
        for (Method method : methods) {
            for (Site site : method.sites()) {
                require(site.datum() >= -1 && site.datum() < data.size(), file, "method " + method.className() + "." + method.name(),
                        site.datum());
                if (site.sort().length() != 1 || "ZBCSIJFDL".indexOf(site.sort().charAt(0)) < 0) {
                    throw unusable("the oracle file " + file + " is damaged: a definition of " + method.className() + "." + method.name()
                            + " has the sort \"" + site.sort()
                            + "\"; record it again");
                }
            }
        }
        for (TestValues test : tests) {
            if (test.seconds() < 1) {
                throw unusable("the oracle file " + file + " is damaged: test " + test.name() + " took " + test.seconds()
                        + " seconds; record it again");
            }
            for (Values values : test.values()) {
                require(values.datum() >= 0 && values.datum() < data.size(), file, "test " + test.name(), values.datum());
                if (!values.hash().matches("[0-9a-f]{16}")) {
                    throw unusable("the oracle file " + file + " is damaged: test " + test.name() + " has a value whose hash is \""
                            + values.hash() + "\"; record it again");
                }
                boolean fits = values.states().isEmpty() || values.states().size() == values.first().size();
                if (values.state() != null && !values.state().matches("[0-9a-f]{16}") || !fits
                        || !values.states().stream().allMatch(state -> state.matches("([0-9a-f]{8})?"))) {
                    throw unusable("the oracle file " + file + " is damaged: test " + test.name()
                            + " has values whose states are no hexadecimal numbers, one a value; record it again");
                }
            }
        }
        return this;
    }

    /** A name that is missing would be missed later, where nobody knows the file any more. */
    private void requireTexts(Path file) {
        for (OracleDatum datum : data) {
            boolean named = datum.kind() == DatumKind.RETURN
                    || datum.name() != null && (datum.kind() != DatumKind.FIELD || datum.owner() != null);
            requireTexts(file, "a datum", named ? datum.className() : null, datum.method(), datum.descriptor(), datum.kind());
        }
        for (Method method : methods) {
            requireTexts(file, "a method", method.className(), method.name(), method.descriptor());
            method.sites().forEach(site -> requireTexts(
                    file, "a definition of " + method.name(), site.kind(), site.variable(), site.sort()));
        }
        for (TestValues test : tests) {
            requireTexts(file, "a test", test.id(), test.name(), test.className());
            test.values().forEach(values -> requireTexts(file, "test " + test.name(), values.hash()));
            test.unstable().forEach(datum -> require(datum >= 0 && datum < data.size(), file, "test " + test.name(), datum));
        }
        if (kept < 0) {
            throw unusable("the oracle file " + file + " is damaged: it keeps " + kept + " values of a datum; record it again");
        }
    }

    private static void requireTexts(Path file, String where, Object... texts) {
        if (java.util.Arrays.asList(texts).contains(null)) {
            throw unusable("the oracle file " + file + " is damaged: " + where + " has no name, kind or class; record it again");
        }
    }

    private void require(boolean known, Path file, String where, int datum) {
        if (!known) {
            throw unusable("the oracle file " + file + " is damaged: " + where + " refers to datum " + datum + " of " + data.size()
                    + "; record it again");
        }
    }
}
