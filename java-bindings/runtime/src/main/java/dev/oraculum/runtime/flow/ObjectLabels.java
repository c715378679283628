package dev.oraculum.runtime.flow;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The labels of what objects hold: fields by number, elements of arrays, and one label for what untracked code keeps in an object (a
 * list's elements, a builder's characters). By identity, and weak, so that no object lives longer or is asked for its hash code.
 */
final class ObjectLabels {
    /** Longer arrays have one label for all their elements. */
    private static final int MOST_ELEMENTS = 1 << 20;
    /** Arrays in arrays are looked into so deep, and so many of them. */
    private static final int DEPTH = 3;
    /** Views of views are followed so far. */
    private static final int MOST_VIEWS = 8;
    private static final int MOST_LOOKED_INTO = 1 << 12;

    private final Labels labels;
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private Entry[] table = new Entry[64];
    private int size;
    /** A bit for each class, by hash code, of which an object has had labels: most objects need not be looked for. */
    private long classes;
    private final Map<Integer, Integer> statics = new HashMap<>();
    /** By method, what functions made of it have captured. */
    private final Map<Integer, int[]> captured = new HashMap<>();

    private static final class Entry extends WeakReference<Object> {
        private final int hash;
        private Entry next;
        private int whole;
        private int length;
        private int[] elements;
        /** Numbers of fields, and beside them their labels. */
        private int[] fields = {};
        private int[] fieldLabels = {};
        private int known;
        private Function function;
        /** What it is a view of; what the one holds, the other does. */
        private Object underlying;

        Entry(Object object, int hash, ReferenceQueue<Object> gone) {
            super(object, gone);
            this.hash = hash;
        }
    }

    /**
     * A function object made from a method: a lambda or a method reference.
     *
     * @param method its number, 0 if no tracked code has it
     * @param captured the labels of what it captured, the receiver first
     */
    record Function(int method, int[] captured) {}

    ObjectLabels(Labels labels) {
        this.labels = labels;
    }

    int field(Object object, int field) {
        return isUnknown(object) ? 0 : knownField(object, field);
    }

    private synchronized int knownField(Object object, int field) {
        Entry entry = find(object);
        if (entry == null) {
            return 0;
        }
        int index = indexOf(entry, field);
        return entry.fieldLabels[index];
    }

    void setField(Object object, int field, int label) {
        if (label != 0 || !isUnknown(object)) {
            setKnownField(object, field, label);
        }
    }

    private synchronized void setKnownField(Object object, int field, int label) {
        Entry entry = label == 0 ? find(object) : obtain(object);
        if (entry == null) {
            return;
        }
        int index = indexOf(entry, field);
        if (index == entry.known) {
            if (label == 0) {
                return;
            }
            entry.fields[entry.known++] = field;
        }
        entry.fieldLabels[index] = label;
        ensureRoom(entry);
    }

    /** The place of a field, or that behind the last, whose label is 0. */
    private static int indexOf(Entry entry, int field) {
        ensureRoom(entry);
        int index = 0;
        while (index < entry.known && entry.fields[index] != field) {
            index++;
        }
        return index;
    }

    private static void ensureRoom(Entry entry) {
        if (entry.known == entry.fields.length) {
            entry.fields = Arrays.copyOf(entry.fields, entry.known + 4);
            entry.fieldLabels = Arrays.copyOf(entry.fieldLabels, entry.known + 4);
        }
    }

    synchronized int staticField(int field) {
        return statics.getOrDefault(field, 0);
    }

    synchronized void setStaticField(int field, int label) {
        if (label != 0) {
            statics.put(field, label);
        } else {
            statics.remove(field);
        }
    }

    int element(Object array, int index) {
        return isUnknown(array) ? 0 : knownElement(array, index);
    }

    private synchronized int knownElement(Object array, int index) {
        Entry entry = find(array);
        if (entry == null) {
            return 0;
        }
        return entry.elements != null && index >= 0 && index < entry.elements.length ? union(entry.whole, entry.elements[index])
                : entry.whole;
    }

    void setElement(Object array, int index, int label) {
        if (label != 0 || !isUnknown(array)) {
            setKnownElement(array, index, label);
        }
    }

    private synchronized void setKnownElement(Object array, int index, int label) {
        Entry entry = label == 0 ? find(array) : obtain(array);
        if (entry == null) {
            return;
        }
        if (isLong(array)) {
            entry.whole = union(entry.whole, label);
        } else if (index >= 0 && index < Array.getLength(array) && (label != 0 || entry.elements != null)) {
            elements(entry, array)[index] = label;
        }
    }

    private static int[] elements(Entry entry, Object array) {
        if (entry.elements == null) {
            entry.elements = new int[Array.getLength(array)];
        }
        return entry.elements;
    }

    private static boolean isLong(Object array) {
        return Array.getLength(array) > MOST_ELEMENTS;
    }

    int length(Object array) {
        return isUnknown(array) ? 0 : knownLength(array);
    }

    private synchronized int knownLength(Object array) {
        Entry entry = find(array);
        return entry == null ? 0 : entry.length;
    }

    synchronized void setLength(Object array, int label) {
        Entry entry = label == 0 ? find(array) : obtain(array);
        if (entry != null) {
            entry.length = label;
        }
    }

    /** An object of untracked code gives access to what another one holds: a writer around a writer, an unmodifiable list. */
    synchronized void setView(Object view, Object underlying) {
        if (view != underlying) {
            obtain(view).underlying = underlying;
        }
    }

    /** A label for whatever an object holds beyond its fields; of an array, for every element. */
    synchronized void addContents(Object object, int label) {
        Object holder = object;
        for (int i = 0; label != 0 && holder != null && i < MOST_VIEWS; i++) {
            addOwnContents(holder, label);
            Entry entry = find(holder);
            holder = entry == null ? null : entry.underlying;
        }
    }

    private void addOwnContents(Object object, int label) {
        Entry entry = obtain(object);
        if (object.getClass().isArray() && !isLong(object)) {
            int[] elements = elements(entry, object);
            for (int i = 0; i < elements.length; i++) {
                elements[i] = union(elements[i], label);
            }
        } else {
            entry.whole = union(entry.whole, label);
        }
    }

    /** What untracked code can read from an object without calling tracked code. */
    int contents(Object object) {
        return size == 0 || isUnknown(object) && !(object instanceof Object[]) ? 0 : knownContents(object);
    }

    private synchronized int knownContents(Object object) {
        return contents(object, DEPTH, new int[] {MOST_LOOKED_INTO});
    }

    private int contents(Object object, int depth, int[] left) {
        Entry entry = find(object);
        int label = 0;
        if (entry != null) {
            label = union(entry.whole, entry.length);
            if (entry.elements != null) {
                for (int element : entry.elements) {
                    label = union(label, element);
                }
            }
            if (entry.underlying != null && depth > -MOST_VIEWS) {
                label = union(label, contents(entry.underlying, depth - 1, left));
            }
            if (entry.function != null && entry.function.method() == 0) {
                label = union(label, captured(entry.function));
            }
        }
        if (object instanceof Object[] array && depth > 0) {
            for (int i = 0; i < array.length && left[0] > 0; i++) {
                if (array[i] != null) {
                    left[0]--;
                    label = union(label, contents(array[i], depth - 1, left));
                }
            }
        }
        return label;
    }

    /** All that an object holds: its fields, its contents, what it captured. */
    synchronized int everything(Object object) {
        int label = contents(object);
        Entry entry = find(object);
        if (entry != null) {
            for (int i = 0; i < entry.known; i++) {
                label = union(label, entry.fieldLabels[i]);
            }
            if (entry.function != null) {
                label = union(label, captured(entry.function));
            }
        }
        return label;
    }

    private int captured(Function function) {
        int label = 0;
        for (int captured : function.captured()) {
            label = union(label, captured);
        }
        return label;
    }

    /** A copy has the labels of what it was copied from: {@code clone()}, {@code Arrays.copyOf}. */
    synchronized void copy(Object from, Object to, int offset) {
        Entry source = find(from);
        if (source == null || from == to) {
            return;
        }
        Entry target = obtain(to);
        target.whole = source.whole;
        target.fields = source.fields.clone();
        target.fieldLabels = source.fieldLabels.clone();
        target.known = source.known;
        if (source.elements != null && to.getClass().isArray()) {
            target.elements = Arrays.copyOf(Arrays.copyOfRange(source.elements, offset, Math.max(offset, source.elements.length)),
                    Array.getLength(to));
        }
    }

    /** As {@code System.arraycopy}, which has succeeded. */
    synchronized void copyElements(Object from, int fromIndex, Object to, int toIndex, int count, int label) {
        Entry source = find(from);
        Entry target = source == null && label == 0 ? find(to) : obtain(to);
        if (target == null || count == 0) {
            return;
        }
        if (isLong(from) || isLong(to)) {
            target.whole = union(target.whole, union(label, contents(from)));
            return;
        }
        int[] elements = elements(target, to);
        if (source == null || source.elements == null) {
            Arrays.fill(elements, toIndex, toIndex + count, label);
            return;
        }
        System.arraycopy(source.elements, fromIndex, elements, toIndex, count);
        for (int i = toIndex; label != 0 && i < toIndex + count; i++) {
            elements[i] = union(elements[i], label);
        }
    }

    Function function(Object object) {
        return isUnknown(object) ? null : knownFunction(object);
    }

    private synchronized Function knownFunction(Object object) {
        Entry entry = find(object);
        return entry == null ? null : entry.function;
    }

    synchronized void setFunction(Object object, Function function) {
        obtain(object).function = function;
        int[] before = captured.get(function.method());
        int[] now = function.captured();
        int[] all = before == null ? new int[now.length] : Arrays.copyOf(before, Math.max(before.length, now.length));
        for (int i = 0; i < now.length; i++) {
            all[i] = union(all[i], now[i]);
        }
        captured.put(function.method(), all);
    }

    /** What all functions made of a method have captured, or null: for a function whose caller is out of sight. */
    int[] capturedOf(int method) {
        if (captured.isEmpty()) {
            return null;
        }
        synchronized (this) {
            return captured.get(method);
        }
    }

    /** Whether no object of the class has labels. Read without the lock: what this thread has set it sees. */
    private boolean isUnknown(Object object) {
        return object == null || (classes & bit(object)) == 0;
    }

    private static long bit(Object object) {
        return 1L << System.identityHashCode(object.getClass());
    }

    /** Most labels of an array are none, or the same: those need no lock of the labels. */
    private int union(int a, int b) {
        return a == b || b == 0 ? a : a == 0 ? b : labels.union(a, b);
    }

    private Entry find(Object object) {
        if (isUnknown(object)) {
            return null;
        }
        int hash = System.identityHashCode(object);
        Entry entry = table[index(hash)];
        while (entry != null && !(entry.hash == hash && entry.refersTo(object))) {
            entry = entry.next;
        }
        return entry;
    }

    private Entry obtain(Object object) {
        Entry entry = find(object);
        if (entry != null) {
            return entry;
        }
        for (Reference<?> stale = gone.poll(); stale != null; stale = gone.poll()) {
            remove((Entry) stale);
        }
        if (size == table.length) {
            grow();
        }
        Entry fresh = new Entry(object, System.identityHashCode(object), gone);
        fresh.next = table[index(fresh.hash)];
        table[index(fresh.hash)] = fresh;
        classes |= bit(object);
        size++;
        return fresh;
    }

    private int index(int hash) {
        return (hash ^ hash >>> 15) & table.length - 1;
    }

    private void grow() {
        Entry[] old = table;
        table = new Entry[2 * old.length];
        for (Entry first : old) {
            Entry entry = first;
            while (entry != null) {
                Entry next = entry.next;
                entry.next = table[index(entry.hash)];
                table[index(entry.hash)] = entry;
                entry = next;
            }
        }
    }

    private void remove(Entry stale) {
        Entry before = null;
        Entry entry = table[index(stale.hash)];
        while (entry != null && entry != stale) {
            before = entry;
            entry = entry.next;
        }
        if (entry == null) {
            return;
        }
        if (before == null) {
            table[index(stale.hash)] = stale.next;
        } else {
            before.next = stale.next;
        }
        size--;
    }
}
