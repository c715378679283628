package objects;

/** A recursive list. */
public class Chain {
    public static class Node {
        private int value;
        private Node next;

        public Node(int value) {
            this.value = value;
        }

        public void setNext(Node next) {
            this.next = next;
        }
    }

    public boolean target(Node head, int wanted) {
        for (Node node = head.next; node != null; node = node.next) {
            if (node.value == wanted) {
                return true;
            }
        }
        return false;
    }
}
