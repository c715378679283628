package dev.oraculum.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OptionsTest {
    private static final Path HERE = Path.of("/project");

    private static Options parse(String line) throws UsageException {
        return Options.parse(Arrays.asList(line.split(" ")), HERE);
    }

    private static void refused(String why, String line) {
        String message = assertThrows(UsageException.class, () -> parse(line)).getMessage();
        assertTrue(message.startsWith(why) && message.endsWith(Options.USAGE), message);
    }

    @Test
    void relativePathsAreOfTheFolderOfTheDriver() throws Exception {
        Options options = parse("--oraculum o.jar --results /shared/r --json all.json -- improve --package p --seed 1");
        assertEquals(
                new Options("/project/o.jar", "/shared/r", "/project/all.json", "/project",
                        List.of("improve", "--package", "p", "--seed", "1")),
                options);
        assertEquals(Optional.empty(), options.tests());
    }

    @Test
    void testsGoWhereTheCommandWritesThem() throws Exception {
        String driver = "--oraculum o.jar --results r --json j -- generate --all";
        assertEquals(HERE.resolve("oraculum-tests"), parse(driver).tests().orElseThrow());
        assertEquals(HERE.resolve("a"), parse(driver + " --out a").tests().orElseThrow());
        assertEquals(Path.of("/b"), parse(driver + " --out=/b --force").tests().orElseThrow());
        assertEquals(List.of(true, false), List.of(parse(driver + " --force").isForced(), parse(driver).isForced()));
    }

    @Test
    void whatIsWrongIsSaid() {
        refused("the command to divide is missing", "--oraculum o.jar --results r --json j");
        refused("--results is missing", "--oraculum o.jar --json j -- improve");
        refused("--json has no value", "--oraculum o.jar --results r --json -- improve");
        refused("there is no option --jar", "--jar o.jar --results r --json j -- improve");
        refused("only improve and generate are divided", "--oraculum o.jar --results r --json j -- rank");
        refused("--shard=1/2 is the driver's", "--oraculum o.jar --results r --json j -- improve --shard=1/2");
        refused("--evidence is the driver's", "--oraculum o.jar --results r --json j -- improve --evidence e");
        refused("--json is the driver's", "--oraculum o.jar --results r --json j -- improve --json x");
    }
}
