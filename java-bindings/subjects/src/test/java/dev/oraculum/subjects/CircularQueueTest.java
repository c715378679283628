package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CircularQueueTest {
    private static CircularQueue of(int capacity, int... elements) {
        CircularQueue queue = new CircularQueue(capacity);
        for (int element : elements) {
            assertTrue(queue.enqueue(element));
        }
        return queue;
    }

    private static void holds(CircularQueue queue, int... elements) {
        assertEquals(elements.length, queue.size());
        for (int element : elements) {
            assertEquals(element, queue.dequeue(-1234));
        }
        assertTrue(queue.isEmpty());
    }

    @Test
    void firstInFirstOut() {
        for (int capacity = 1; capacity <= 6; capacity++) {
            CircularQueue queue = new CircularQueue(capacity);
            for (int i = 0; i < capacity; i++) {
                assertEquals(i, queue.size());
                assertTrue(queue.enqueue(10 + i));
            }
            assertTrue(queue.isFull());
            assertFalse(queue.enqueue(99));
            for (int i = 0; i < capacity; i++) {
                assertEquals(10 + i, queue.dequeue(-1));
            }
            assertTrue(queue.isEmpty());
            assertEquals(-1, queue.dequeue(-1));
        }
    }

    @Test
    void theFrontWrapsAround() {
        for (int capacity = 2; capacity <= 5; capacity++) {
            CircularQueue queue = new CircularQueue(capacity);
            queue.enqueue(0);
            for (int i = 1; i <= 3 * capacity; i++) {
                queue.enqueue(i);
                assertEquals(i - 1, queue.dequeue(-7));
                assertEquals(i % capacity, queue.front());
                assertEquals(1, queue.size());
            }
        }
    }

    @Test
    void behavesAsTheQueueOfTheLibrary() {
        Random random = new Random(7);
        for (int capacity = 1; capacity <= 4; capacity++) {
            CircularQueue queue = new CircularQueue(capacity);
            ArrayDeque<Integer> model = new ArrayDeque<>();
            for (int step = 0; step < 60; step++) {
                int element = random.nextInt(200) - 100;
                if (random.nextBoolean()) {
                    boolean room = model.size() < capacity;
                    assertEquals(room, queue.enqueue(element));
                    if (room) {
                        model.add(element);
                    }
                } else {
                    int expected = model.isEmpty() ? element : model.remove();
                    assertEquals(expected, queue.dequeue(element));
                }
                assertEquals(model.size(), queue.size());
            }
        }
    }

    // enqueue

    @Test
    void enqueueIntoAnEmptyQueue() {
        CircularQueue queue = new CircularQueue(5);
        assertTrue(queue.enqueue(42));
        assertFalse(queue.isEmpty());
        assertEquals(0, queue.front());
        holds(queue, 42);
    }

    @Test
    void enqueueFillsAQueueOfOne() {
        CircularQueue queue = new CircularQueue(1);
        assertTrue(queue.enqueue(6));
        assertTrue(queue.isFull());
        assertFalse(queue.enqueue(7));
        holds(queue, 6);
        assertTrue(queue.enqueue(8));
        holds(queue, 8);
    }

    @Test
    void enqueueIntoAFullQueueChangesNothing() {
        CircularQueue queue = of(3, 1, 2, 3);
        assertFalse(queue.enqueue(4));
        assertFalse(queue.enqueue(1));
        holds(queue, 1, 2, 3);
    }

    @Test
    void enqueueDuplicates() {
        CircularQueue queue = of(6, 5, 5, 5);
        assertTrue(queue.enqueue(5));
        holds(queue, 5, 5, 5, 5);
    }

    @Test
    void enqueueNegativesAndZero() {
        CircularQueue queue = of(4, -1, 0);
        assertTrue(queue.enqueue(-100));
        assertTrue(queue.enqueue(0));
        holds(queue, -1, 0, -100, 0);
    }

    @Test
    void enqueueExtremes() {
        CircularQueue queue = new CircularQueue(3);
        assertTrue(queue.enqueue(Integer.MAX_VALUE));
        assertTrue(queue.enqueue(Integer.MIN_VALUE));
        assertTrue(queue.enqueue(0));
        assertFalse(queue.enqueue(Integer.MIN_VALUE));
        holds(queue, Integer.MAX_VALUE, Integer.MIN_VALUE, 0);
    }

    @Test
    void enqueueBehindTheEndOfTheArray() {
        CircularQueue queue = of(3, 10, 20, 30);
        queue.dequeue(0);
        queue.dequeue(0);
        assertTrue(queue.enqueue(40));
        assertTrue(queue.enqueue(50));
        assertFalse(queue.enqueue(60));
        assertEquals(2, queue.front());
        holds(queue, 30, 40, 50);
    }

    @Test
    void enqueueTheLastThatFits() {
        CircularQueue queue = of(8, 1, 2, 3, 4, 5, 6, 7);
        assertFalse(queue.isFull());
        assertTrue(queue.enqueue(8));
        assertTrue(queue.isFull());
        holds(queue, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void enqueueHalfWay() {
        CircularQueue queue = of(15, 9, 8, 7, 6);
        assertTrue(queue.enqueue(5));
        assertTrue(queue.enqueue(44));
        assertEquals(6, queue.size());
        holds(queue, 9, 8, 7, 6, 5, 44);
    }

    @Test
    void enqueueAfterTheQueueWasEmptied() {
        CircularQueue queue = of(4, 1, 2);
        holds(queue, 1, 2);
        assertEquals(2, queue.front());
        assertTrue(queue.enqueue(3));
        assertTrue(queue.enqueue(4));
        assertTrue(queue.enqueue(5));
        assertEquals(2, queue.front());
        holds(queue, 3, 4, 5);
    }

    @Test
    void aQueueForNothingTakesNothing() {
        CircularQueue queue = new CircularQueue(0);
        assertTrue(queue.isFull());
        assertFalse(queue.enqueue(1));
        assertEquals(5, queue.dequeue(5));
    }

    // dequeue

    @Test
    void dequeueFromNothing() {
        CircularQueue queue = new CircularQueue(3);
        assertEquals(-1, queue.dequeue(-1));
        assertEquals(88, queue.dequeue(88));
        assertEquals(0, queue.dequeue(0));
        assertEquals(0, queue.front());
        assertEquals(0, queue.size());
    }

    @Test
    void dequeueTheOnlyElement() {
        CircularQueue queue = of(4, 17);
        assertEquals(17, queue.dequeue(3));
        assertTrue(queue.isEmpty());
        assertEquals(1, queue.front());
        assertEquals(3, queue.dequeue(3));
    }

    @Test
    void dequeueFromAFullQueueMakesRoom() {
        CircularQueue queue = of(5, 11, 12, 13, 14, 15);
        assertEquals(11, queue.dequeue(0));
        assertFalse(queue.isFull());
        assertEquals(4, queue.size());
        holds(queue, 12, 13, 14, 15);
    }

    @Test
    void dequeueWhatEqualsTheOtherwise() {
        CircularQueue queue = of(3, 9, 8);
        assertEquals(9, queue.dequeue(9));
        assertEquals(1, queue.size());
        assertEquals(8, queue.dequeue(8));
        assertEquals(0, queue.size());
    }

    @Test
    void dequeueDuplicates() {
        CircularQueue queue = of(5, 2, 2, 3, 2);
        assertEquals(2, queue.dequeue(-5));
        assertEquals(2, queue.dequeue(-5));
        assertEquals(3, queue.dequeue(-5));
        assertEquals(2, queue.dequeue(-5));
        assertEquals(-5, queue.dequeue(-5));
    }

    @Test
    void dequeueNegatives() {
        CircularQueue queue = of(4, -6, -7, 8);
        assertEquals(-6, queue.dequeue(1));
        assertEquals(-7, queue.dequeue(1));
        assertEquals(8, queue.dequeue(1));
    }

    @Test
    void dequeueExtremes() {
        CircularQueue queue = of(2, Integer.MIN_VALUE, Integer.MAX_VALUE);
        assertEquals(Integer.MIN_VALUE, queue.dequeue(Integer.MAX_VALUE));
        assertEquals(Integer.MAX_VALUE, queue.dequeue(Integer.MIN_VALUE));
        assertEquals(Integer.MIN_VALUE, queue.dequeue(Integer.MIN_VALUE));
    }

    @Test
    void dequeuePastTheEndOfTheArray() {
        CircularQueue queue = of(2, 100, 200);
        assertEquals(100, queue.dequeue(7));
        queue.enqueue(300);
        assertEquals(200, queue.dequeue(7));
        assertEquals(0, queue.front());
        assertEquals(300, queue.dequeue(7));
        assertEquals(1, queue.front());
    }

    @Test
    void dequeueTwoOfMany() {
        CircularQueue queue = of(20, 31, 41, 59, 26, 53, 58, 97);
        assertEquals(31, queue.dequeue(2));
        assertEquals(41, queue.dequeue(2));
        assertEquals(5, queue.size());
        assertEquals(2, queue.front());
        holds(queue, 59, 26, 53, 58, 97);
    }

    @Test
    void dequeueFromAQueueOfOne() {
        CircularQueue queue = of(1, 77);
        assertEquals(77, queue.dequeue(-2));
        assertEquals(0, queue.front());
        queue.enqueue(78);
        assertEquals(78, queue.dequeue(-2));
        assertEquals(-2, queue.dequeue(-2));
    }

    @Test
    void dequeueInTurnsWithEnqueue() {
        CircularQueue queue = of(7, 1, 2, 3);
        for (int i = 4; i <= 20; i++) {
            assertEquals(i - 3, queue.dequeue(0));
            assertTrue(queue.enqueue(i));
            assertEquals(3, queue.size());
        }
        holds(queue, 18, 19, 20);
    }

    @Test
    void longRunsInALargeQueue() {
        Random random = new Random(8);
        CircularQueue queue = new CircularQueue(12);
        ArrayDeque<Integer> model = new ArrayDeque<>();
        for (int step = 0; step < 40; step++) {
            int element = random.nextInt();
            if (random.nextInt(3) > 0) {
                assertEquals(model.size() < 12, queue.enqueue(element));
                if (model.size() < 12) {
                    model.add(element);
                }
            } else {
                assertEquals(model.isEmpty() ? 1 : model.remove(), queue.dequeue(1));
            }
        }
        holds(queue, model.stream().mapToInt(Integer::intValue).toArray());
    }
}
