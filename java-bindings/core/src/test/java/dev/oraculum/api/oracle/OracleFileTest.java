package dev.oraculum.api.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.select.DatumKind;
import dev.oraculum.api.select.OracleDatum;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An oracle file is data: whatever is in it, it is read or refused, and what is read can be used. */
class OracleFileTest {
    @TempDir
    private Path folder;

    private static final Oracle ORACLE = new Oracle(
            Oracle.FORMAT,
            Oracle.VERSION,
            10,
            List.of(
                    new OracleDatum("pkg.C", "m", "(I)I", "C.java", 3, DatumKind.LOCAL, "x", null, false, List.of(1)),
                    new OracleDatum("pkg.C", "m", "(I)I", "C.java", 4, DatumKind.FIELD, "y", "pkg.C", true, List.of(2)),
                    new OracleDatum("pkg.C", "m", "(I)I", null, 0, DatumKind.RETURN, null, null, false, List.of())),
            List.of(new Oracle.Method("pkg.C", "m", "(I)I",
                    List.of(new Oracle.Site("store", "x", 1, "I", 0), new Oracle.Site("return", "", 2, "I", 2)))),
            List.of(new Oracle.TestValues("[engine:e]/[test:t]", "t", "pkg.T", 1, List.of(
                    new Oracle.Values(0, 2, "0123456789abcdef", "fedcba9876543210", List.of("1", "2"), List.of("", "89abcdef"))),
                            List.of(1))));

    private static final List<JsonNode> STRANGE = List.of(
            JsonNodeFactory.instance.nullNode(),
            JsonNodeFactory.instance.numberNode(-1),
            JsonNodeFactory.instance.numberNode(Long.MAX_VALUE),
            JsonNodeFactory.instance.numberNode(1e300),
            JsonNodeFactory.instance.textNode(""),
            JsonNodeFactory.instance.textNode("\u0000\u001b[2J../../x"),
            JsonNodeFactory.instance.booleanNode(true),
            JsonNodeFactory.instance.arrayNode(),
            JsonNodeFactory.instance.objectNode());

    @Test
    void damagedFilesAreReadOrRefused() throws Exception {
        ObjectMapper json = new ObjectMapper();
        Path file = folder.resolve("oracle.json");
        Files.writeString(file, ORACLE.toJson());
        assertEquals(ORACLE, Oracle.read(file));
        Random random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 2000; i++) {
            JsonNode tree = json.readTree(ORACLE.toJson());
            List<JsonNode> inner = new ArrayList<>();
            collect(tree, inner);
            damage(inner.get(random.nextInt(inner.size())), random);
            Files.writeString(file, tree.toString());
            try {
                Oracle read = Oracle.read(file);
                read.data().forEach(datum -> assertTrue(!(datum.variable() + datum.place()).contains("null"), tree::toString));
                read.toJson();
            } catch (IllegalArgumentException e) {
                refused++;
                assertTrue(e.getMessage().contains("oracle"), e.getMessage());
            }
        }
        assertTrue(refused > 1000, refused + " refused");
    }

    @Test
    void statesAreHexadecimalOneAValue() throws Exception {
        Path file = folder.resolve("oracle.json");
        for (String damaged : List.of("\"\"", "\"89abcdeg\",\"\"", "\"\",\"89ABCDEF\"")) {
            Files.writeString(file, ORACLE.toJson().replace("\"\",\"89abcdef\"", damaged));
            String message = assertThrows(IllegalArgumentException.class, () -> Oracle.read(file)).getMessage();
            assertTrue(message.contains("test t has values whose states are no hexadecimal numbers, one a value"), message);
        }
    }

    private static void collect(JsonNode node, List<JsonNode> inner) {
        if (node.isContainerNode() && !node.isEmpty()) {
            inner.add(node);
            node.forEach(child -> collect(child, inner));
        }
    }

    private static void damage(JsonNode node, Random random) {
        JsonNode strange = STRANGE.get(random.nextInt(STRANGE.size()));
        if (node instanceof ArrayNode array) {
            array.set(random.nextInt(array.size()), strange);
        } else {
            List<String> names = new ArrayList<>();
            node.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(4) == 0) {
                ((ObjectNode) node).remove(name);
            } else {
                ((ObjectNode) node).set(name, strange);
            }
        }
    }
}
