package dev.oraculum.runtime;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the calls that a test makes, with operands and results as they can be written down in Java, other objects by number
 * (docs/formats.md, "Call records").
 */
final class CallRecording implements Recording {
    private static final int MOST_CALLS = 2000;
    private static final int MOST_ELEMENTS = 64;
    private static final int MOST_CHARACTERS = 4096;
    private static final int DEPTH = 3;

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();
    private final List<Call> calls = new ArrayList<>();
    /** By thread, the calls that have begun and not ended. */
    private final Map<Thread, List<Call>> open = new IdentityHashMap<>();
    private int test;
    private volatile boolean recording;

    private static final class Call {
        private final String callee;
        private final byte[] operands;
        private byte[] result;

        Call(String callee, byte[] operands) {
            this.callee = callee;
            this.operands = operands;
        }
    }

    @Override
    public synchronized void begin(int testIndex) {
        numbers.clear();
        calls.clear();
        open.clear();
        test = testIndex;
        recording = true;
    }

    @Override
    public void end() {
        recording = false;
    }

    /** 1 if any call was made. */
    @Override
    public synchronized int invocations() {
        return Math.min(1, calls.size());
    }

    static void callBegins(Object[] operands, String callee) {
        CallRecording current = Recorder.recording(CallRecording.class);
        if (current != null && !StrayThreads.isCurrent()) {
            try {
                current.begins(operands, callee);
            } catch (Throwable t) {
                current.end();
                Recorder.contain(t);
            }
        }
    }

    static void callEnds(Object result, String callee) {
        CallRecording current = Recorder.recording(CallRecording.class);
        if (current != null && !StrayThreads.isCurrent()) {
            try {
                current.ends(result, callee);
            } catch (Throwable t) {
                current.end();
                Recorder.contain(t);
            }
        }
    }

    private synchronized void begins(Object[] operands, String callee) throws IOException {
        if (!recording || calls.size() >= MOST_CALLS) {
            return;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(operands.length);
        for (Object operand : operands) {
            write(out, operand, DEPTH);
        }
        Call call = new Call(callee, bytes.toByteArray());
        calls.add(call);
        open.computeIfAbsent(Thread.currentThread(), key -> new ArrayList<>()).add(call);
    }

    private synchronized void ends(Object result, String callee) throws IOException {
        List<Call> mine = recording ? open.get(Thread.currentThread()) : null;
        // What began behind it and did not end has thrown.
        while (mine != null && !mine.isEmpty()) {
            Call last = mine.remove(mine.size() - 1);
            if (last.callee.equals(callee)) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                write(new DataOutputStream(bytes), result, DEPTH);
                last.result = bytes.toByteArray();
                return;
            }
        }
    }

    private void write(DataOutputStream out, Object value, int depth) throws IOException {
        if (value == null) {
            out.writeByte('N');
        } else if (value instanceof String text) {
            if (text.length() > MOST_CHARACTERS) {
                unwritable(out, "a string of " + text.length() + " characters");
            } else {
                out.writeByte('T');
                out.writeUTF(text);
            }
        } else if (value instanceof Number || value instanceof Boolean || value instanceof Character) {
            writeBox(out, value);
        } else if (value instanceof Enum<?> constant) {
            out.writeByte('E');
            out.writeUTF(constant.getDeclaringClass().getName());
            out.writeUTF(constant.name());
        } else if (value instanceof Class<?> type) {
            out.writeByte('K');
            out.writeUTF(type.getName());
        } else if (value.getClass().isArray()) {
            writeArray(out, value, depth);
        } else if (isList(value) && depth > 0 && ((Collection<?>) value).size() <= MOST_ELEMENTS) {
            // With its number: what was done to this very list may matter more than what it holds.
            out.writeByte('L');
            writeReference(out, value);
            out.writeInt(((Collection<?>) value).size());
            for (Object element : (Collection<?>) value) {
                write(out, element, depth - 1);
            }
        } else {
            out.writeByte('R');
            writeReference(out, value);
        }
    }

    private void writeReference(DataOutputStream out, Object value) throws IOException {
        Integer number = numbers.get(value);
        if (number == null) {
            number = numbers.size();
            numbers.put(value, number);
        }
        out.writeInt(number);
        out.writeUTF(value.getClass().getName());
    }

    private static boolean isList(Object value) {
        String name = value.getClass().getName();
        return name.equals("java.util.ArrayList") || name.equals("java.util.LinkedList") || name.equals("java.util.Arrays$ArrayList");
    }

    private void writeBox(DataOutputStream out, Object value) throws IOException {
        String name = value.getClass().getName();
        switch (name) {
            case "java.lang.Integer" -> box(out, 'I', (Integer) value);
            case "java.lang.Long" -> box(out, 'J', (Long) value);
            case "java.lang.Short" -> box(out, 'S', (Short) value);
            case "java.lang.Byte" -> box(out, 'B', (Byte) value);
            case "java.lang.Character" -> box(out, 'C', (Character) value);
            case "java.lang.Boolean" -> box(out, 'Z', (Boolean) value ? 1 : 0);
            case "java.lang.Float" -> box(out, 'F', Float.floatToIntBits((Float) value));
            case "java.lang.Double" -> box(out, 'D', Double.doubleToLongBits((Double) value));
            default -> {
                out.writeByte('R');
                writeReference(out, value);
            }
        }
    }

    private static void box(DataOutputStream out, char sort, long bits) throws IOException {
        out.writeByte(sort);
        out.writeLong(bits);
    }

    private void writeArray(DataOutputStream out, Object array, int depth) throws IOException {
        int length = Array.getLength(array);
        if (length > MOST_ELEMENTS || depth == 0) {
            unwritable(out, "an array of " + length + " elements");
            return;
        }
        out.writeByte('A');
        out.writeUTF(array.getClass().getComponentType().getTypeName());
        out.writeInt(length);
        for (int i = 0; i < length; i++) {
            write(out, Array.get(array, i), depth - 1);
        }
    }

    private static void unwritable(DataOutputStream out, String what) throws IOException {
        out.writeByte('U');
        out.writeUTF(what);
    }

    /** One record. */
    @Override
    public synchronized byte[] drain() {
        if (calls.isEmpty()) {
            return new byte[0];
        }
        try {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(body);
            out.writeInt(calls.size());
            for (Call call : calls) {
                out.writeUTF(call.callee);
                out.write(call.operands);
                out.writeBoolean(call.result != null);
                if (call.result != null) {
                    out.write(call.result);
                }
            }
            numbers.clear();
            calls.clear();
            open.clear();
            // The frame is that of state records.
            return ByteBuffer.allocate(8 + body.size()).order(ByteOrder.LITTLE_ENDIAN).putInt(4 + body.size()).putInt(test)
                    .put(body.toByteArray()).array();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
