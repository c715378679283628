package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;

/**
 * What a build's own test run is to record ({@link Oraculum#planRecording}).
 *
 * @param folder the recording folder, which the agent in the JVMs of the tests is told
 * @param subjects how many methods, or variables, are recorded
 * @param testClasses binary names of the test classes that must run
 * @param removed earlier recordings that were in the folder, and are of no use any more
 */
public record PlannedRecording(Path folder, int subjects, List<String> testClasses, int removed) {
    public PlannedRecording {
        testClasses = List.copyOf(testClasses);
    }
}
