package shop;

import java.util.ArrayList;
import java.util.List;

/** Has what other agents, static state and old objects may confuse: an array of booleans, an initializer, a field that is set at once. */
public final class Basket {
    private static final int[] RATES = rates();

    private final List<Integer> prices = new ArrayList<>();
    private boolean[] reduced = {false};

    private static int[] rates() {
        int[] rates = new int[4];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = percent(i);
        }
        return rates;
    }

    /** Called by the static initializer, and by tests. */
    public static int percent(int rank) {
        int percent = 5 * rank;
        return percent;
    }

    public void add(int price) {
        prices.add(price);
        reduced = new boolean[prices.size()];
        reduced[prices.size() - 1] = price > 50;
    }

    public int total(int rank) {
        int sum = 0;
        for (int i = 0; i < prices.size(); i++) {
            int price = prices.get(i);
            if (reduced[i]) {
                price -= price * RATES[rank] / 100;
            }
            sum += price;
        }
        return sum;
    }
}
