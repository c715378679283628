package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmTest {
    @ParameterizedTest
    @CsvSource({"1.8.0_402, 8", "9, 9", "11.0.22, 11", "17.0.15, 17", "25-ea, 25", "25.0.1, 25"})
    void theFeatureVersionIsReadFromEveryFormOfVersions(String version, int feature) {
        assertEquals(feature, Jvm.featureVersion(version));
    }

    @Test
    void whatIsNoVersionIsRefused() {
        assertThrows(CannotRunException.class, () -> Jvm.featureVersion("GraalVM"));
    }

    @Test
    void theRunningJvmIsWhatItSaysWhenAsked() {
        Jvm asked = Jvm.at(Jvm.running().home());
        // How long it took to answer is of that once.
        assertEquals(new Jvm(asked.home(), asked.java(), asked.version(), asked.featureVersion(), Jvm.running().answered()), Jvm.running());
    }
}
