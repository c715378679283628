package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Variables, tests, classes or clauses that have no part in a result, and why. */
final class LeftOutTable {
    private LeftOutTable() {}

    /** What was left out and why; nothing if nothing was. */
    static void write(Html html, JsonNode object, String name, String title) {
        List<JsonNode> items = Fields.objects(object, name);
        if (!items.isEmpty()) {
            html.details(title + ": " + items.size()).table(title, "Name", "Reason");
            items.forEach(item -> html.open("tr").rowCode(Fields.text(item, "name")).sentence(Fields.text(item, "reason")).close());
            html.endTable().close();
        }
    }
}
