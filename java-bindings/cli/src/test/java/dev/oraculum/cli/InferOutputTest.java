package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.RunInfo;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is printed of invariants. */
class InferOutputTest {
    private static Inference.Invariant invariant(Inference.Says says, String text) {
        String name = text.substring(0, text.indexOf(' '));
        return new Inference.Invariant(says, text, null, null, null, List.of(name, "orig(" + name + ")"), 1, 9);
    }

    private static Inference.Point point(String method, String place, Integer line, Inference.Invariant... invariants) {
        return new Inference.Point(method + ":::" + place, method, place, line, 9, List.of(), 0, List.of(invariants), 0, 0);
    }

    private static List<String> printed(boolean verbose, Inference.Point... points) {
        InferReport report = new InferReport(
                1, InferSettings.defaults(), List.of(points), List.of(), List.of(), 0, 0, List.of(), Map.of(), RunInfo.UNKNOWN);
        StringWriter out = new StringWriter();
        new InferOutput(new Console(new PrintWriter(out, true), new PrintWriter(out, true), Console.Detail.NORMAL), verbose).print(report);
        return out.toString().lines().toList();
    }

    private static final Inference.Invariant SAME = invariant(Inference.Says.UNCHANGED, "this.n == orig(this.n)");

    @Test
    void aClassIsAPageWithTheMostTellingFirst() {
        List<String> lines = printed(
                false,
                point("p.C", "object", null, invariant(Inference.Says.BOUND, "this.n >= 0")),
                point("p.C.m(int)", "entry", null,
                        invariant(Inference.Says.BOUND, "x >= 1"), invariant(Inference.Says.ORDER, "x < this.n")),
                point("p.C.m(int)", "exit", null, SAME, invariant(Inference.Says.CONSTANT, "return == 7"),
                        invariant(Inference.Says.UNCHANGED, "a[] == orig(a[])"),
                        invariant(Inference.Says.UNCHANGED, "size(a[]) == orig(size(a[]))")),
                point("p.C.m(int)", "exit", 12, invariant(Inference.Says.CONSTANT, "x == 1")),
                point("q.D.k()", "exit", null, invariant(Inference.Says.BOUND, "return >= 0")));
        assertEquals(
                List.of("",
                        "p.C",
                        "",
                        "  all objects  (9 samples)",
                        "    this.n >= 0",
                        "",
                        "  m(int)  (9 samples)",
                        "    requires  x < this.n",
                        "              x >= 1",
                        "    ensures   return == 7",
                        "    unchanged this.n, a[]",
                        "    at line 12  (9 samples)",
                        "    ensures   x == 1",
                        "",
                        "q.D",
                        "",
                        "  k()  (9 samples)",
                        "    ensures   return >= 0"),
                lines.subList(0, 18));
    }

    private static Inference.Invariant equal(String x, String y) {
        return new Inference.Invariant(Inference.Says.EQUATION, x + " == " + y, null, null, null, List.of(x, y), 1, 9);
    }

    @Test
    void secondNamesAreSaidOnceAndWhatIsUnchangedIsNoEquation() {
        List<String> lines = printed(
                false,
                point("p.C", "object", null, equal("this.n", "this.n()")),
                point("p.C.m(int)", "exit", null,
                        equal("x", "this.n"), equal("x", "this.n()"), equal("return", "this.k"), equal("return", "orig(this.k)"),
                        equal("y", "orig(this.k)")));
        assertEquals(
                List.of("    this.n == this.n()",
                        "",
                        "  m(int)  (9 samples)",
                        "    ensures   x == this.n",
                        "              return == this.k",
                        "              y == orig(this.k)",
                        "    unchanged this.k"),
                lines.subList(4, 11));
    }

    @Test
    void implicationsHaveAnArrowAndPagesALegend() {
        Inference.Invariant implication = new Inference.Invariant(
                Inference.Says.IMPLICATION, "(x > 0)  ==>  (y > 0)", null, "x > 0 ==> y > 0", "x <= 0 || y > 0", List.of("x", "y"), 1, 9);
        Inference.Invariant equivalence = new Inference.Invariant(
                Inference.Says.IMPLICATION, "(x > 0)  <==>  (b == true)", null, "b == (x > 0)", "b == (x > 0)", List.of("x", "b"), 1, 9);
        List<String> lines = printed(false, point("p.C.m(int)", "exit", null, implication, equivalence));
        assertEquals(List.of("    ensures   x > 0 ==> y > 0", "              b == (x > 0)"), lines.subList(4, 6));
        assertTrue(lines.get(7).startsWith("requires: true at every entry"), lines::toString);
        assertFalse(printed(false, point("p.C.none()", "exit", null)).stream().anyMatch(line -> line.startsWith("requires:")));
    }

    @Test
    void methodsThatSayNothingElseAreNamedTogether() {
        List<String> lines = printed(
                false,
                point("p.C.m()", "entry", null), point("p.C.m()", "exit", null, SAME), point("p.C.none()", "exit", null),
                point("p.C.k()", "exit", null, invariant(Inference.Says.BOUND, "x >= 0")));
        assertEquals(
                List.of(
                        "1 method leaves everything as it was: C.m() (--verbose shows them)",
                        "1 method has no invariant: C.none() (--verbose shows them)"),
                lines.subList(7, 9));
        assertEquals("    unchanged this.n", printed(true, point("p.C.m()", "exit", null, SAME)).get(4));
    }

    @Test
    void aClassIsWrittenAsJml() {
        Inference.Invariant bound =
                new Inference.Invariant(Inference.Says.BOUND, "this.n >= 0", "this.n >= 0", null, null, List.of("this.n"), 1, 9);
        Inference.Invariant sorted = invariant(Inference.Says.CONTENTS, "a[] <= b[] (lexically)");
        InferReport report = new InferReport(
                1, InferSettings.defaults(),
                List.of(
                        point("p.C", "object", null, bound),
                        point("p.C.<init>(int)", "entry", null, sorted),
                        point("p.C.<init>(int)", "exit", null, SAME)),
                List.of(), List.of(), 0, 0, List.of(), Map.of(), RunInfo.UNKNOWN);
        assertEquals(
                List.of("class p.C {",
                        "  //@ invariant this.n >= 0;",
                        "",
                        "  // requires, in Daikon's words: a[] <= b[] (lexically)",
                        "  //@ ensures \\not_modified(this.n);",
                        "  C(int);",
                        "}"),
                report.toJml().stripTrailing().lines().toList());
    }
}
