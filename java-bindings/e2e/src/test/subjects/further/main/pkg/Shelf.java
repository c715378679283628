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
