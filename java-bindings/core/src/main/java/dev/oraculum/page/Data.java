package dev.oraculum.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Oracle data in words. */
final class Data {
    private Data() {}

    /** {@code sum}, {@code Account.balance}, {@code cells[]}, {@code return value}. */
    static String variable(JsonNode datum) {
        String name = Fields.text(datum, "name");
        String owner = Fields.text(datum, "owner");
        String shown = name == null ? "return".equals(Fields.text(datum, "kind")) ? "return value" : "variable without a name"
                : owner == null ? name : owner.substring(owner.lastIndexOf('.') + 1) + "." + name;
        return shown + (datum.path("element").asBoolean(false) ? "[]" : "");
    }

    /** {@code pkg.C.m:12}; null: the file does not say. */
    static String place(JsonNode datum) {
        String where = Stream.of(Fields.text(datum, "className"), Fields.text(datum, "method")).filter(Objects::nonNull)
                .collect(Collectors.joining("."));
        return where.isEmpty() ? null : where + (Fields.count(datum, "line") > 0 ? ":" + Fields.count(datum, "line") : "");
    }
}
