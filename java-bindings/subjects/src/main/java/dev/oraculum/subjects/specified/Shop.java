package dev.oraculum.subjects.specified;

import java.util.ArrayList;
import java.util.List;

/** A shop with customers, and with orders that need none. */
public class Shop {
    private final List<String> customers = new ArrayList<>();
    private final List<Integer> orders = new ArrayList<>();

    /** A shop without either. */
    public Shop() {}

    /** Takes note of a customer; false of one who is known. */
    public boolean register(String customer) {
        if (customers.contains(customer)) {
            return false;
        }
        customers.add(customer);
        return true;
    }

    /** Takes an order and gives its number, from 1; IllegalArgumentException of a negative amount. */
    public int order(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount " + amount);
        }
        orders.add(amount);
        return orders.size();
    }
}
