package pkg;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

/** Shows what it has by views, by a list of its own and by iterators. */
public final class Shelf {
    private final List<String> titles = new ArrayList<>();
    private final List<Object> things = new ArrayList<>();

    public void add(String title) {
        titles.add(Objects.requireNonNull(title));
    }

    public void put(Object thing) {
        things.add(Objects.requireNonNull(thing));
    }

    public List<String> titles() {
        return Collections.unmodifiableList(titles);
    }

    public Iterator<String> iterator() {
        return titles.iterator();
    }

    /** The last thing, or null. */
    public Object last() {
        return things.isEmpty() ? null : things.get(things.size() - 1);
    }

    public Row row() {
        return new Row(things.size());
    }

    public Endless endless() {
        return new Endless();
    }

    /** As many nulls, in a list that is not the JDK's. */
    public static final class Row extends AbstractList<Shelf> {
        private final int length;

        Row(int length) {
            this.length = length;
        }

        @Override
        public Shelf get(int index) {
            return new Shelf();
        }

        @Override
        public int size() {
            return length;
        }
    }

    /** It says that it has two elements, and gives some for ever. */
    public static final class Endless extends AbstractList<String> {
        @Override
        public String get(int index) {
            return "again";
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.nCopies(Integer.MAX_VALUE, "again").iterator();
        }
    }
}
