package pkg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import kotlin.KotlinVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Kotlin class as a Java program uses it. */
class KotlinVersionTest {
    @ParameterizedTest
    @CsvSource({
        "1,0,0, 1,0,0, true", "1,2,3, 1,2,3, true", "1,2,3, 1,2,4, false", "1,2,3, 1,3,0, false", "1,2,3, 2,0,0, false", "1,2,4, 1,2,3, true", "1,3,0, 1,2,9, true",
        "2,0,0, 1,9,9, true", "0,0,1, 0,0,0, true", "0,0,0, 0,0,1, false", "3,1,4, 3,1,4, true", "3,1,4, 3,0,9, true", "9,8,7, 9,8,6, true", "9,8,7, 9,9,0, false"
    })
    void isAtLeast(int major, int minor, int patch, int wantedMajor, int wantedMinor, int wantedPatch, boolean expected) {
        assertEquals(expected, new KotlinVersion(major, minor, patch).isAtLeast(wantedMajor, wantedMinor, wantedPatch));
    }
}
