package dev.oraculum.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;

/**
 * Observes the tests of {@link OracleCheck}, from where JUnit tells its listeners that a test starts to where it tells them that it has
 * ended, as Oraculum's worker did when the oracle was recorded: the object of the test class is made before, all of {@code @BeforeEach} and
 * {@code @AfterEach} is inside. The last thing before the start that an extension hears of is the evaluation of conditions, and the last
 * one before the end that the test's values are closed.
 */
final class OracleCheckExtension implements ExecutionCondition, BeforeAllCallback, BeforeEachCallback, InvocationInterceptor {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(OracleCheckExtension.class);
    private static final ConditionEvaluationResult ENABLED = ConditionEvaluationResult.enabled("an oracle disables no test");

    /**
     * An annotation and where it stands.
     *
     * @param onMethod whether it is the test's own
     */
    private record Asked(OracleCheck check, boolean onMethod) {
        String file() {
            return check.value();
        }
    }

    private static Optional<Asked> asked(ExtensionContext context) {
        for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
            AnnotatedElement element = at.getElement().orElse(null);
            Optional<OracleCheck> found = AnnotationSupport.findAnnotation(element, OracleCheck.class);
            if (found.isPresent()) {
                return Optional.of(new Asked(found.get(), !(element instanceof Class<?>)));
            }
        }
        return Optional.empty();
    }

    /** What is to be checked of a test or class; empty: nothing. */
    private static Optional<Asked> toCheck(ExtensionContext context) {
        Optional<Asked> asked = asked(context);
        boolean on = Switch.isOn(context.getConfigurationParameter(OracleCheck.SETTING).orElse(null));
        return on && !ObservingAgent.isWorker() ? asked : Optional.empty();
    }

    private static Object open(Asked asked, ExtensionContext context) {
        ObservingAgent.require();
        return ObservingAgent.open(asked.file(), testClass(context).getClassLoader());
    }

    /** A test that was made by another has no class of its own. */
    private static Class<?> testClass(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getTestClass().isEmpty() && at.getParent().isPresent()) {
            at = at.getParent().get();
        }
        return at.getRequiredTestClass();
    }

    /** Whether JUnit tells of it as a test: what makes other tests is none, and each of those comes by itself. */
    private static boolean isTest(ExtensionContext context) {
        String id = context.getUniqueId();
        String last = id.substring(id.lastIndexOf('/') + 1);
        return last.startsWith("[method:") || last.startsWith("[test-template-invocation:");
    }

    /** A class that can be checked in none of its tests fails once, and not in each of them. */
    @Override
    public void beforeAll(ExtensionContext context) {
        Asked asked = toCheck(context).orElse(null);
        if (asked == null) {
            return;
        }
        Object oracle = open(asked, context);
        Class<?> type = context.getRequiredTestClass();
        boolean own = AnnotationSupport.isAnnotated(type, OracleCheck.class);
        if (own && !ObservingAgent.hasTestsOf(oracle, type.getName())) {
            throw new OracleNotCheckedError("the oracle " + asked.file() + " has no test of " + type.getName()
                    + ": record it with the tests of this class");
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent() && isTest(context)) {
            try {
                begin(context);
            } catch (OracleNotCheckedError e) {
                // The test says it, in beforeEach: an exception here would be JUnit's own, about conditions.
            }
        }
        return ENABLED;
    }

    private static Optional<Observation> begin(ExtensionContext context) {
        ExtensionContext.Store store = context.getStore(NAMESPACE);
        Observation begun = store.get(context.getUniqueId(), Observation.class);
        if (begun != null) {
            return Optional.of(begun);
        }
        Asked asked = toCheck(context).orElse(null);
        if (asked == null) {
            return Optional.empty();
        }
        Observation observation = new Observation(context, asked, open(asked, context));
        store.put(context.getUniqueId(), observation);
        ObservingAgent.begin(observation.oracle);
        return Optional.of(observation);
    }

    /** Conditions may be deactivated. */
    @Override
    public void beforeEach(ExtensionContext context) {
        if (isTest(context)) {
            begin(context).ifPresent(Observation::confirm);
        }
    }

    @Override
    public void interceptDynamicTest(Invocation<Void> invocation, DynamicTestInvocationContext invocationContext,
            ExtensionContext context) throws Throwable {
        Asked asked = toCheck(context).orElse(null);
        if (asked == null) {
            invocation.proceed();
            return;
        }
        Observation observation = new Observation(context, asked, open(asked, context));
        observation.confirm();
        ObservingAgent.begin(observation.oracle);
        Throwable failed = null;
        try {
            invocation.proceed();
        } catch (Throwable t) {
            failed = t;
        }
        try {
            observation.close();
        } catch (Throwable t) {
            if (failed == null) {
                throw t;
            }
            failed.addSuppressed(t);
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** The observation of one test. JUnit closes it as the test ends; the interface of its own is what releases before 5.13 close. */
    @SuppressWarnings("deprecation")
    private static final class Observation implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        private final ExtensionContext context;
        private final Asked asked;
        private final Object oracle;
        private boolean confirmed;

        Observation(ExtensionContext context, Asked asked, Object oracle) {
            this.context = context;
            this.asked = asked;
            this.oracle = oracle;
        }

        /** The test is not disabled, by another condition. */
        void confirm() {
            confirmed = true;
        }

        @Override
        public void close() {
            if (!confirmed) {
                ObservingAgent.cancel();
                return;
            }
            ObservingAgent.Verdict verdict = ObservingAgent.end(oracle, context.getUniqueId(), asked.check().allowGone());
            if (verdict.isUnknown() && !asked.onMethod()) {
                context.publishReportEntry("oraculum", "not checked: " + verdict.message());
            } else if (verdict.isViolated()) {
                throw verdict.expected() == null ? new AssertionFailedError(verdict.message())
                        : new AssertionFailedError(verdict.message(), verdict.expected(), verdict.actual());
            } else if (!verdict.agrees()) {
                throw new OracleNotCheckedError(verdict.message());
            }
        }
    }
}
