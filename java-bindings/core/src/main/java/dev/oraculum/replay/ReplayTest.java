package dev.oraculum.replay;

import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.select.OracleDatum;
import java.util.List;

/**
 * One generated test method: the replay of one datum of one test.
 *
 * @param read the field to read after the call; null: what the calls return is asserted
 */
record ReplayTest(Oracle.TestValues origin, int datum, OracleDatum described, List<RecordedCall> all, CallSlice slice, FieldRead read) {
    /** {@code pkg.OptionsOracleTest} for {@code pkg.OptionsTest}, so that nobody's test is overwritten. */
    String className() {
        String name = origin.className();
        int dot = name.lastIndexOf('.');
        String simple = name.substring(dot + 1).replace('$', '_').replaceFirst("Tests?$", "");
        return name.substring(0, dot + 1) + simple + "OracleTest";
    }

    boolean isJupiter() {
        return !origin.id().contains("[engine:junit-vintage]");
    }
}
