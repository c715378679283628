package dev.oraculum.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemediesTest {
    private final Remedies remedies = new Remedies(new PlainWording());

    @Test
    void everySettingOfEveryProblemHasWords() {
        for (Problem.Code code : Problem.Code.values()) {
            for (Setting setting : Setting.values()) {
                assertNotNull(remedies.way(code.name(), setting.apiName()), code + " " + setting);
            }
        }
    }

    @Test
    void waysAreOneSentence() {
        assertEquals("what to do in the build: repair the tests, choose other tests: testClasses, or leave them out: "
                + "excludeFailingTests=true", remedies.of("TESTS_FAIL", List.of("testClasses", "excludeFailingTests")));
        assertEquals("what to do in the build: check oracle=oracle.json, or record a new one with select",
                remedies.of("ORACLE_UNUSABLE", List.of("oracle")));
        assertNull(remedies.of("INTERNAL", List.of()));
    }
}
