package dev.oraculum.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * The tests of a class, or one test, fail where an oracle is violated: a variable is given other values than when the oracle was recorded.
 * Each test fails at its end, with the value expected and the actual one.
 *
 * <p>They fail as well where the oracle cannot be checked: the file is missing or damaged, the JVM runs without Oraculum's agent, a
 * variable is gone. An oracle that is silently not checked would look as one that holds. Of a class, tests that the oracle does not have
 * are run unchecked, which a report entry says; a test that has the annotation itself must be in the oracle.
 *
 * <p>What runs beside a test is not to be told from it: with parallel execution these tests run alone, as if they were {@code @Isolated}.
 *
 * <p>The configuration parameter or system property {@value #SETTING} switches all checks {@code on} (the default) or {@code off}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(OracleCheckExtension.class)
@ResourceLock(Resources.GLOBAL)
public @interface OracleCheck {
    /** Name of the configuration parameter. */
    String SETTING = "oraculum.check";

    /** The oracle file, absolute or from the working directory of the tests, which with Maven and Gradle is the module's folder. */
    String value();

    /** Whether variables of the oracle that this version does not have are passed over. */
    boolean allowGone() default false;
}
