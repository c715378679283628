package shop;

import org.apache.commons.lang3.StringUtils;

/** What somebody is about to buy. */
public final class Basket {
    private int items;
    private int cents;

    /** Puts something in, unless it has no name or a negative price, and says how many things there are. */
    public int add(String name, int price) {
        if (StringUtils.isBlank(name) || price < 0) {
            return items;
        }
        items = items + 1;
        cents = cents + price;
        return items;
    }

    /** What all of it costs. Five things or more are a tenth cheaper. */
    public int total() {
        return items >= 5 ? cents - cents / 10 : cents;
    }
}
