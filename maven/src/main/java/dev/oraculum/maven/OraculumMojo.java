package dev.oraculum.maven;

import dev.oraculum.job.Job;
import dev.oraculum.job.JobException;
import dev.oraculum.job.JobRun;
import dev.oraculum.job.Wording;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import javax.inject.Inject;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;

/** What all goals have. */
abstract class OraculumMojo extends AbstractMojo {
    /** Properties that stand for a parameter begin so. */
    static final String PREFIX = "oraculum.";

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution execution;

    /** The runner and what it needs, as Maven has found them for this plugin. */
    @Parameter(defaultValue = "${plugin.artifacts}", readonly = true, required = true)
    private List<Artifact> pluginArtifacts;

    @Inject
    private ToolchainManager toolchains;

    /** Whether to do nothing. */
    @Parameter(property = "oraculum.skip")
    private Boolean skip;

    /** Whether to show progress, and why a method has no result. */
    @Parameter(property = "oraculum.verbose")
    private Boolean verbose;

    /** Folder of the reports, where each goal has one of its own; by default <code>oraculum</code> in the folder of the build. */
    @Parameter(property = "oraculum.reports")
    private File reports;

    /** Home of the JDK, 17 or newer, on which Oraculum and the tests run; by default that of maven-toolchains-plugin, or else Maven's. */
    @Parameter(property = "oraculum.jvm")
    private File jvm;

    /** More arguments for the JVM of Oraculum itself, such as <code>-Xmx4g</code>. */
    @Parameter(property = "oraculum.jvmArgs")
    private List<String> jvmArgs;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (flag("skip")) {
            getLog().info("skipped, since oraculum.skip is true");
            return;
        }
        try {
            new KnownParameters(execution.getMojoDescriptor().getPluginDescriptor()).require(project, session.getUserProperties());
            perform();
        } catch (JobException e) {
            if (e.isInput()) {
                throw new MojoExecutionException(e.getMessage(), e.getCause());
            }
            throw new MojoFailureException(e.getMessage(), e.getCause());
        }
    }

    /** @throws JobException there is no result, or one that the build refuses */
    abstract void perform();

    final MavenProject project() {
        return project;
    }

    final MavenSession session() {
        return session;
    }

    /**
     * The value of a parameter; null: nothing is said of it. What the command line says comes before what the pom says, which is the other
     * way round in Maven itself.
     */
    final Object option(String name) {
        String said = said(name);
        return said != null || Job.ABOUT.contains(name) && Job.ABOUT.stream().anyMatch(other -> said(other) != null) ? said : field(name);
    }

    private String said(String name) {
        Properties commandLine = session.getUserProperties();
        return commandLine.getProperty(PREFIX + name);
    }

    /** A parameter is a field: that is how Maven sets it. Null: there is none of that name, or it has no value. */
    private Object field(String name) {
        for (Class<?> type = getClass(); type != AbstractMojo.class; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                Object value = field.get(this);
                // A list of which nothing is said, Maven makes an empty one.
                return value instanceof Collection && ((Collection<?>) value).isEmpty() ? null : value;
            } catch (NoSuchFieldException e) {
                // It may be in what this class extends.
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new IllegalStateException(getClass() + " has no parameter " + name);
    }

    final boolean flag(String name) {
        return option(name) != null && Boolean.parseBoolean(option(name).toString());
    }

    /** Null: nothing is said of it. */
    final File file(String name) {
        Object value = option(name);
        return value == null ? null : resolved(value);
    }

    final List<File> files(String name) {
        List<File> files = new ArrayList<>();
        Job.list(option(name)).forEach(path -> files.add(resolved(path)));
        return files;
    }

    private File resolved(Object path) {
        File file = path instanceof File ? (File) path : new File(path.toString());
        return file.isAbsolute() ? file : new File(project.getBasedir(), file.getPath());
    }

    final File reports() {
        File chosen = file("reports");
        return chosen == null ? reportsOf(project) : chosen;
    }

    /** Where a module has its reports, unless it says something else. */
    static File reportsOf(MavenProject module) {
        return new File(module.getBuild().getDirectory(), "oraculum");
    }

    final File javaHome() {
        File chosen = file("jvm");
        if (chosen != null) {
            return chosen;
        }
        Toolchain jdk = toolchains.getToolchainFromBuildContext("jdk", session);
        String java = jdk == null ? null : jdk.findTool("java");
        return java == null ? new File(System.getProperty("java.home")) : new File(java).getAbsoluteFile().getParentFile().getParentFile();
    }

    /** What runs, apart from the project. */
    final List<File> runtime() {
        List<File> files = new ArrayList<>();
        pluginArtifacts.forEach(artifact -> files.add(artifact.getFile()));
        return files;
    }

    /** Files of a job that are no result. */
    final File scratch(String job) {
        File folder = new File(project.getBuild().getDirectory(), "oraculum/work/" + job);
        try {
            Files.createDirectories(folder.toPath());
        } catch (IOException e) {
            throw JobException.failed("cannot make the folder " + folder + ": " + e.getMessage(), e);
        }
        return folder;
    }

    /** What runs a job of that name. */
    final JobRun run(String job) {
        Wording wording = new PomWording();
        List<String> arguments = new ArrayList<>();
        // Where parts of Oraculum are, for those who need to say it (docs/library.md).
        for (String name : KnownParameters.OF_THE_LIBRARY) {
            if (said(name) != null) {
                arguments.add("-D" + PREFIX + name + "=" + said(name));
            }
        }
        arguments.addAll(Job.list(option("jvmArgs")));
        return new JobRun(wording, new LogOutput(getLog(), flag("verbose")), project.getBasedir(), scratch(job))
                .withJvm(javaHome(), arguments, runtime());
    }
}
