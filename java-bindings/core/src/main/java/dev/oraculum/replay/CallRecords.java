package dev.oraculum.replay;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads what a worker sends of the calls of one test (docs/formats.md, "Call records"). */
final class CallRecords {
    private static final int FRAME = 8;

    private CallRecords() {}

    static List<RecordedCall> decode(List<ByteBuffer> batches) {
        List<RecordedCall> calls = new ArrayList<>();
        for (ByteBuffer batch : batches) {
            byte[] bytes = new byte[batch.remaining()];
            batch.duplicate().get(bytes);
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, FRAME, bytes.length - FRAME))) {
                for (int i = in.readInt(); i > 0; i--) {
                    calls.add(call(in));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return calls;
    }

    private static RecordedCall call(DataInputStream in) throws IOException {
        String[] callee = in.readUTF().split(" ");
        List<RecordedValue> operands = values(in);
        RecordedValue result = in.readBoolean() ? value(in) : null;
        return new RecordedCall(Integer.parseInt(callee[0]), callee[1], callee[2], callee[3], operands, result);
    }

    private static List<RecordedValue> values(DataInputStream in) throws IOException {
        List<RecordedValue> values = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            values.add(value(in));
        }
        return values;
    }

    private static RecordedValue value(DataInputStream in) throws IOException {
        char tag = (char) in.readByte();
        return switch (tag) {
            case 'N' -> new RecordedValue.Null();
            case 'T' -> new RecordedValue.Text(in.readUTF());
            case 'E' -> new RecordedValue.Constant(in.readUTF(), in.readUTF());
            case 'K' -> new RecordedValue.ClassLiteral(in.readUTF());
            case 'A' -> new RecordedValue.ArrayOf(in.readUTF(), values(in));
            case 'L' -> new RecordedValue.ListOf(in.readInt(), in.readUTF(), values(in));
            case 'R' -> new RecordedValue.Reference(in.readInt(), in.readUTF());
            case 'U' -> new RecordedValue.Unwritable(in.readUTF());
            case 'Z', 'B', 'C', 'S', 'I', 'J', 'F', 'D' -> new RecordedValue.Box(tag, in.readLong());
            default -> throw new IOException("no recorded value begins with " + (int) tag);
        };
    }
}
