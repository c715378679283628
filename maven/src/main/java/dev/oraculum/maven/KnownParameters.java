package dev.oraculum.maven;

import dev.oraculum.job.JobException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.plugin.descriptor.Parameter;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** Names that a pom and a command line may use. Maven itself says nothing of one that is misspelt: it is as if it were not there. */
final class KnownParameters {
    /** System properties that the library reads; the command line of Maven may name them, too. */
    static final List<String> OF_THE_LIBRARY = Collections.unmodifiableList(Arrays.asList("cache", "home", "native"));

    /** System properties that oraculum-junit reads in the JVM of tests, which Surefire hands on. */
    private static final List<String> OF_TESTS = Collections.unmodifiableList(Arrays.asList("check", "improve", "improve.options"));

    /** {@code oraculum.settings.NAME} is a setting of the technique, whose names the runner knows. */
    static final String SETTINGS = "settings.";

    private final String plugin;
    private final Set<String> names = new TreeSet<>();

    KnownParameters(PluginDescriptor descriptor) {
        plugin = descriptor.getPluginLookupKey();
        for (MojoDescriptor goal : descriptor.getMojos()) {
            // A parameter that only Maven sets is none that a pom can have, and those of the goal help have other properties.
            if (!goal.getGoal().equals("help")) {
                goal.getParameters().stream().filter(Parameter::isEditable).forEach(parameter -> names.add(parameter.getName()));
            }
        }
    }

    /** @throws JobException a name is not known; the goals share what a pom says of all, so that of another goal is */
    void require(MavenProject project, Properties commandLine) {
        for (String name : commandLine.stringPropertyNames()) {
            if (name.startsWith(OraculumMojo.PREFIX)) {
                String option = name.substring(OraculumMojo.PREFIX.length());
                require(option, "-D" + name, option.startsWith(SETTINGS) || OF_THE_LIBRARY.contains(option)
                        || OF_TESTS.contains(option));
            }
        }
        Plugin declared = project.getPlugin(plugin);
        if (declared != null) {
            require(declared);
            declared.getExecutions().forEach(this::require);
        }
    }

    private void require(ConfigurationContainer container) {
        if (container.getConfiguration() instanceof Xpp3Dom) {
            for (Xpp3Dom element : ((Xpp3Dom) container.getConfiguration()).getChildren()) {
                require(element.getName(), "<" + element.getName() + ">", false);
            }
        }
    }

    private void require(String name, String asWritten, boolean knownElsewhere) {
        if (!knownElsewhere && !names.contains(name)) {
            throw JobException.input("oraculum: there is no parameter " + asWritten + "\nthe parameters are " + String.join(", ", names)
                    + "; mvn oraculum:help -Ddetail explains them");
        }
    }
}
