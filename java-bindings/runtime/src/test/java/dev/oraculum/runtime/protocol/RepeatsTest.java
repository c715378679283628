package dev.oraculum.runtime.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the runs before it were, a run arrives whole. */
class RepeatsTest {
    private static final Message.Request REQUEST = new Message.Request("", Long.MAX_VALUE, 7, true);
    private static final Work JUNIT = new Work.JUnitTests(false);

    private final Repeats sender = new Repeats();
    private final Repeats receiver = new Repeats();

    private static Message.Run run(int unit, byte[] classFile, Work work) {
        return new Message.Run(unit, "a.A", classFile, 3, List.of(REQUEST), REQUEST, work, List.of(1), true, 2);
    }

    private static Work.CallSequences calls(byte... shared) {
        return new Work.CallSequences("calls 1", shared, List.of(new byte[] {9}));
    }

    @Test
    void whatIsAsBeforeIsNotSentAgain() {
        Message.Run first = sender.shorten(run(1, new byte[] {1, 2}, calls((byte) 5)));
        assertArrayEquals(new byte[] {1, 2}, first.bytes());
        Message.Run second = sender.shorten(run(2, new byte[] {1, 2}, calls((byte) 5)));
        assertNull(second.bytes());
        assertNull(((Work.CallSequences) second.work()).shared());
        Message.Run other = sender.shorten(run(3, new byte[] {1, 3}, calls((byte) 6)));
        assertArrayEquals(new byte[] {1, 3}, other.bytes());
        assertArrayEquals(new byte[] {6}, ((Work.CallSequences) other.work()).shared());
    }

    @Test
    void theSameArrayStandsForWhatIsAsBefore() throws ProtocolException {
        Message.Run first = receiver.complete(sender.shorten(run(1, new byte[] {1, 2}, JUNIT)));
        Message.Run second = receiver.complete(sender.shorten(run(2, new byte[] {1, 2}, JUNIT)));
        assertSame(first.bytes(), second.bytes());
    }

    @Test
    void runsArriveWholeInAnyOrder() throws ProtocolException {
        Random random = new Random(5);
        byte[][] parts = {{}, {1}, {2, 2}, {3, 3, 3}};
        for (int unit = 0; unit < 2_000; unit++) {
            byte[] classFile = parts[random.nextInt(parts.length)].clone();
            byte[] shared = parts[random.nextInt(parts.length)].clone();
            Message.Run sent = run(unit, classFile, random.nextInt(4) == 0 ? JUNIT : calls(shared));
            Message.Run arrived = receiver.complete(sender.shorten(sent));
            assertArrayEquals(classFile, arrived.bytes());
            assertEquals(sent.work().getClass(), arrived.work().getClass());
            if (arrived.work() instanceof Work.CallSequences calls) {
                assertArrayEquals(shared, calls.shared());
                assertEquals("calls 1", calls.format());
                assertArrayEquals(new byte[] {9}, calls.sequences().get(0));
            }
            assertEquals(
                    List.of(unit, "a.A", 3, List.of(REQUEST), REQUEST, List.of(1), true, 2),
                    List.of(arrived.unit(), arrived.mutatedClass(), arrived.activeMutant(), arrived.tests(), arrived.between(),
                            arrived.plans(), arrived.failuresSetAside(), arrived.timeOuts()));
        }
    }

    @Test
    void aFirstRunMustBeWhole() {
        assertThrows(ProtocolException.class, () -> receiver.complete(run(1, null, JUNIT)));
        assertThrows(ProtocolException.class, () -> receiver.complete(run(1, new byte[] {1}, calls((byte[]) null))));
    }
}
