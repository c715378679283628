package dev.oraculum.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Problem;
import dev.oraculum.api.Setting;
import dev.oraculum.job.Remedies;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RemediesTest {
    private static final Remedies REMEDIES = new Remedies(new ScriptWording());
    private static final Pattern ASSIGNED = Pattern.compile("([A-Za-z]+) = ");

    /** Names that a build can assign to. */
    private static Set<String> options() {
        return Arrays.stream(OraculumOptions.class.getMethods()).map(method -> method.getName()).filter(name -> name.startsWith("set"))
                .map(name -> Character.toLowerCase(name.charAt(3)) + name.substring(4)).collect(Collectors.toSet());
    }

    @Test
    void everySettingOfEveryProblemHasWordsThatABuildCanUse() {
        for (Problem.Code code : Problem.Code.values()) {
            for (Setting setting : Setting.values()) {
                String way = REMEDIES.way(code.name(), setting.apiName());
                assertNotNull(way, code + " " + setting);
                Matcher matcher = ASSIGNED.matcher(way);
                while (matcher.find()) {
                    assertTrue(options().contains(matcher.group(1)), way);
                }
            }
        }
    }

    @Test
    void waysAreOneSentence() {
        assertEquals("what to do in oraculum { .. }: repair the tests, choose other tests: testClasses = [..], or leave them out: "
                + "excludeFailingTests = true", REMEDIES.of("TESTS_FAIL", List.of("testClasses", "excludeFailingTests")));
        assertEquals(null, REMEDIES.of("INTERNAL", List.of()));
    }

    @Test
    void whatAProjectPropertyCanGiveIsAnOption() {
        assertTrue(options().containsAll(OraculumOptions.AS_PROPERTY), OraculumOptions.AS_PROPERTY.toString());
    }
}
