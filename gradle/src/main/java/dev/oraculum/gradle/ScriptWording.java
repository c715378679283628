package dev.oraculum.gradle;

import dev.oraculum.job.Wording;

/** How a build script says it. */
final class ScriptWording implements Wording {
    @Override
    public String place() {
        return "oraculum { .. }";
    }

    @Override
    public String option(String name, Kind kind, String example) {
        switch (kind) {
            case LIST:
                return name + " = [" + (example == null ? ".." : quoted(example)) + "]";
            case FILE:
                return name + " = file(" + (example == null ? ".." : quoted(example)) + ")";
            case FILES:
                return name + " = files(" + (example == null ? ".." : quoted(example)) + ")";
            default:
                return name + " = " + example;
        }
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    @Override
    public String setting(String name) {
        return "settings " + name + ": N";
    }

    @Override
    public String checkCode() {
        return "classPath = files(..), or what the configuration oraculumUnderTest has";
    }

    @Override
    public String checkTests() {
        return "tests = files(..), by default sourceSets.test.runtimeClasspath";
    }

    @Override
    public String otherJdk() {
        return "the project's toolchain";
    }

    @Override
    public String recording() {
        return "oraculumSelect and record = true";
    }

    @Override
    public String asides() {
        return "--info";
    }
}
