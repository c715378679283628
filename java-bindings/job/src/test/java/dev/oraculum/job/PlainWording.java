package dev.oraculum.job;

/** The shortest words that there are. */
final class PlainWording implements Wording {
    @Override
    public String place() {
        return "the build";
    }

    @Override
    public String option(String name, Kind kind, String example) {
        return name + (example == null ? "" : "=" + example);
    }

    @Override
    public String setting(String name) {
        return name;
    }

    @Override
    public String checkCode() {
        return "the code";
    }

    @Override
    public String checkTests() {
        return "the tests";
    }

    @Override
    public String otherJdk() {
        return "the toolchain";
    }

    @Override
    public String recording() {
        return "select";
    }

    @Override
    public String asides() {
        return "more";
    }
}
