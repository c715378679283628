package dev.oraculum.pipeline;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.Project;
import dev.oraculum.api.evidence.EvidenceUnit;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.execution.Unit;
import dev.oraculum.testing.Compiled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An evidence file may have right checksums over an outcome that we never wrote: it is damaged, and no fault of ours. */
class DamagedOutcomeTest {
    private static final String SOURCE = "class C { static int m(int x) { return x + 1; } } class T { int t() { return C.m(1); } }";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {
        "", "no JSON", "null", "7", "[]", "{\"reaching\":null,\"leftOut\":[]}", "{\"reaching\":[null],\"leftOut\":[]}", "{\"reaching\":[]}",
        "{\"reaching\":[],\"leftOut\":[],\"more\":1}", "{\"reaching\":[],\"leftOut\":[null]}", "{\"reaching\":\"all\",\"leftOut\":[]}"
    })
    void isRefusedWithTheFileAndWhatToDo(String outcome) throws Exception {
        // Apart from the evidence: whatever is on the class path is an input.
        Path classes = Files.createDirectory(folder.resolve("classes"));
        for (Map.Entry<String, byte[]> type : Compiled.of(SOURCE).classes().entrySet()) {
            Files.write(classes.resolve(type.getKey() + ".class"), type.getValue());
        }
        Path file = folder.resolve("evidence.db");
        Project project = Project.of(List.of(classes), List.of(classes)).withTestClasses(List.of("T"));
        Improve request = Improve.of(project, "C#m(int)").withEvidence(file).withResume(true);
        Analysis analysis = Analysis.of(request, new JobClock(JobListener.NONE));
        try (Engine engine = Engine.open(EngineOptions.file(file, OpenMode.NEW))) {
            engine.evidence().begin(analysis.schema(), analysis.inputs(), analysis.capture().constants());
            try (EvidenceUnit unit = engine.evidence().beginUnit(new UnitHeader(Unit.ORIGINAL_AGAIN, "original again",
                    UnitKind.ORIGINAL))) {
                unit.finish("COMPLETED", List.of("T.t"), outcome);
            }
        }
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
                () -> ImproveJob.improve(request, JobListener.NONE));
        for (String part : List.of("the evidence file " + file + " is damaged", "unit 1 (original again)",
                "delete it and record the evidence anew")) {
            assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
        }
    }
}
