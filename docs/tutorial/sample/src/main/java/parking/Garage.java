package parking;

/** A garage with a number of places. */
public final class Garage {
    private final int places;
    private int cars;

    public Garage(int places) {
        this.places = places;
    }

    /** Lets a car in if there is a free place, and says whether it did. */
    public boolean enter() {
        if (cars >= places) {
            return false;
        }
        cars = cars + 1;
        return true;
    }

    public void leave() {
        cars = Math.max(0, cars - 1);
    }

    public int free() {
        return places - cars;
    }
}
