package dev.oraculum.subjects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CircularQueueTest {
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
}
