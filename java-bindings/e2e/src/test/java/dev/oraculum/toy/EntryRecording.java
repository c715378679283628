package dev.oraculum.toy;

import dev.oraculum.runtime.Recording;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** What the probes do: count, and keep the largest value. Code under test may call them from many threads. */
final class EntryRecording implements Recording {
    private final int[] entries;
    private final long[] largest;
    private int test;
    private boolean recording;

    EntryRecording(int methods) {
        entries = new int[methods];
        largest = new long[methods];
    }

    @Override
    public synchronized void begin(int testIndex) {
        Arrays.fill(entries, 0);
        Arrays.fill(largest, Long.MIN_VALUE);
        test = testIndex;
        recording = true;
    }

    @Override
    public synchronized void end() {
        recording = false;
    }

    @Override
    public synchronized void at(int site) {
        entries[site] += recording ? 1 : 0;
    }

    @Override
    public synchronized void at(int site, long value) {
        at(site);
        largest[site] = recording ? Math.max(largest[site], value) : largest[site];
    }

    @Override
    public synchronized int invocations() {
        return Arrays.stream(entries).sum();
    }

    @Override
    public synchronized byte[] drain() {
        if (invocations() == 0) {
            return new byte[0];
        }
        int length = 4 + 12 * entries.length;
        ByteBuffer out = ByteBuffer.allocate(4 + length).order(ByteOrder.LITTLE_ENDIAN).putInt(length).putInt(test);
        for (int i = 0; i < entries.length; i++) {
            out.putInt(entries[i]).putLong(largest[i]);
        }
        return out.array();
    }
}
