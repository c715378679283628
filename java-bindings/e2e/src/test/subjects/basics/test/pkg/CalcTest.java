package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CalcTest {
    @TestFactory
    List<DynamicTest> minOfSmallNumbers() {
        List<DynamicTest> tests = new ArrayList<>();
        for (int x = -4; x <= 4; x++) {
            for (int y = -4; y <= 4; y++) {
                int a = x;
                int b = y;
                tests.add(DynamicTest.dynamicTest(a + " and " + b, () -> assertEquals(Math.min(a, b), Calc.min(a, b))));
            }
        }
        return tests;
    }

    @Test
    void minOfLargeNumbers() {
        assertEquals(Integer.MIN_VALUE, Calc.min(Integer.MIN_VALUE, Integer.MAX_VALUE));
        assertEquals(-1, Calc.min(Integer.MAX_VALUE, -1));
        assertEquals(1000, Calc.min(1000, 1001));
        assertEquals(1000, Calc.min(1001, 1000));
    }

    @Test
    void twice() {
        assertEquals(4, Calc.twice(2));
        assertEquals(4L, Calc.twice(2L));
    }
}
