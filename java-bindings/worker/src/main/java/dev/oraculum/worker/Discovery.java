package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** Finds tests, and says of each where in the sources it is. */
final class Discovery {
    private Discovery() {}

    static Message.Discovered discover(Launcher launcher, List<String> classNames) {
        Set<Message.Test> tests = new LinkedHashSet<>();
        Set<String> engines = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        List<String> withoutTests = new ArrayList<>();
        // Class by class, so that one that an engine cannot digest does not spoil the others.
        for (String className : classNames) {
            try {
                Class<?> type = Class.forName(className, false, Thread.currentThread().getContextClassLoader());
                TestPlan plan = launcher.discover(
                        request().selectors(DiscoverySelectors.selectClass(type)).build());
                plan.getRoots().forEach(root -> engines.add(root.getUniqueId()));
                List<Message.Test> found = tests(plan);
                if (found.isEmpty()) {
                    withoutTests.add(className);
                }
                tests.addAll(found);
            } catch (ClassNotFoundException e) {
                missing.add(className + ": not on the class path");
            } catch (LinkageError e) {
                missing.add(className + ": " + e);
            } catch (JUnitException e) {
                // An engine that cannot look into the class: something that the class needs is not there.
                Throwable root = e;
                while (root.getCause() != null && root.getCause() != root) {
                    root = root.getCause();
                }
                missing.add(className + ": " + root);
            }
        }
        return new Message.Discovered(List.copyOf(tests), List.copyOf(engines), missing, withoutTests);
    }

    /** A request with what every run of ours asks for: one test after the other, in this thread. */
    static LauncherDiscoveryRequestBuilder request() {
        return LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .configurationParameter("junit.vintage.execution.parallel.enabled", "false");
    }

    /** A request for the selected tests by their ids. */
    static LauncherDiscoveryRequest byId(List<Message.Request> tests) {
        return request()
                .selectors(tests.stream()
                        .filter(Message.Request::selected)
                        .map(test -> DiscoverySelectors.selectUniqueId(test.uniqueId()))
                        .toList())
                .build();
    }

    private static List<Message.Test> tests(TestPlan plan) {
        List<Message.Test> found = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            collect(plan, root, found);
        }
        return found;
    }

    /** Tests, and methods whose tests are made only when they run. */
    private static void collect(TestPlan plan, TestIdentifier identifier, List<Message.Test> found) {
        Set<TestIdentifier> children = plan.getChildren(identifier);
        boolean method = identifier.getSource().filter(MethodSource.class::isInstance).isPresent();
        if (identifier.isTest() || (children.isEmpty() && method)) {
            found.add(describe(plan, identifier));
        } else {
            children.forEach(child -> collect(plan, child, found));
        }
    }

    /** The test with its class and method, which its ancestors may know better than itself. */
    static Message.Test describe(TestPlan plan, TestIdentifier identifier) {
        String className = "";
        Optional<TestIdentifier> next = Optional.of(identifier);
        while (next.isPresent()) {
            TestSource source = next.get().getSource().orElse(null);
            if (source instanceof MethodSource method) {
                return new Message.Test(
                        identifier.getUniqueId(), identifier.getDisplayName(), method.getClassName(), method.getMethodName());
            }
            if (source instanceof ClassSource type && className.isEmpty()) {
                className = type.getClassName();
            }
            next = plan.getParent(next.get());
        }
        return new Message.Test(identifier.getUniqueId(), identifier.getDisplayName(), className, "");
    }
}
