package dev.oraculum.subjects.specified;

import java.util.NoSuchElementException;

/** A set of ints in a binary search tree. */
public class SearchTree {
    private Node root;
    private int size;

    private static final class Node {
        private final int key;
        private Node left;
        private Node right;

        Node(int key) {
            this.key = key;
        }
    }

    /** An empty set. */
    public SearchTree() {}

    /** How many numbers are in it. */
    public int size() {
        return size;
    }

    /** Adds a number; false if it was there. */
    public boolean add(int x) {
        if (root == null) {
            root = new Node(x);
            size++;
            return true;
        }
        Node node = root;
        while (true) {
            if (x == node.key) {
                return false;
            }
            Node next = x < node.key ? node.left : node.right;
            if (next == null) {
                break;
            }
            node = next;
        }
        if (x < node.key) {
            node.left = new Node(x);
        } else {
            node.right = new Node(x);
        }
        size++;
        return true;
    }

    /** The least number; NoSuchElementException if there is none. */
    public int least() {
        if (root == null) {
            throw new NoSuchElementException("empty");
        }
        Node node = root;
        while (node.left != null) {
            node = node.left;
        }
        return node.key;
    }
}
