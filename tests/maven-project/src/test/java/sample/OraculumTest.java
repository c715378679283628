package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each job of Oraculum on this project, out of the jars of the class path. */
class OraculumTest {
    private static Path tests;
    private static Project project;

    @BeforeAll
    static void find() throws Exception {
        Path classes = Path.of(Account.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        tests = Path.of(AccountTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path junit = Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        project = Project.of(List.of(classes), List.of(tests, junit)).withTestClasses(List.of("sample.AccountTest"));
    }

    @Test
    void nothingSaysWhereOraculumIs() {
        assertNull(System.getProperty("oraculum.home"));
        assertNull(System.getProperty("oraculum.native"));
        assertNull(System.getenv("ORACULUM_NATIVE"));
    }

    @Test
    void improve() {
        ImproveReport report = Oraculum.improve(Improve.of(project, "sample.Account#larger(int,int)"), JobListener.NONE).report();
        assertEquals(0, report.improved().fp());
        assertEquals(0, report.improved().fn());
        assertTrue(report.improved().java().contains("result"), report.improved().java());
    }

    @Test
    void select() {
        SelectReport report = Oraculum.select(Select.of(project).withClasses(List.of("sample.Account")), JobListener.NONE);
        assertFalse(report.selected().isEmpty());
    }

    @Test
    void infer() {
        InferReport report = Oraculum.infer(Infer.of(project, MethodSelection.ofMethod("sample.Account#deposit(int)")), JobListener.NONE);
        assertTrue(report.toDaikon().contains("return == this.balance"), report.toDaikon());
    }

    @Test
    void rank() {
        List<Path> generated = new ArrayList<>(project.tests());
        RankReport report = Oraculum.rank(
                Rank.of(project, "sample.Account", generated).withGeneratedTestClasses(List.of("sample.AccountGenerated")),
                        JobListener.NONE);
        assertTrue(report.assertions().get(0).test().contains("two"), () -> report.assertions().toString());
    }
}
