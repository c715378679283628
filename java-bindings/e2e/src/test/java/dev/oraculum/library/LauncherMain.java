package dev.oraculum.library;

import java.util.Arrays;
import java.util.List;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes in a JVM of its own, with any release of the JUnit Platform, and prints how each test and each class ended. */
final class LauncherMain {
    private LauncherMain() {}

    public static void main(String[] classNames) {
        List<ClassSelector> classes = Arrays.stream(classNames).map(DiscoverySelectors::selectClass).toList();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(classes).build(), new Printer());
        // Threads of tests do not keep the JVM.
        System.out.flush();
        Runtime.getRuntime().exit(0);
    }

    private static final class Printer implements TestExecutionListener {
        @Override
        public synchronized void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            if (identifier.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                System.out.println(result.getStatus() + " " + identifier.getLegacyReportingName() + " = " + identifier.getDisplayName());
                result.getThrowable().ifPresent(thrown -> {
                    System.out.println(thrown);
                    for (Throwable suppressed : thrown.getSuppressed()) {
                        System.out.println("with " + suppressed);
                    }
                });
            }
        }

        @Override
        public synchronized void executionSkipped(TestIdentifier identifier, String reason) {
            System.out.println("SKIPPED " + identifier.getLegacyReportingName() + " = " + identifier.getDisplayName());
        }

        @Override
        public synchronized void reportingEntryPublished(TestIdentifier identifier, ReportEntry entry) {
            System.out.println("REPORTED " + identifier.getLegacyReportingName() + " " + entry.getKeyValuePairs());
        }
    }
}
