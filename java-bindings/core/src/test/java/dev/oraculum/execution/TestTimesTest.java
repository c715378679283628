package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.api.Project;
import dev.oraculum.api.oracle.Check;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TestTimesTest {
    private static TestCase test(String id) {
        return new TestCase(id, "", "pkg.CTest", "m");
    }

    @Test
    void aTestThatMakesOthersHasTheLongestTimeOfThese() {
        TestTimes times = new TestTimes();
        times.add("[engine:e]/[class:C]/[method:m]/[invocation:#1]", Duration.ofSeconds(2));
        times.add("[engine:e]/[class:C]/[method:m]/[invocation:#2]", Duration.ofSeconds(5));
        times.add("[engine:e]/[class:C]/[method:m2]", Duration.ofSeconds(9));
        assertEquals(Optional.of(Duration.ofSeconds(5)), times.of(test("[engine:e]/[class:C]/[method:m]")));
        assertEquals(Optional.of(Duration.ofSeconds(2)), times.of(test("[engine:e]/[class:C]/[method:m]/[invocation:#1]")));
        assertEquals(Optional.of(Duration.ofSeconds(9)), times.of(test("[engine:e]/[class:C]")));
        assertEquals(Optional.empty(), times.of(test("[engine:e]/[class:C]/[method:m]/[invocation:#3]")));
    }

    @Test
    void aLaterVersionMayTakeTenTimesAsLong() {
        Project project = Project.of(List.of(), List.of());
        Check check = Check.of(project, Path.of("oracle.json"));
        assertEquals(Duration.ofSeconds(20), check.limit(Duration.ZERO));
        assertEquals(Duration.ofSeconds(20), check.limit(Duration.ofSeconds(1)));
        assertEquals(Duration.ofSeconds(640), check.limit(Duration.ofSeconds(64)));
        assertEquals(Duration.ofSeconds(3), check.withProject(project.withTestTimeout(Duration.ofSeconds(3)))
                .limit(Duration.ofSeconds(64)));
    }
}
