package dev.oraculum.maven;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.job.JobException;
import java.io.StringReader;
import java.util.Properties;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3DomBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class KnownParametersTest {
    private static MavenProject project(String ofAll, String ofAnExecution) throws Exception {
        Plugin plugin = new Plugin();
        plugin.setGroupId("dev.oraculum");
        plugin.setArtifactId("oraculum-maven-plugin");
        plugin.setConfiguration(Xpp3DomBuilder.build(new StringReader("<configuration>" + ofAll + "</configuration>")));
        PluginExecution execution = new PluginExecution();
        execution.setConfiguration(Xpp3DomBuilder.build(new StringReader("<configuration>" + ofAnExecution + "</configuration>")));
        plugin.addExecution(execution);
        Model model = new Model();
        model.setBuild(new Build());
        model.getBuild().addPlugin(plugin);
        return new MavenProject(model);
    }

    private static Properties commandLine(String... names) {
        Properties properties = new Properties();
        for (String name : names) {
            properties.setProperty(name, "x");
        }
        return properties;
    }

    private static void require(MavenProject project, Properties commandLine) throws Exception {
        new KnownParameters(Descriptor.read()).require(project, commandLine);
    }

    @Test
    void parametersOfAllGoalsAreKnown() {
        assertDoesNotThrow(() -> require(project("<classes>a.B</classes><maxMismatches>1</maxMismatches>", "<seed>1</seed>"),
                commandLine("oraculum.method", "oraculum.settings.count", "oraculum.cache", "oraculum.check", "oraculum.improve",
                        "oraculum.improve.options", "skipTests")));
    }

    @Test
    void whatIsMisspeltIsSaidAsItIsWritten() {
        String inPom = message(() -> require(project("<clases>a.B</clases>", ""), commandLine()));
        assertTrue(inPom.contains("there is no parameter <clases>\nthe parameters are allow, allowGone, "), inPom);
        String inExecution = message(() -> require(project("", "<sead>1</sead>"), commandLine()));
        assertTrue(inExecution.contains("there is no parameter <sead>"), inExecution);
        String onCommandLine = message(() -> require(project("", ""), commandLine("oraculum.methods")));
        assertTrue(onCommandLine.contains("there is no parameter -Doraculum.methods"), onCommandLine);
    }

    private static String message(Executable executable) {
        return assertThrows(JobException.class, executable).getMessage();
    }

    @Test
    void whatOnlyMavenSetsIsNoParameter() {
        assertTrue(message(() -> require(project("<pluginArtifacts/>", ""), commandLine())).contains("<pluginArtifacts>"));
    }
}
