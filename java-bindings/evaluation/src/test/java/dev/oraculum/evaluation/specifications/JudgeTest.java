package dev.oraculum.evaluation.specifications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.evaluation.specifications.Judge.Claim;
import dev.oraculum.evaluation.specifications.Judge.JudgedClause;
import dev.oraculum.evaluation.specifications.Judge.Sought;
import dev.oraculum.evaluation.specifications.Judge.Verdict;
import dev.oraculum.evaluation.specifications.Specification.OfClass;
import dev.oraculum.evaluation.specifications.Specification.OfMethod;
import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeTest {
    private static final Path CLASSES = Path.of("../subjects/target/classes");

    private static final String RING = """
            class RingBuffer
            make 1 2
            by offer 0 1
            by poll -1
            depth 4
            method offer(int)
            calls 0 1
            """;

    private static Verdict judge(String file, List<String> specification, String... clauses) {
        OfClass of = Specification.read(file.lines().toList());
        OfMethod method = of.methods().get(0);
        OfMethod sought = new OfMethod(method.method(), method.calls(), "", specification);
        List<Claim> claims = Arrays.stream(clauses).map(text -> new Claim(text, 1)).toList();
        try (ClassPath classPath = ClassPath.open(List.of(CLASSES))) {
            return new Judge(classPath, CLASSES, Specifications.PACKAGE, List.of(of)).judge(of, sought, claims);
        }
    }

    @Test
    void aClauseThatASmallCallBreaksIsFalseAndTheCallIsTold() {
        JudgedClause clause = judge(RING, List.of(), "this.items[this.size - 1] == x").clauses().get(0);
        assertEquals("`RingBuffer(1); offer(0); offer(1)`", clause.counterexample());
    }

    @Test
    void aClauseThatNoExitBreaksIsEmpty() {
        Verdict verdict = judge(RING, List.of(), "this.items.length >= 0", "this.head == old_this.head");
        assertEquals(List.of(true, false), verdict.clauses().stream().map(JudgedClause::isEmpty).toList());
        assertEquals(0, verdict.falseClauses());
    }

    @Test
    void anAssertionIsFoundIfTheTrueClausesImplyItWhateverTheExit() {
        List<String> specification =
                List.of("this.size >= old_this.size", "result ==> this.size > old_this.size", "this.head == old_this.head");
        Verdict verdict = judge(RING, specification, "result ==> this.size == old_this.size + 1", "!result ==> this.size == old_this.size");
        assertEquals(List.of(true, true, false), verdict.sought().stream().map(Sought::isFound).toList());
    }

    @Test
    void aFalseClauseFindsNothing() {
        Verdict verdict = judge(RING, List.of("this.head == old_this.head"), "this.head == old_this.head && result");
        assertEquals(1, verdict.falseClauses());
        assertEquals(0, verdict.found());
    }

    @Test
    void whatStaysIsNotFoundByWhatIsReturned() {
        String unchanged = "!result ==> this.items.equals(old_this.items)";
        assertEquals(0, judge(RING, List.of(unchanged), "result == (old_this.size < this.items.length)").found());
    }

    @Test
    void aLocalVariableThatHoldsTheResultMayBeWrongWithIt() {
        String file = "class Texts\nmethod commonPrefix(java.lang.String,java.lang.String)\ncalls \"\" \"a\" \"ab\" | \"a\" \"b\"";
        assertEquals(0, judge(file, List.of("result >= 0"), "result == length").found());
    }

    @Test
    void fieldsOfOtherObjectsCanBeSpokenOf() {
        String file = "class LinkedInts\nmake\nby addFirst 0 1\ndepth 2\nmethod addFirst(int)\ncalls 0 2";
        String next = "this.head.next == old_this.head";
        Verdict verdict = judge(file, List.of("this.head.value == x", next), next);
        assertEquals(List.of(false, true), verdict.sought().stream().map(Sought::isFound).toList());
    }

    @Test
    void aSpecificationThatIsFalseOrSaysNothingIsRefused() {
        assertThrows(IllegalStateException.class, () -> judge(RING, List.of("result")));
        assertThrows(IllegalStateException.class, () -> judge(RING, List.of("this.items.length == old_this.items.length")));
    }

    @Test
    void everyStateIsMadeOnceTheShortestWay() {
        OfClass of = Specification.read(RING.lines().toList());
        SmallObjects objects = new SmallObjects(new SubjectClasses(CLASSES, Specifications.PACKAGE, null), List.of(of));
        List<String> texts = objects.values("RingBuffer").stream().map(Value::text).toList();
        assertEquals(List.of("RingBuffer(1)", "RingBuffer(2)", "RingBuffer(1); offer(0)"), texts.subList(0, 3));
        assertEquals(texts.size(), texts.stream().distinct().count());
    }

    @Test
    void everyClassOfTheListHasAFileWithAssertionsForEachMethod() throws IOException {
        List<OfMethod> methods = Specification.all().stream().flatMap(of -> of.methods().stream()).toList();
        assertTrue(methods.stream().noneMatch(method -> method.assertions().isEmpty()));
        assertTrue(methods.stream().filter(method -> method.trap().isEmpty()).count() >= 40);
    }
}
