package dev.oraculum.generation;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.api.generate.GenerateReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tests that a generation kept (docs/formats.md, "Generated tests").
 *
 * @param tests in the order in which they were chosen: those that cover the most first
 * @param missed goals that no test covers, ascending
 * @param infeasible by goal of these, what of that which its branch looks at no test in the package can set, and why
 * @param obstacles by branch of these, why symbolic execution has made no test for it
 * @param finders by goal that a test covers, what made the first that did
 * @param templates how seed templates went
 * @param symbolic how symbolic execution went
 */
public record KeptTests(
        List<Kept> tests,
        List<Integer> missed,
        Map<Integer, List<String>> infeasible,
        Map<Integer, GenerateReport.Obstacle> obstacles,
        Map<Integer, Finder> finders,
        Templates templates,
        GenerateReport.Symbolic symbolic) {
    public KeptTests {
        tests = List.copyOf(tests);
        missed = List.copyOf(missed);
        infeasible = Map.copyOf(infeasible);
        obstacles = Map.copyOf(obstacles);
        finders = Map.copyOf(finders);
    }

    /** What a written test asserts of what was chosen: {@code all}, {@code results} of its statements only, or {@code nothing}. */
    public enum Extent {
        @JsonProperty("all")
        ALL,
        @JsonProperty("results")
        RESULTS,
        @JsonProperty("nothing")
        NOTHING
    }

    /** What makes tests; {@code search}, {@code template}, {@code solver} in JSON. */
    public enum Finder {
        SEARCH, TEMPLATE, SOLVER;

        @JsonCreator
        static Finder read(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * How a test depends on those before it (iFixFlakies, ESEC/FSE 2019), or on threads; {@code polluter}, {@code victim} and
     * {@code refused} in JSON.
     */
    public enum Dependence {
        /** Others do otherwise after it. */
        POLLUTER("others fail after it: it changes static state"),
        /** It ends otherwise after others. */
        VICTIM("it fails after others: they change static state"),
        /** A thread of the program does what no test may do. */
        REFUSED("a thread that it starts does what no test may do");

        private final String reason;

        Dependence(String reason) {
            this.reason = reason;
        }

        /** Why it is left out. */
        String reason() {
            return reason;
        }

        private static Dependence read(String name) {
            return name == null ? null : valueOf(name.toUpperCase(Locale.ROOT));
        }
    }

    /**
     * How seed templates went.
     *
     * @param tests that began as a template
     * @param refused templates that became no test, by reason
     */
    public record Templates(long tests, Map<String, Long> refused) {}

    /**
     * A test.
     *
     * @param steps its statements, in the order in which they run; behind them calls and reads of fields that are only asserted
     * @param statements how many of the steps are its statements
     * @param assertions what is asserted when the statements have run
     * @param goals what it is kept for, ascending
     * @param covers all goals that it covers, ascending
     * @param exception binary name of what its last statement throws; null: it ends well
     * @param expected of an exception: by a {@code throw} of the code under test, or of a type that the called member declares
     * @param dependence why it is not to be written, as the order of the tests matters to it; null: it does not
     */
    public record Kept(
            List<Step> steps, int statements, List<Assertion> assertions, List<Integer> goals, List<Integer> covers, String exception,
            boolean expected, Dependence dependence) {
        public Kept {
            steps = List.copyOf(steps);
            assertions = List.copyOf(assertions);
            goals = List.copyOf(goals);
            covers = List.copyOf(covers);
        }

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Kept read(ObjectNode json) {
            List<Step> steps = new ArrayList<>();
            json.get("steps").forEach(step -> steps.add(Step.read(step)));
            List<Assertion> assertions = new ArrayList<>();
            json.get("assertions").forEach(assertion -> assertions.add(Assertion.read(assertion)));
            return new Kept(
                    steps, json.get("statements").intValue(), assertions, numbers(json.get("goals")), numbers(json.get("covers")),
                    json.get("throws").textValue(), json.get("expected").booleanValue(), Dependence.read(json.path("depends").textValue()));
        }

        /** The same statements, with nothing asserted. */
        Kept withoutAssertions() {
            return new Kept(steps.subList(0, statements), statements, List.of(), goals, covers, exception, expected, dependence);
        }

        /**
         * The same statements, with less asserted: if anything of what more than a result shows, nothing of that; else nothing at all. A
         * call that is only there to be asserted may change something after all.
         */
        Kept weaker() {
            List<Assertion> results = assertions.stream().filter(this::isOfResult).toList();
            if (results.size() == assertions.size()) {
                return withoutAssertions();
            }
            return new Kept(steps.subList(0, statements), statements, results, goals, covers, exception, expected, dependence);
        }

        private boolean isOfResult(Assertion assertion) {
            return assertion.slot() < statements && !assertion.is().form().isOfContents();
        }
    }

    /**
     * Something that is asserted.
     *
     * @param slot of the step whose value it is about
     * @param is what is expected
     * @param within how far a real may be from it; NaN: it is expected exactly
     */
    public record Assertion(int slot, Expected is, double within) {
        static Assertion read(JsonNode json) {
            return new Assertion(json.get("slot").intValue(), Expected.read(json.get("is")), json.path("within").asDouble(Double.NaN));
        }
    }

    /** What an assertion says of a value. */
    public enum Form {
        NULL, NOT_NULL, BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, STRING, CONSTANT, CLASS, SAME, ELEMENTS, LENGTH, LIST, SET,
                MAP,
        SIZE, MESSAGE, PRESENT, ABSENT, OF_CLASS;

        /** What is in an object, not which it is. */
        boolean isOfContents() {
            return this == MESSAGE || compareTo(ELEMENTS) >= 0 && compareTo(SIZE) <= 0;
        }

        /** A primitive value, boxed or not. */
        boolean isPrimitive() {
            return compareTo(BOOLEAN) >= 0 && compareTo(DOUBLE) <= 0;
        }
    }

    /**
     * What is expected.
     *
     * @param text of a literal as JSON has it, of {@link Form#MESSAGE} the message, of a constant its name, of a class its binary name or
     *     descriptor, of {@link Form#OF_CLASS} the binary name of the class; else null
     * @param className of a constant, binary name of its enum; else null
     * @param number of {@link Form#SAME} the slot, of {@link Form#LENGTH} and {@link Form#SIZE} how many; else 0
     * @param all elements; of a map keys and values in turns; of {@link Form#PRESENT} the one value
     */
    public record Expected(Form form, String text, String className, int number, List<Expected> all) {
        public Expected {
            all = List.copyOf(all);
        }

        static Expected read(JsonNode json) {
            if (json.isTextual()) {
                return new Expected(form(json.textValue()), null, null, 0, List.of());
            }
            Map.Entry<String, JsonNode> only = json.properties().iterator().next();
            Form form = form(only.getKey());
            JsonNode of = only.getValue();
            return switch (form) {
                case CONSTANT -> new Expected(form, of.get("name").textValue(), of.get("class").textValue(), 0, List.of());
                case SAME, LENGTH, SIZE -> new Expected(form, null, null, of.intValue(), List.of());
                case ELEMENTS, LIST, SET, MAP -> {
                    List<Expected> all = new ArrayList<>();
                    of.forEach(element -> all.add(read(element)));
                    yield new Expected(form, null, null, 0, all);
                }
                case PRESENT -> new Expected(form, null, null, 0, List.of(read(of)));
                default -> new Expected(form, of.asText(), null, 0, List.of());
            };
        }

        private static Form form(String name) {
            return Form.valueOf(name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT));
        }
    }

    private static List<Integer> numbers(JsonNode array) {
        List<Integer> numbers = new ArrayList<>();
        array.forEach(number -> numbers.add(number.intValue()));
        return numbers;
    }

    /**
     * What a statement does; from {@link #ITEM} on: what is asserted of elements of a list, a collection, a map, an {@code Optional}, or of
     * what a made-up object was called with.
     */
    public enum Kind {
        NULL, BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, STRING, CLASS, INVOKE, GET, SET, ARRAY, ELEMENT, STORE, STUB,
        ITEM, FIRST, FIRSTVALUE, PRESENT, RECEIVED;

        /** Whether it is a value written down. */
        boolean isLiteral() {
            return ordinal() <= CLASS.ordinal();
        }
    }

    /**
     * A statement. Values are used by the place of the statement that defines them.
     *
     * @param type signature of its value's type; {@code V}: it defines none
     * @param literal as it is written in JSON, of reals and strings the text; null: it is no literal
     * @param member number of the constructor, method or field; -1: it has none
     * @param receiver slot of the object; -1: none. Of {@link Kind#ELEMENT} and {@link Kind#STORE} the array
     * @param arguments slots; of {@link Kind#SET} and {@link Kind#STORE} the value
     * @param number index of an element of an array or a list, length of an array
     * @param answers of {@link Kind#STUB}: what its methods give; those that have none give null, zero or false
     */
    public record Step(
            String type, Kind kind, String literal, int member, int receiver, List<Integer> arguments, int number, List<Answer> answers) {
        public Step {
            arguments = List.copyOf(arguments);
            answers = List.copyOf(answers);
        }

        /** Of another kind than {@link Kind#STUB}. */
        public Step(String type, Kind kind, String literal, int member, int receiver, List<Integer> arguments, int number) {
            this(type, kind, literal, member, receiver, arguments, number, List.of());
        }

        static Step read(JsonNode json) {
            String type = json.get("type").textValue();
            Map.Entry<String, JsonNode> statement =
                    json.properties().stream().filter(field -> !field.getKey().equals("type")).findFirst().orElseThrow();
            Kind kind = Kind.valueOf(statement.getKey().toUpperCase(Locale.ROOT));
            JsonNode of = statement.getValue();
            if (kind.isLiteral()) {
                return new Step(type, kind, kind == Kind.NULL ? "null" : of.asText(), -1, -1, List.of(), 0);
            }
            List<Integer> arguments = new ArrayList<>();
            of.path("arguments").forEach(slot -> arguments.add(slot.intValue()));
            if (of.path("value").isInt()) {
                arguments.add(of.get("value").intValue());
            }
            List<Answer> answers = new ArrayList<>();
            of.path("answers").forEach(one -> answers.add(new Answer(slot(one, "method"), slot(one, "first"), slot(one, "then"))));
            int receiver = slot(of, kind == Kind.ELEMENT || kind == Kind.STORE ? "array" : "receiver");
            int number = slot(of, kind == Kind.ARRAY ? "length" : "index");
            return new Step(type, kind, null, slot(of, "member"), receiver, arguments, Math.max(0, number), answers);
        }

        private static int slot(JsonNode of, String name) {
            return of.path(name).asInt(-1);
        }

        /** The slots that it uses, in the order of the code. */
        List<Integer> uses() {
            List<Integer> uses = new ArrayList<>();
            if (receiver >= 0) {
                uses.add(receiver);
            }
            uses.addAll(arguments);
            answers.forEach(answer -> {
                uses.add(answer.first());
                if (answer.then() >= 0) {
                    uses.add(answer.then());
                }
            });
            return uses;
        }
    }

    /**
     * What a method of a made-up object gives.
     *
     * @param method its number
     * @param first slot of what it gives at the first call
     * @param then of what it gives from then on; -1: the same
     */
    public record Answer(int method, int first, int then) {}
}
