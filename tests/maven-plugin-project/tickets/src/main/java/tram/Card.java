package tram;

import org.apache.commons.lang3.StringUtils;

/** A card with money on it. */
public final class Card {
    private int cents;
    private int trips;

    /** Pays a trip if there is enough on the card, and says whether there was. Every tenth trip is free. */
    public boolean pay(int price) {
        int due = trips % 10 == 9 ? 0 : price;
        if (price < 0 || due > cents) {
            return false;
        }
        cents = cents - due;
        trips = trips + 1;
        return true;
    }

    /** Puts money on the card, if there is a receipt for it, and says how much is there. */
    public int load(String receipt, int amount) {
        if (StringUtils.isBlank(receipt) || amount < 0) {
            return cents;
        }
        cents = cents + amount;
        return cents;
    }
}
