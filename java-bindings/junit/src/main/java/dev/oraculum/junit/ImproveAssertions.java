package dev.oraculum.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks what tests should assert about the methods of some classes, by {@code oraculum improve} with the tests of the annotated class. It is
 * answered at the end of a test session on the JUnit Platform, and only in one whose JVM has the system property {@value #SETTING}; what is
 * found is printed, and written with a patch into {@value #FOLDER} below the build's folder. No test is changed by it, and none fails.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ImproveAssertions {
    /** Name of the system property: a command, such as {@code oraculum}, or the path of its one jar, {@code oraculum.jar}. */
    String SETTING = "oraculum.improve";

    /** Name of the system property with further options of the command, separated by spaces, such as {@code --budget 10s}. */
    String OPTIONS = "oraculum.improve.options";

    /** Folder of what was found, below {@code target}, {@code build}, or else the working directory. */
    String FOLDER = "oraculum/suggestions";

    /** The classes whose methods are looked at. */
    Class<?>[] value();
}
