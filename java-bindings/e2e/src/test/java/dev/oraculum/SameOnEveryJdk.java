package dev.oraculum;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * What a test, or the tests of a class, look at does not hang on the JDK: how runs are divided, ended and resumed, files that are written,
 * messages, a build tool that has a JDK of its own, what a search finds. They run on the default JDK, and on another one only where all
 * tests are asked for. What weaves, runs, contains or compiles code under test is looked at on each JDK.
 */
@Tag("same-on-every-jdk")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface SameOnEveryJdk {}
