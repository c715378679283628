package dev.oraculum.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.SeedTemplate;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The records that other generators see are the JSON of docs/formats.md, in both directions. */
class SpiJsonTest {
    private static final String TEMPLATE = """
            {"graph": {"entry": "p/C.m(I)V", "operation": 3, "line": 7, "truncated": false, "dot": "digraph",
              "nodes": [
                {"kind": "receiver", "label": "this", "of": null, "parents": [], "leaf": false, "line": 7},
                {"kind": "parameter", "label": "p", "of": null, "parents": [], "leaf": false, "line": 7},
                {"kind": "global", "label": "C.g", "of": "p/C.g", "parents": [], "leaf": false, "line": 7},
                {"kind": "field", "label": "f", "of": "p/C.f", "parents": [0], "leaf": true, "line": 7},
                {"kind": "element", "label": "[]", "of": null, "parents": [2, 3], "leaf": true, "line": 7},
                {"kind": "call", "label": "n()", "of": "p/C.n()I", "parents": [1], "leaf": true, "line": 0}]},
            "statements": [
              {"kind": "construct", "type": "Lp/C;", "class": "p/C", "descriptor": "()V", "arguments": []},
              {"kind": "primitive", "type": "I", "constant": 4},
              {"kind": "primitive", "type": "Z", "constant": true},
              {"kind": "primitive", "type": "D", "constant": 0.5},
              {"kind": "text", "type": "Ljava/lang/String;", "constant": "a"},
              {"kind": "enumConstant", "type": "Lp/E;", "class": "p/E", "name": "A"},
              {"kind": "null", "type": "Lp/I;"},
              {"kind": "newArray", "type": "[I", "length": 1},
              {"kind": "putElement", "type": null, "array": 7, "index": 1, "value": 1},
              {"kind": "getField", "type": "I", "owner": "p/C", "name": "f", "descriptor": "I", "object": 0},
              {"kind": "putField", "type": null, "owner": "p/C", "name": "f", "descriptor": "I", "object": null, "value": 1},
              {"kind": "call", "type": null, "owner": "p/C", "name": "m", "descriptor": "(I)V", "receiver": 0, "arguments": [1]}],
            "slots": [1, 2, 3, 4, 5, 6], "byNode": [0, 1, null, 10, 8, null],
            "unset": [{"node": 5, "reason": "why", "infeasible": true}], "truncated": true}
            """;

    @Test
    void aTemplateIsReadAndWrittenAlike() throws Exception {
        SeedTemplate template = Json.decode(TEMPLATE.getBytes(StandardCharsets.UTF_8), SeedTemplate.class);
        assertEquals(12, template.statements().size());
        assertEquals(6, template.statements().stream().filter(statement -> statement instanceof SeedTemplate.Slot).count());
        ObjectMapper plain = new ObjectMapper();
        assertEquals(plain.readTree(TEMPLATE), plain.readTree(Json.bytes(template)));
    }

    @Test
    void aBranchSaysItsClass() {
        assertEquals("{\"class\":\"p/C\",\"method\":\"m\",\"descriptor\":\"()V\",\"operation\":3,\"line\":null}",
                new String(Json.bytes(Branch.ofOperation("p/C", "m", "()V", 3)), StandardCharsets.UTF_8));
    }
}
