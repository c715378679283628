package dev.oraculum.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.execution.BatchWriter.Code;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.Type;
import dev.oraculum.generation.TypeFacts.TypeKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the facts of a class list, a worker can call: every member of every type, from a test in the class's package. */
class TypeFactsEndToEndTest {
    private static final int BATCH = 256;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org/apache/commons/lang3/StringUtils",
                "org/apache/commons/lang3/builder/ToStringBuilder",
                "org/apache/commons/lang3/reflect/TypeUtils",
                "org/apache/commons/lang3/text/StrSubstitutor",
                "org/apache/commons/lang3/time/FastDateFormat"
            })
    void everyMemberLinks(String target) {
        List<Path> library = Distribution.samples("commons-lang3");
        List<Path> all = Stream.concat(library.stream(), Distribution.junit("platform-1", "junit-4", "hamcrest").stream()).toList();
        TypeFacts facts;
        byte[] plan;
        try (ClassPath classPath = ClassPath.open(library, Optional.of(Jvm.running().home()))) {
            facts = TypeFacts.collect(classPath, target);
            plan = CoveragePlan.of(TypeFacts.classFiles(classPath, target)).toBytes();
        }
        BatchWriter writer = new BatchWriter(target.replace('/', '.'));
        List<String> names = new ArrayList<>();
        List<List<Code>> batches = new ArrayList<>();
        for (Type type : facts.types()) {
            for (Member member : type.members()) {
                if (names.size() % BATCH == 0) {
                    batches.add(new ArrayList<>());
                }
                names.add(type.name() + "." + member.name() + member.descriptor());
                batches.get(batches.size() - 1).add(use(writer, type, member));
            }
        }
        assertTrue(names.size() > 500, () -> names.size() + " members");
        List<byte[]> codes = batches.stream().map(batch -> BatchWriter.batch(2, 100_000, batch)).toList();
        List<BatchAnswer> answers = new ArrayList<>();
        ExecutionSettings settings = ExecutionSettings.of(Distribution.installation(), Jvm.running(), all, List.of("no.Test"), plan);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            Work.CallSequences work = new Work.CallSequences("tests 9", writer.shared(), codes);
            UnitResult result = pool.runSequences(new SequenceUnit(1, work, 100_000_000, Duration.ofSeconds(120)), new UnitSink() {
                @Override
                public void test(int of, TestRun run, List<ByteBuffer> states) {
                    throw new AssertionError("records come by plan");
                }

                @Override
                public void test(int of, TestRun run, Records records) {
                    answers.addAll(BatchAnswer.read(records.answer().orElseThrow().duplicate(), 2, List.of()));
                }
            });
            assertEquals(UnitEnd.COMPLETED, result.end(), result::sentence);
        }
        assertEquals(names.size(), answers.size());
        List<String> wrong = IntStream.range(0, names.size())
                .filter(i -> answers.get(i).status() == 5 || answers.get(i).status() == 3)
                .mapToObj(i -> names.get(i) + ": " + answers.get(i).exception())
                .toList();
        assertEquals(List.of(), wrong);
        assertTrue(answers.stream().anyMatch(answer -> answer.status() == 0));
    }

    /** A test that uses a member, with nulls: it throws, but what does not link is told apart from that. */
    private static Code use(BatchWriter writer, Type type, Member member) {
        boolean isInterface = type.kind() == TypeKind.INTERFACE || type.kind() == TypeKind.ANNOTATION;
        int flags = (member.isStatic() ? 1 : 0) | (isInterface ? 2 : 0);
        int number = writer.member(member.kind().ordinal(), type.name(), member.name(), member.descriptor(), flags);
        int receiver = member.kind() == MemberKind.CONSTRUCTOR || member.isStatic() ? 0 : 1;
        int operands = receiver + member.parameters().size();
        Code code = new Code();
        IntStream.range(0, operands).forEach(i -> code.nothing());
        int[] slots = IntStream.range(0, operands).toArray();
        return member.kind() == MemberKind.FIELD ? code.get(number, slots) : code.call(number, slots);
    }
}
