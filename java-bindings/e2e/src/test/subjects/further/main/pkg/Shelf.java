package pkg;

/** Books in the order in which they were put there. */
public class Shelf {
    private final int[] books;
    private int count;
    /** For this package only, which never makes it negative. */
    int spare;

    public Shelf(int room) {
        books = new int[room];
        spare = room;
    }

    public int count() {
        return count;
    }

    /** What a visitor may take home: the tests ask for few. */
    public static int lent(int wanted) {
        if (wanted > 100) {
            return 100;
        }
        return wanted;
    }

    /** No test calls it. */
    public boolean isFull() {
        return count == books.length;
    }

    /** IllegalStateException if there is no room. */
    public void put(int book) {
        if (count == books.length) {
            throw new IllegalStateException("full");
        }
        books[count] = book;
        count++;
        spare--;
    }
}
