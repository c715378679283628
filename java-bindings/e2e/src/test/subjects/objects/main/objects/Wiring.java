package objects;

/** Objects that are wired by their constructors only. */
public class Wiring {
    public static final class Engine {
        private final int power;

        public Engine(int power) {
            this.power = power;
        }

        public int getPower() {
            return power;
        }
    }

    public static final class Car {
        private final Engine engine;
        private final String name;

        public Car(String name, Engine engine) {
            this.name = name;
            this.engine = engine;
        }

        public Car(String name) {
            this(name, null);
        }

        public Engine getEngine() {
            return engine;
        }

        public String getName() {
            return name;
        }
    }

    public static final class Fleet {
        private final Car first;

        public Fleet(Car first) {
            this.first = first;
        }

        public Car getFirst() {
            return first;
        }
    }

    public boolean target(Fleet fleet) {
        return fleet.getFirst().getEngine().getPower() == 3;
    }
}
