package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RingBufferTest {
    private static RingBuffer of(int capacity, int... numbers) {
        RingBuffer queue = new RingBuffer(capacity);
        for (int number : numbers) {
            assertTrue(queue.offer(number));
        }
        return queue;
    }

    @Test
    void firstInFirstOut() {
        RingBuffer queue = of(3, 10, 20, 30);
        assertEquals(10, queue.poll(-1));
        assertEquals(20, queue.poll(-1));
        assertEquals(30, queue.poll(-1));
        assertTrue(queue.isEmpty());
    }

    @Test
    void offerToAFullQueue() {
        RingBuffer queue = of(2, 5, 6);
        assertFalse(queue.offer(7));
        assertEquals(2, queue.size());
        assertEquals(5, queue.poll(0));
    }

    @Test
    void offerGoesRound() {
        RingBuffer queue = of(3, 1, 2, 3);
        assertEquals(1, queue.poll(-1));
        assertTrue(queue.offer(4));
        assertEquals(2, queue.poll(-1));
        assertTrue(queue.offer(5));
        assertFalse(queue.offer(6));
        assertEquals(3, queue.poll(-1));
        assertEquals(4, queue.poll(-1));
        assertEquals(5, queue.poll(-1));
        assertEquals(-1, queue.poll(-1));
    }

    @Test
    void offerTheSameNumberAgain() {
        RingBuffer queue = of(4, 8, 8, -8);
        assertTrue(queue.offer(8));
        assertEquals(4, queue.size());
        assertEquals(8, queue.poll(0));
        assertEquals(8, queue.poll(0));
        assertEquals(-8, queue.poll(0));
    }

    @Test
    void pollOfAnEmptyQueue() {
        assertEquals(99, new RingBuffer(2).poll(99));
        RingBuffer queue = of(2, 4);
        assertEquals(4, queue.poll(99));
        assertEquals(98, queue.poll(98));
    }

    @Test
    void aQueueOfOne() {
        RingBuffer queue = of(1, 3);
        assertFalse(queue.offer(2));
        assertEquals(3, queue.poll(0));
        assertTrue(queue.offer(2));
        assertEquals(2, queue.poll(0));
        assertEquals(0, queue.size());
    }

    @Test
    void aQueueWithoutRoom() {
        assertFalse(new RingBuffer(0).offer(1));
        assertEquals(7, new RingBuffer(0).poll(7));
    }
}
