package dev.oraculum.internal;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.ObjectConstructionGraph;
import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathClause;
import dev.oraculum.spi.PathSelector;
import dev.oraculum.spi.SeedTemplate;

/** How the records of {@link dev.oraculum.spi}, which know nothing of JSON, are written: as annotations beside them. */
final class SpiJson {
    private SpiJson() {}

    static JsonMapper.Builder addTo(JsonMapper.Builder builder) {
        return builder.addMixIn(Branch.class, OfClass.class)
                .addMixIn(ObjectConstructionGraph.Kind.class, NodeKind.class)
                .addMixIn(SeedTemplate.Statement.class, Statement.class)
                .addMixIn(SeedTemplate.Construct.class, OfClass.class)
                .addMixIn(SeedTemplate.EnumConstant.class, OfClass.class)
                .addMixIn(PathClause.class, Clause.class)
                .addMixIn(PathClause.Operator.class, Operator.class)
                .addMixIn(PathClause.Fresh.class, OfClass.class)
                .addMixIn(PathAttempt.Choice.class, Choice.class)
                .addMixIn(PathSelector.Offer.class, Offer.class);
    }

    /** {@code class} is no name of a component. */
    private interface OfClass {
        @JsonProperty("class")
        String className();
    }

    private enum NodeKind {
        @JsonProperty("receiver")
        RECEIVER,
        @JsonProperty("parameter")
        PARAMETER,
        @JsonProperty("global")
        GLOBAL,
        @JsonProperty("field")
        FIELD,
        @JsonProperty("element")
        ELEMENT,
        @JsonProperty("call")
        CALL
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = SeedTemplate.Construct.class, name = "construct"),
        @JsonSubTypes.Type(value = SeedTemplate.Call.class, name = "call"),
        @JsonSubTypes.Type(value = SeedTemplate.GetField.class, name = "getField"),
        @JsonSubTypes.Type(value = SeedTemplate.PutField.class, name = "putField"),
        @JsonSubTypes.Type(value = SeedTemplate.NewArray.class, name = "newArray"),
        @JsonSubTypes.Type(value = SeedTemplate.PutElement.class, name = "putElement"),
        @JsonSubTypes.Type(value = SeedTemplate.Primitive.class, name = "primitive"),
        @JsonSubTypes.Type(value = SeedTemplate.Text.class, name = "text"),
        @JsonSubTypes.Type(value = SeedTemplate.EnumConstant.class, name = "enumConstant"),
        @JsonSubTypes.Type(value = SeedTemplate.Null.class, name = "null"),
    })
    private interface Statement {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = PathClause.Compare.class, name = "compare"),
        @JsonSubTypes.Type(value = PathClause.Null.class, name = "null"),
        @JsonSubTypes.Type(value = PathClause.Fresh.class, name = "fresh"),
        @JsonSubTypes.Type(value = PathClause.Alias.class, name = "alias"),
        @JsonSubTypes.Type(value = PathClause.Text.class, name = "text"),
    })
    private interface Clause {}

    private enum Operator {
        @JsonProperty("==")
        EQUAL,
        @JsonProperty("!=")
        NOT_EQUAL,
        @JsonProperty("<")
        LESS,
        @JsonProperty("<=")
        LESS_OR_EQUAL,
        @JsonProperty(">")
        GREATER,
        @JsonProperty(">=")
        GREATER_OR_EQUAL
    }

    private enum Choice {
        @JsonProperty("knn")
        KNN,
        @JsonProperty("fifo")
        FIFO,
        @JsonProperty("random")
        RANDOM
    }

    private enum Offer {
        @JsonProperty("queued")
        QUEUED,
        @JsonProperty("seen")
        SEEN,
        @JsonProperty("tooLong")
        TOO_LONG,
        @JsonProperty("full")
        FULL
    }
}
