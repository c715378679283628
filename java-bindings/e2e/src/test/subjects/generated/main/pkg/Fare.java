package pkg;

/** What a ticket costs. That a test takes each branch does not mean that it knows where one begins. */
public class Fare {
    private final int zones;

    public Fare(int zones) {
        if (zones < 1 || zones > 9) {
            throw new IllegalArgumentException("zones: " + zones);
        }
        this.zones = zones;
    }

    public int price(int age, boolean returning) {
        int price = 120 + 35 * zones;
        if (age < 6) {
            return 0;
        }
        if (age >= 65) {
            price -= price / 4;
        }
        return returning ? 2 * price - 15 : price;
    }
}
