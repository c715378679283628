package dev.oraculum.runtime.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectLabelsTest {
    private final Labels labels = new Labels(0, 100, new int[] {1, 2, 3});
    private final ObjectLabels objects = new ObjectLabels(labels);
    private final int one = labels.of(1);
    private final int two = labels.of(2);

    /** Equal to all others: what is equal must not share labels. */
    private static final class Same {
        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException("user code");
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException("user code");
        }
    }

    @Test
    void equalSetsHaveEqualLabels() {
        int both = labels.union(one, two);
        assertEquals(both, labels.union(two, one));
        assertEquals(both, labels.union(both, one));
        assertEquals(one, labels.union(one, 0));
        assertArrayEquals(new int[] {1, 2}, labels.ids(both));
        assertEquals(labels.union(both, labels.of(3)), labels.union(one, labels.union(labels.of(3), two)));
    }

    @Test
    void manyLargeSetsAreBounded() {
        int[] all = java.util.stream.IntStream.range(0, 9000).toArray();
        Labels many = new Labels(0, 1 << 18, all);
        int union = 0;
        for (int i = 0; i < all.length; i++) {
            union = many.union(union, many.of(i));
        }
        assertTrue(many.isExhausted());
        assertArrayEquals(all, many.ids(union));
    }

    @Test
    void fieldsAreOfOneObjectAndAreOverwritten() {
        Same a = new Same();
        Same b = new Same();
        for (int field = 1; field < 20; field++) {
            objects.setField(a, field, field % 2 == 0 ? one : two);
        }
        assertEquals(one, objects.field(a, 8));
        assertEquals(two, objects.field(a, 9));
        assertEquals(0, objects.field(a, 20));
        assertEquals(0, objects.field(b, 8));
        objects.setField(a, 8, 0);
        assertEquals(0, objects.field(a, 8));
        assertEquals(labels.union(one, two), objects.everything(a));
        assertEquals(0, objects.contents(a));
    }

    @Test
    void elementsMoveWithCopies() {
        int[] from = new int[5];
        objects.setElement(from, 1, one);
        objects.setElement(from, 9, two);
        int[] to = new int[6];
        objects.copyElements(from, 0, to, 2, 4, 0);
        assertEquals(one, objects.element(to, 3));
        assertEquals(0, objects.element(to, 1));
        objects.copyElements(to, 2, to, 3, 3, 0);
        assertEquals(one, objects.element(to, 4));
        int[] shorter = {0};
        objects.copy(to, shorter, 4);
        assertEquals(one, objects.element(shorter, 0));
        objects.copyElements(new int[6], 0, to, 0, 6, 0);
        assertEquals(0, objects.contents(to));
        assertEquals(one, objects.contents(new Object[] {new Object[] {from}}));
    }

    @Test
    void aViewAndWhatItShowsHoldTheSame() {
        List<String> list = new ArrayList<>();
        Object view = new StringBuilder();
        Object viewOfView = new StringBuilder();
        objects.setView(view, list);
        objects.setView(viewOfView, view);
        objects.setView(list, viewOfView); // Nonsense, but it must end.
        objects.addContents(viewOfView, one);
        assertEquals(one, objects.contents(list));
        objects.addContents(list, two);
        assertEquals(labels.union(one, two), objects.contents(viewOfView));
    }

    @Test
    void objectsAreNotKeptAlive() {
        List<WeakReference<Object>> references = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            Object object = new Object();
            objects.setField(object, 1, one);
            references.add(new WeakReference<>(object));
        }
        List<byte[]> waste = new ArrayList<>();
        for (int i = 0; i < 50 && references.stream().anyMatch(reference -> reference.get() != null); i++) {
            System.gc();
            waste.add(new byte[1 << 16]);
        }
        assertTrue(references.stream().allMatch(reference -> reference.get() == null), "labelled objects are still there");
    }
}
