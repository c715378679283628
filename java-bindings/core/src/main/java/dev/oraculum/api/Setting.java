package dev.oraculum.api;

import java.util.Arrays;
import java.util.Optional;

/** A setting that a user may have to change when something is wrong, by the name that it has in this API. */
public enum Setting {
    CLASS_PATH("classPath"),
    TESTS("tests"),
    TEST_CLASSES("testClasses"),
    EXCLUDE_FAILING_TESTS("excludeFailingTests"),
    JVM("jvm"),
    SOURCES("sources"),
    ENVIRONMENT("environment"),
    GENERATED_TESTS("generatedTests"),
    GENERATED_TEST_CLASSES("generatedTestClasses"),
    PACKAGES("packages"),
    CONSTRUCTORS("constructors"),
    ORACLE("oracle"),
    RECORDED("recorded"),
    EXISTING("existing"),
    MAX_STATES("maxStates"),
    MAX_BYTES("maxBytes"),
    MAX_UNIT_BYTES("maxUnitBytes"),
    MAX_LINE_BYTES("maxLineBytes"),
    MAX_TRACE_BYTES("maxTraceBytes"),
    MAX_SAMPLE_BYTES("maxSampleBytes");

    private final String apiName;

    Setting(String apiName) {
        this.apiName = apiName;
    }

    /** The component of {@link Project}, of a request or of its settings that holds it. */
    public String apiName() {
        return apiName;
    }

    /** The setting of that name. */
    public static Optional<Setting> named(String apiName) {
        return Arrays.stream(values()).filter(setting -> setting.apiName.equals(apiName)).findFirst();
    }
}
