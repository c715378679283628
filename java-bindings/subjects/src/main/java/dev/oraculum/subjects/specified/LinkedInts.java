package dev.oraculum.subjects.specified;

import java.util.NoSuchElementException;

/** A list of ints in nodes. */
public class LinkedInts {
    private Node head;
    private int size;

    private static final class Node {
        private final int value;
        private Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** An empty list. */
    public LinkedInts() {}

    /** How many numbers are in it. */
    public int size() {
        return size;
    }

    /** The sum of the numbers. */
    public int sum() {
        int sum = 0;
        for (Node node = head; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    /** Puts a number first. */
    public void addFirst(int x) {
        head = new Node(x, head);
        size++;
    }

    /** Takes the first number out; NoSuchElementException if there is none. */
    public int removeFirst() {
        if (head == null) {
            throw new NoSuchElementException("empty");
        }
        int value = head.value;
        head = head.next;
        size--;
        return value;
    }

    /** Whether a number is in it. */
    public boolean contains(int x) {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == x) {
                return true;
            }
        }
        return false;
    }

    /** The numbers in an array, the first one first. */
    public int[] toArray() {
        int[] array = new int[size];
        int place = 0;
        for (Node node = head; node != null; node = node.next) {
            array[place] = node.value;
            place++;
        }
        return array;
    }
}
