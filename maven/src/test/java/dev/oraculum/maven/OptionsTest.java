package dev.oraculum.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.job.Job;
import java.io.File;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.execution.DefaultMavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.junit.jupiter.api.Test;

/** What a pom and a command line say of a goal. */
class OptionsTest {
    private Properties commandLine;

    /** As Maven does it: a parameter is a field. */
    private static void set(Object goal, String name, Object value) throws Exception {
        for (Class<?> type = goal.getClass(); ; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                field.set(goal, value);
                return;
            } catch (NoSuchFieldException e) {
                assertTrue(type.getSuperclass() != null, "no field " + name);
            }
        }
    }

    private <M extends OraculumMojo> M prepared(M goal) throws Exception {
        DefaultMavenExecutionRequest request = new DefaultMavenExecutionRequest();
        @SuppressWarnings("deprecation")
        MavenSession session = new MavenSession(null, request, null, List.of());
        set(goal, "session", session);
        commandLine = session.getUserProperties();
        MavenProject project = new MavenProject();
        project.setFile(new File("/tram/pom.xml"));
        set(goal, "project", project);
        return goal;
    }

    @Test
    void theCommandLineComesBeforeThePom() throws Exception {
        ImproveMojo goal = prepared(new ImproveMojo());
        set(goal, "seed", 1L);
        set(goal, "budget", "2m");
        assertEquals(Map.of("seed", "1", "budget", "120000"), Job.IMPROVE.request(goal::option, Map.of()));
        commandLine.setProperty("oraculum.seed", "7");
        assertEquals(Map.of("seed", "7", "budget", "120000"), Job.IMPROVE.request(goal::option, Map.of()));
    }

    @Test
    void whatAGoalIsAboutIsSaidAsAWhole() throws Exception {
        ImproveMojo goal = prepared(new ImproveMojo());
        set(goal, "classes", List.of("tram.Card"));
        assertEquals(List.of("tram.Card"), goal.option("classes"));
        commandLine.setProperty("oraculum.method", "tram.Fare#of");
        assertNull(goal.option("classes"), "one method is no class");
        assertEquals(Map.of("method", "tram.Fare#of"), Job.IMPROVE.request(goal::option, Map.of()));
    }

    /** Maven makes an empty list of one of which nothing is said. */
    @Test
    void anEmptyListSaysNothing() throws Exception {
        ImproveMojo goal = prepared(new ImproveMojo());
        set(goal, "sources", List.of());
        assertNull(goal.option("sources"));
        set(goal, "sources", List.of(new File("/tram/src")));
        assertEquals(List.of(new File("/tram/src")), goal.files("sources"));
    }

    @Test
    void flagsAndFilesAreReadFromBoth() throws Exception {
        CheckMojo goal = prepared(new CheckMojo());
        assertFalse(goal.flag("skip"));
        assertNull(goal.file("oracle"));
        set(goal, "skip", true);
        assertTrue(goal.flag("skip"));
        commandLine.setProperty("oraculum.skip", "false");
        assertFalse(goal.flag("skip"));
        commandLine.setProperty("oraculum.oracle", "oracles/today.json");
        assertEquals(new File("/tram/oracles/today.json"), goal.file("oracle"));
    }
}
