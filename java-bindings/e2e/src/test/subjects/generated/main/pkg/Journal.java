package pkg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps entries. What it does with them shows only in them. */
public final class Journal {
    /** Made by the journal only. */
    public static final class Entry {
        private final String text;
        private int read;

        private Entry(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        public int read() {
            return read;
        }
    }

    /** How often an entry of a length was written. */
    public static final class Count {
        public final int length;
        public long times;

        private Count(int length) {
            this.length = length;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> marks = new LinkedHashMap<>();
    private Entry last;
    private final Count[] counts = {new Count(0), new Count(1)};

    public void write(String text) {
        last = new Entry('<' + text + '>');
        entries.add(last);
        counts[text.isEmpty() ? 0 : 1].times++;
    }

    public void readAll() {
        for (Entry entry : entries) {
            entry.read += 2;
        }
    }

    /** Says no, but remembers that it was asked. */
    public void erase(int index) {
        counts[0].times += 7;
        throw new UnsupportedOperationException("entry " + index + " stays");
    }

    /** At the last entry. */
    public void mark(String name) {
        if (last != null) {
            last.read += 5;
            marks.put(name, last);
        }
    }

    public Map<String, Entry> marks() {
        return Collections.unmodifiableMap(marks);
    }

    public Optional<Entry> last() {
        return Optional.ofNullable(last);
    }

    public List<Entry> entries() {
        return entries;
    }

    public Count[] counts() {
        return counts.clone();
    }
}
