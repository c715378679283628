package objects;

import java.util.ArrayList;
import java.util.List;

/** A list whose elements need attributes three objects away. */
public class Orders {
    public static class Country {
        private int zone;

        public int getZone() {
            return zone;
        }

        public void setZone(int zone) {
            this.zone = zone;
        }
    }

    public static class Address {
        private Country country;

        public Country getCountry() {
            return country;
        }

        public void setCountry(Country country) {
            this.country = country;
        }
    }

    public static class Item {
        private Address origin;

        public Address getOrigin() {
            return origin;
        }

        public void setOrigin(Address origin) {
            this.origin = origin;
        }
    }

    public static class Order {
        private final List<Item> items = new ArrayList<>();

        public List<Item> getItems() {
            return items;
        }
    }

    public boolean target(Order order) {
        for (Item item : order.getItems()) {
            if (item.getOrigin().getCountry().getZone() == 4) {
                return true;
            }
        }
        return false;
    }
}
