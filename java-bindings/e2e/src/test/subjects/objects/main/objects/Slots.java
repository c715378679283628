package objects;

/** An array of which one element can be set and another be read; others need the array itself. */
public class Slots {
    public static class Shelf {
        private int[] places = new int[6];

        public void setThird(int value) {
            places[3] = value;
        }

        public int getSecond() {
            return places[2];
        }

        public int[] getPlaces() {
            return places;
        }
    }

    public boolean target(Shelf shelf) {
        return shelf.places[4] == 5;
    }
}
