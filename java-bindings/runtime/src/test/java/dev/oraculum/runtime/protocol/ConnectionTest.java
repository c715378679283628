package dev.oraculum.runtime.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.runtime.containment.Deed;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one side writes the other side reads, and nothing else is taken for a message. */
class ConnectionTest {
    private Socket rawSender;
    private Connection sender;
    private Connection receiver;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            rawSender = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            sender = new Connection(rawSender);
            receiver = new Connection(server.accept());
        }
    }

    @AfterEach
    void disconnect() throws IOException {
        sender.close();
        receiver.close();
    }

    @Test
    void everyMessageArrivesAsItWasSent() throws IOException {
        Message.Test test = new Message.Test("[engine:x]/[test:ünïcode 😀]", "shows", "pkg.CTest", "m");
        List<Message> messages = List.of(
                new Message.Hello("token", 42, "17.0.15"),
                new Message.Ready(),
                new Message.Discover(List.of("a.A", "b.B$C")),
                new Message.Discovered(List.of(test), List.of("[engine:x]"), List.of("a.A: not there"), List.of()),
                new Message.TestAdded(test),
                new Message.TestStarted(7),
                new Message.TestFinished(
                        7, TestOutcome.STACK_OVERFLOW, "x".repeat(100_000), -1, Long.MAX_VALUE, List.of(3, 0),
                                List.of(new Deed(Deed.Kind.NET, "bind any")), true),
                new Message.Stuck(StuckReason.BLOCKED_ON_IO, "at a.A.m"),
                new Message.UnitFinished(3, "", true),
                new Message.Refused("why"));
        for (Message message : messages) {
            sender.write(message);
        }
        for (Message message : messages) {
            assertEquals(message, receiver.read());
        }
    }

    @Test
    void callSequencesArriveAsTheyAreAndSoDoTheirAnswers() throws IOException {
        byte[] shared = {1, 2};
        Message.Request between = new Message.Request("", Long.MAX_VALUE, 7, true);
        Work.CallSequences work = new Work.CallSequences("calls 1", shared, List.of(new byte[0], new byte[] {-1, 0}));
        sender.write(new Message.Run(9, "", new byte[0], 0, List.of(between, between), between, work, List.of(), false, 2));
        Work.CallSequences arrived = (Work.CallSequences) ((Message.Run) receiver.read()).work();
        assertEquals("calls 1", arrived.format());
        assertArrayEquals(shared, arrived.shared());
        assertEquals(2, arrived.sequences().size());
        assertArrayEquals(new byte[] {-1, 0}, arrived.sequences().get(1));
        sender.write(new Message.Answer(new byte[] {5}));
        assertArrayEquals(new byte[] {5}, ((Message.Answer) receiver.read()).bytes());
    }

    @Test
    void aUnitArrivesWithItsBytesAndBudgets() throws IOException {
        byte[] bytes = {(byte) 0xca, (byte) 0xfe, 0, -1};
        Message.Request request = new Message.Request("id", 1_000, 50, false, List.of(new Deed(Deed.Kind.WRITE, "/a b")));
        Message.Request between = new Message.Request("", Long.MAX_VALUE, 7, true);
        sender.write(new Message.Run(9, "a.A", bytes, 0, List.of(request), between, new Work.JUnitTests(true), List.of(3), true, 2));
        Message.Run run = (Message.Run) receiver.read();
        assertArrayEquals(bytes, run.bytes());
        assertEquals(List.of(request), run.tests());
        assertEquals(between, run.between());
        assertEquals(List.of(9, "a.A", true, List.of(3), true, 2), List.of(run.unit(), run.mutatedClass(), run.work().open(), run.plans(),
                run.failuresSetAside(), run.timeOuts()));
        sender.write(new Message.Configure(bytes, List.of("/a b"), "/lib.so", 250, "/scratch", List.of("net")));
        Message.Configure configure = (Message.Configure) receiver.read();
        assertArrayEquals(bytes, configure.plan());
        assertEquals(
                List.of(List.of("/a b"), "/lib.so", 250, "/scratch", List.of("net")),
                List.of(configure.scope(), configure.nativeLibrary(), configure.graceMillis(), configure.scratch(), configure.allow()));
    }

    @Test
    void aLargeBatchOfStatesArrivesWhole() throws Exception {
        byte[] batch = new byte[5 << 20];
        new java.util.Random(1).nextBytes(batch);
        Thread writer = new Thread(() -> {
            try {
                sender.write(new Message.Records(2, batch));
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        writer.start();
        assertArrayEquals(batch, ((Message.Records) receiver.read()).batch());
        writer.join();
    }

    @Test
    void aClosedLineIsTheEnd() throws IOException {
        sender.write(new Message.Ready());
        sender.close();
        assertEquals(new Message.Ready(), receiver.read());
        assertNull(receiver.read());
    }

    private void sendRaw(byte[] bytes) throws IOException {
        rawSender.getOutputStream().write(bytes);
        sender.close();
    }

    /** Nothing else: the reader knows by it that nobody is about to end, and does not wait. */
    @Test
    void aWholeFrameIsAMessageOrNone() throws IOException {
        Random random = new Random(12);
        int messages = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] content = new byte[1 + random.nextInt(40)];
            random.nextBytes(content);
            // Most kinds there are, few that there are not, and small lengths in front.
            content[0] = (byte) random.nextInt(Message.Kind.values().length + 2);
            for (int at = 1; at < content.length && random.nextInt(3) > 0; at++) {
                content[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt(8) : 0);
            }
            rawSender.getOutputStream().write(ByteBuffer.allocate(4 + content.length).putInt(content.length).put(content).array());
            try {
                assertNotNull(receiver.read());
                messages++;
            } catch (ProtocolException rubbish) {
                assertFalse(rubbish.getMessage().isBlank());
            }
        }
        assertTrue(messages > 50, messages + " were messages");
    }

    private static byte[] frame(int length, int... content) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + content.length).putInt(length);
        for (int value : content) {
            bytes.put((byte) value);
        }
        return bytes.array();
    }

    @Test
    void aLineThatBreaksInsideAFrameIsNoEnd() throws IOException {
        sendRaw(frame(100, Message.Kind.REFUSED.ordinal(), 0));
        assertThrows(EOFException.class, receiver::read);
    }

    @Test
    void anUnknownKindIsNoMessage() throws IOException {
        sendRaw(frame(1, 200));
        assertEquals("no constant 200 in Kind", assertThrows(ProtocolException.class, receiver::read).getMessage());
    }

    @Test
    void aFrameOfImpossibleLengthIsNotRead() throws IOException {
        sendRaw("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThrows(ProtocolException.class, receiver::read);
    }

    @Test
    void aFrameWithMoreThanItsMessageIsAnError() throws IOException {
        sendRaw(frame(2, Message.Kind.READY.ordinal(), 5));
        assertEquals("1 bytes too many in a frame of READY", assertThrows(ProtocolException.class, receiver::read).getMessage());
    }
}
