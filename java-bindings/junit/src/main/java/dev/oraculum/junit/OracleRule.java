package dev.oraculum.junit;

import junit.runner.Version;
import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * Checks an oracle in the tests of a JUnit 4 class, as {@link OracleCheck} does with Jupiter: a test fails at its end where a variable is
 * given other values than when the oracle was recorded, and where that cannot be known.
 *
 * <pre>{@code     @Rule public final OracleRule oracle = new OracleRule("src/test/oracle/oracle.json");}</pre>
 *
 * <p>It is the first field of the class. JUnit 4.13 makes the object of a test class when the test has started, so what later fields are
 * set to belongs to the test; older releases make it before.
 *
 * <p>{@link OracleCheck#SETTING} is the system property that switches it off.
 */
public final class OracleRule implements TestRule {
    /** JUnit 4.13 tells listeners that a test starts, and makes its object then. */
    private static final boolean STARTS_WITH_OBJECT = !Version.id().matches("4\\.(\\d|1[0-2])(\\D.*)?");

    private final String file;
    private final ClassLoader loader;
    private final boolean allowGone;
    /** Whether the test to come is observed already. */
    private boolean begun;

    /**
     * With the oracle that {@link OracleCheck} names at the class whose field this is.
     *
     * @throws OracleNotCheckedError the class has no such annotation
     */
    public OracleRule() {
        this(StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass());
    }

    private OracleRule(Class<?> testClass) {
        this(check(testClass).value(), testClass.getClassLoader(), check(testClass).allowGone());
    }

    /**
     * With an oracle.
     *
     * @param file absolute, or from the working directory of the tests
     */
    public OracleRule(String file) {
        this(file, StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getClassLoader(), false);
    }

    private OracleRule(String file, ClassLoader loader, boolean allowGone) {
        this.file = file;
        this.loader = loader;
        this.allowGone = allowGone;
        if (STARTS_WITH_OBJECT && isOn()) {
            begin();
        }
    }

    private static OracleCheck check(Class<?> testClass) {
        OracleCheck check = testClass.getAnnotation(OracleCheck.class);
        if (check == null) {
            throw new OracleNotCheckedError(testClass.getName() + " has no @OracleCheck: name the oracle there, or to the rule");
        }
        return check;
    }

    private static boolean isOn() {
        return Switch.isOn(System.getProperty(OracleCheck.SETTING)) && !ObservingAgent.isWorker();
    }

    private Object begin() {
        ObservingAgent.require();
        Object oracle = ObservingAgent.open(file, loader);
        ObservingAgent.begin(oracle);
        begun = true;
        return oracle;
    }

    @Override
    public Statement apply(Statement base, Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                if (isOn()) {
                    checked(base, description);
                } else {
                    base.evaluate();
                }
            }
        };
    }

    private void checked(Statement base, Description description) throws Throwable {
        ObservingAgent.require();
        Object oracle = begun ? ObservingAgent.open(file, loader) : begin();
        begun = false;
        if (!ObservingAgent.hasTestsOf(oracle, description.getClassName())) {
            ObservingAgent.cancel();
            throw new OracleNotCheckedError("the oracle " + file + " has no test of " + description.getClassName()
                    + ": record it with the tests of this class");
        }
        Throwable failed = null;
        try {
            base.evaluate();
        } catch (Throwable t) {
            failed = t;
        }
        AssertionError verdict = verdict(ObservingAgent.end(oracle, VintageIds.of(description), allowGone), description);
        if (failed != null) {
            if (verdict != null) {
                failed.addSuppressed(verdict);
            }
            throw failed;
        }
        if (verdict != null) {
            throw verdict;
        }
    }

    /** Null: the test agrees, or the oracle does not have it, which is said. */
    private static AssertionError verdict(ObservingAgent.Verdict verdict, Description description) {
        if (verdict.agrees()) {
            return null;
        }
        if (verdict.isUnknown()) {
            System.err.println("oraculum: " + description.getDisplayName() + " is not checked: " + verdict.message());
            return null;
        }
        return verdict.isViolated() ? new AssertionError(verdict.message()) : new OracleNotCheckedError(verdict.message());
    }
}
