package dev.oraculum.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs test classes in a JVM of its own, as a build does; exit code 1 if one fails. */
public final class TestRunner {
    private TestRunner() {}

    public static void main(String[] testClasses) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Arrays.stream(testClasses).map(DiscoverySelectors::selectClass).toList()).build(), summary);
        System.out.println(summary.getSummary().getTestsSucceededCount() + " tests");
        summary.getSummary().printFailuresTo(new PrintWriter(System.out, true));
        System.exit(summary.getSummary().getTotalFailureCount() == 0 && summary.getSummary().getTestsSucceededCount() > 0 ? 0 : 1);
    }
}
