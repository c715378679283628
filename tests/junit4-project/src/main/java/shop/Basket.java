package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer is about to buy. */
public final class Basket {
    private final List<Integer> cents = new ArrayList<>();
    private int discount;

    public void add(int price) {
        cents.add(price);
    }

    public int total() {
        int sum = 0;
        for (int price : cents) {
            sum += price;
        }
        discount = sum >= 10_000 ? sum / 10 : 0;
        return sum - discount;
    }
}
