package dev.oraculum.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.evidence.Variable;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.program.EnginePurity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The variables of methods of commons-math, as compiled by its authors. */
class RealLibraryTest {
    private static ClassPath library;

    @BeforeAll
    static void open() throws Exception {
        library = ClassPath.open(List.of(Path.of(org.apache.commons.math3.complex.Complex.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI())));
    }

    @AfterAll
    static void close() {
        library.close();
    }

    private static List<String> variables(String method) {
        ResolvedMethod resolved = MethodReference.parse(method).resolve(library);
        return CapturePlanner.plan(library, resolved, CaptureSettings.DEFAULT, new EnginePurity()).schema().variables().stream()
                .map(Variable::name)
                .filter(name -> !name.startsWith("old_"))
                .toList();
    }

    @Test
    void complexShowsItsPartsAndItsState() {
        assertEquals(
                List.of(
                        "result", "result.abs()", "result.getArgument()", "result.getImaginary()", "result.getReal()",
                        "result.isInfinite()", "result.isNaN()", "this", "this.imaginary", "this.real", "this.isNaN",
                        "this.isInfinite", "this.abs()", "this.getArgument()", "this.getImaginary()", "this.getReal()",
                        "this.isInfinite()", "this.isNaN()"),
                variables("org.apache.commons.math3.complex.Complex#reciprocal"));
    }

    @Test
    void vectorsShowTheirCoordinates() {
        List<String> observers = List.of(
                ".getNorm()", ".getNorm1()", ".getNormInf()", ".getNormSq()", ".getX()", ".getY()", ".isInfinite()",
                ".isNaN()");
        List<String> expected = new ArrayList<>();
        for (String parameter : List.of("p1", "p2")) {
            expected.add(parameter);
            observers.forEach(observer -> expected.add(parameter + observer));
        }
        expected.addAll(List.of("x1", "y1", "x2", "y2", "result", "this", "this.x", "this.y"));
        observers.forEach(observer -> expected.add("this" + observer));
        assertEquals(expected, variables("org.apache.commons.math3.geometry.euclidean.twod.Vector2D#crossProduct"));
    }

    @Test
    void staticArithmeticHasParametersAndLocals() {
        assertEquals(
                List.of("x", "y", "s", "result"),
                variables("org.apache.commons.math3.util.ArithmeticUtils#subAndCheck(int,int)"));
    }
}
