package pkg;

import java.util.ArrayList;
import java.util.List;

/** Objects that hold objects: what a fault changes is four levels inside of what is returned. */
public class Fleet {
    private final List<Truck> trucks = new ArrayList<>();

    static class Truck {
        final Engine engine;
        /** In every run another one. */
        final long bought;

        Truck(Engine engine, long bought) {
            this.engine = engine;
            this.bought = bought;
        }
    }

    static class Engine {
        final int power;

        Engine(int power) {
            this.power = power;
        }
    }

    public static Fleet of(int trucks) {
        Fleet fleet = new Fleet();
        for (int i = 0; i < trucks; i++) {
            fleet.trucks.add(new Truck(new Engine(100 + i), 0));
        }
        return fleet;
    }

    public static Fleet boughtNow() {
        Fleet fleet = new Fleet();
        fleet.trucks.add(new Truck(new Engine(300), System.nanoTime()));
        return fleet;
    }

    public int size() {
        return trucks.size();
    }
}
