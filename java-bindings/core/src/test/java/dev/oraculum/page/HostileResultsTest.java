package dev.oraculum.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Results are data, whatever is in them: names of methods and tests are chosen by others. */
class HostileResultsTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Texts that tell what a result is, or where an invariant belongs; others in their places make other pages, or none. */
    private static final Set<String> WORDS = Set.of("place", "says", "status", "moment", "kind");

    /** Of so many pages one is parsed. No multiple of how many are made of a field, so that it is another each time. */
    private static final int PARSED = 5;

    private static final String HOSTILE =
            "<script>alert(1)</script>\"' onload=x ]]> --> </style></td></table> &lt;b&gt; "
            + "\u202egnp.exe\u0000\u001b[31m\u2028\ufffe javascript:x";

    private static final String SHOWN = "<script>alert(1)</script>\"' onload=x ]]> --> </style></td></table> &lt;b&gt; "
            + "\\u202egnp.exe\\u0000\\u001b[31m\\u2028\\ufffe javascript:x";

    @TempDir
    Path folder;

    static List<String> results() {
        return Results.texts().toList();
    }

    /** Calls with each object or list below a node, and with the node. */
    private static void visit(JsonNode node, Consumer<JsonNode> visitor) {
        if (node.isContainerNode()) {
            visitor.accept(node);
            node.forEach(child -> visit(child, visitor));
        }
    }

    private static JsonNode hostile(String result) throws Exception {
        JsonNode json = MAPPER.readTree(result);
        visit(json, node -> {
            if (node instanceof ObjectNode object) {
                List.copyOf(object.properties()).stream()
                        .filter(entry -> entry.getValue().isTextual() && !WORDS.contains(entry.getKey()))
                        .forEach(entry -> object.put(entry.getKey(), HOSTILE));
            } else {
                ArrayNode array = (ArrayNode) node;
                for (int i = 0; i < array.size(); i++) {
                    if (array.get(i).isTextual()) {
                        array.set(i, MAPPER.getNodeFactory().textNode(HOSTILE));
                    }
                }
            }
        });
        return json;
    }

    private static Set<String> tags(Document page) {
        Set<String> tags = new TreeSet<>();
        Dom.elements(page, "*").stream().map(Element::getTagName).forEach(tags::add);
        return tags;
    }

    @ParameterizedTest
    @MethodSource("results")
    void textsOfAResultAreShownAndNotInterpreted(String result) throws Exception {
        Document page = Dom.parse(Results.page(folder, hostile(result).toString()).html());
        Document plain = Dom.parse(Results.page(folder, result).html());
        assertTrue(page.getElementsByTagName("body").item(0).getTextContent().contains(SHOWN));
        Set<String> more = tags(page);
        more.removeAll(tags(plain));
        assertEquals(Set.of(), more, "elements that the same result without such texts has not");
        for (Element element : Dom.elements(page, "*")) {
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                assertFalse(element.getAttributes().item(i).getNodeValue().contains("script"), element.getTagName());
            }
        }
    }

    /** What may be in the place of anything; a number that is longer than any page, too. */
    private static List<JsonNode> others() throws Exception {
        List<JsonNode> others = new ArrayList<>();
        for (String text : List.of("null", "1e400", "\"\"", "[1, null]", "{\"x\": {}}", "[{}]")) {
            others.add(MAPPER.readTree(text));
        }
        return others;
    }

    /**
     * @param parsed whether to parse it, which takes longer than to make it
     * @return whether there is a page
     */
    private boolean isPage(JsonNode json, boolean parsed) throws Exception {
        try {
            String html = Results.page(folder, json.toString()).html();
            return !parsed || Dom.parse(html).hasChildNodes();
        } catch (InvalidInputException e) {
            assertTrue(e.getMessage().contains("result0.json") && e.getMessage().contains("; "), e.getMessage());
            return false;
        }
    }

    /** A batch has nothing but such methods, and its failures. */
    static List<String> kinds() {
        String none = Results.json("{'method': 'pkg.C#m()'}");
        return results().stream().map(result -> result.equals(Results.BATCH) ? result.replace(Results.IMPROVE, none) : result).toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void whateverIsMissingOrOfAnotherTypeThereIsAPageOrAMessage(String result) throws Exception {
        int pages = 0;
        int tried = 0;
        JsonNode json = MAPPER.readTree(result);
        List<ObjectNode> objects = new ArrayList<>();
        visit(json, node -> {
            if (node instanceof ObjectNode object) {
                objects.add(object);
            }
        });
        for (ObjectNode object : objects) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                JsonNode before = object.get(name);
                for (JsonNode other : others()) {
                    object.set(name, other);
                    pages += isPage(json, tried % PARSED == 0) ? 1 : 0;
                    tried++;
                }
                object.remove(name);
                pages += isPage(json, tried % PARSED == 0) ? 1 : 0;
                tried++;
                object.set(name, before);
            }
        }
        assertTrue(tried > 50 && pages > tried / 4, pages + " pages of " + tried);
    }

    @Test
    void aFieldThatIsMissingIsLeftOut() throws Exception {
        String bare = Results.json("{'method': 'pkg.C#m()', 'evidence': {}, 'initial': {}}");
        String html = Results.page(folder, bare).html();
        String text = Dom.parse(html).getElementsByTagName("main").item(0).getTextContent();
        for (String invented : List.of("null", "improved", "Assertion", "Mutants", "Clauses", "Evidence", "false negatives")) {
            assertFalse(text.contains(invented), invented + " in\n" + text);
        }
    }
}
