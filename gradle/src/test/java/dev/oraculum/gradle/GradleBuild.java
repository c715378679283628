package dev.oraculum.gradle;

import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.configuration.ShowStacktrace;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.internal.buildoption.Option;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.DefaultLoggingManagerFactory;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.internal.watch.registry.WatchMode;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

/**
 * A build by the Gradle whose API the plugin is compiled with, from that one jar: settings, projects, scripts, the graph of tasks, their
 * execution, the configuration cache and the build cache are Gradle's own. What is missing is its launcher, its daemon, and its compilation
 * of Java. Started by {@link ConfigurationCacheTest}.
 *
 * <p>Arguments: folder of the project, folder of Gradle's own files, then {@code -Pname=value}, {@code --build-cache}, {@code --dry-run}
 * and names of tasks. The configuration cache is on.
 */
final class GradleBuild {
    private GradleBuild() {}

    /** Ends with 0 after a build that went well, 1 after one that failed. */
    public static void main(String[] args) {
        PrintStream err = System.err;
        int status = 2;
        try {
            status = build(new File(args[0]), new File(args[1]), Arrays.asList(args).subList(2, args.length)) ? 0 : 1;
        } catch (Throwable t) {
            t.printStackTrace(err);
        }
        err.flush();
        // Gradle has threads that would go on.
        Runtime.getRuntime().halt(status);
    }

    private static boolean build(File project, File home, List<String> arguments) {
        PrintStream out = System.out;
        // Listeners hear more than is printed where there is no console.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        NativeServices.initializeOnDaemon(home, NativeServices.NativeServicesMode.DISABLED);
        ServiceRegistry logging = LoggingServiceRegistry.newCommandLineProcessLogging();
        LoggingManagerInternal said = logging.get(DefaultLoggingManagerFactory.class).create();
        said.setLevelInternal(LogLevel.LIFECYCLE);
        said.enableUserStandardOutputListeners();
        said.addStandardOutputListener(out::print);
        said.addStandardErrorListener(out::print);
        said.start();
        try (BuildProcessState process = new BuildProcessState(
                false, AgentStatus.disabled(), ClassPath.EMPTY, logging, NativeServices.getInstance())) {
            BuildActionResult result = process.getServices().get(BuildExecutor.class).execute(
                    new ExecuteBuildAction(start(project, home, arguments)),
                    new DefaultBuildActionParameters(
                            System.getProperties(), System.getenv(), project, LogLevel.LIFECYCLE, false, ClassPath.EMPTY),
                    new DefaultBuildRequestContext(
                            new DefaultBuildRequestMetaData(System.currentTimeMillis()), new DefaultBuildCancellationToken(), event -> {}));
            return !result.hasFailure();
        } finally {
            said.stop();
            out.flush();
        }
    }

    private static StartParameterInternal start(File project, File home, List<String> arguments) {
        StartParameterInternal start = new StartParameterInternal();
        start.setProjectDir(project);
        start.setCurrentDir(project);
        start.setGradleUserHomeDir(home);
        start.setOffline(true);
        start.setShowStacktrace(ShowStacktrace.INTERNAL_EXCEPTIONS);
        start.setConfigurationCache(Option.Value.value(true));
        start.setWatchFileSystemMode(WatchMode.DISABLED);
        start.setBuildCacheEnabled(arguments.contains("--build-cache"));
        start.setDryRun(arguments.contains("--dry-run"));
        arguments.stream().filter(argument -> argument.startsWith("-P")).map(argument -> argument.substring(2).split("=", 2))
                .forEach(property -> start.getProjectProperties().put(property[0], property[1]));
        start.setTaskNames(arguments.stream().filter(argument -> !argument.startsWith("-")).toList());
        return start;
    }
}
