package dev.oraculum.maven;

import dev.oraculum.job.Wording;

/** How a pom says it. */
final class PomWording implements Wording {
    @Override
    public String place() {
        return "<configuration> of oraculum-maven-plugin, or by -Doraculum.NAME=..";
    }

    @Override
    public String option(String name, Kind kind, String example) {
        return element(name, example == null ? ".." : example);
    }

    static String element(String name, String content) {
        return "<" + name + ">" + content + "</" + name + ">";
    }

    @Override
    public String setting(String name) {
        return element("settings", element(name, "N"));
    }

    @Override
    public String checkCode() {
        return "what the module compiles to target/classes, or the modules in " + element("underTest", "..");
    }

    @Override
    public String checkTests() {
        return "what the module compiles to target/test-classes, and its dependencies";
    }

    @Override
    public String otherJdk() {
        return "by maven-toolchains-plugin";
    }

    @Override
    public String recording() {
        return "mvn test-compile oraculum:select -Doraculum.record";
    }

    @Override
    public String asides() {
        return "-Doraculum.verbose";
    }
}
