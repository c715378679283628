package dev.oraculum.evaluation.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteSourceTest {
    private static final SuiteSource SOURCE = new SuiteSource("p", "CTest", List.of(
            new SuiteSource.Test("test0", List.of("int int1 = p.C.f(1);", "assertEquals(2, int1);")),
            new SuiteSource.Test("test1", List.of("try {", "    p.C.f(0);", "    fail(\"E expected\");", "} catch (E e) {",
                    "    // expected", "}"))));

    @Test
    void whatIsWrittenIsRead() {
        assertEquals(SOURCE, SuiteSource.parse(SOURCE.render()));
    }

    @Test
    void judgesStandInTheLinesOfTheirAssertions() {
        String[] plain = SOURCE.render().split("\n");
        String[] judging = Verdicts.judging(SOURCE).split("\n");
        assertEquals(plain.length, judging.length);
        for (int i = 0; i < plain.length; i++) {
            if (plain[i].contains("assertEquals(") || plain[i].contains("fail(")) {
                assertTrue(judging[i].contains(".wrong(\"p.CTest\", \"test"), judging[i]);
                assertTrue(judging[i].endsWith((i + 1) + "); }"), judging[i]);
            } else {
                assertEquals(plain[i], judging[i]);
            }
        }
    }
}
