package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    private static Inference.Point point(String name, String... daikon) {
        List<Inference.Invariant> invariants =
                Stream.of(daikon).map(text -> new Inference.Invariant(text, null, null, List.of(), 1, 9)).toList();
        return new Inference.Point(name, "C.m()", "exit", null, 9, List.of(), 0, invariants, 0, 0);
    }

    private static List<String> printed(boolean verbose, Inference.Point... points) {
        InferReport report = new InferReport(
                1, InferSettings.defaults(), List.of(points), List.of(), List.of(), 0, 0, List.of(), Map.of(), RunInfo.UNKNOWN);
        StringWriter out = new StringWriter();
        new InferOutput(new Console(new PrintWriter(out, true), new PrintWriter(out, true), Console.Detail.NORMAL), verbose).print(report);
        return out.toString().lines().toList();
    }

    @Test
    void whatIsUnchangedIsOneLine() {
        Inference.Point point = point(
                "C.m():::EXIT", "this.n == orig(this.n)", "x >= 0", "orig(a[]) == a[]", "y == orig(x)", "size(a[]) == orig(size(a[]))");
        assertEquals(
                List.of("", "C.m():::EXIT  (9 samples)", "  x >= 0", "  y == orig(x)", "  unchanged: this.n, a[], size(a[])"),
                printed(false, point).subList(0, 5));
        assertEquals("  this.n == orig(this.n)", printed(true, point).get(2));
    }

    @Test
    void pointsThatSayNothingElseAreNamedTogether() {
        Inference.Point unchanging = point("C.m():::EXIT", "this.n == orig(this.n)");
        List<String> lines = printed(false, point("C.m():::ENTER"), unchanging, point("C.k():::EXIT", "x >= 0"));
        assertEquals("1 point says only that what was given is unchanged: C.m() exit (--verbose shows them)", lines.get(4));
    }
}
