package objects;

/** A private number that is set through three methods only, from fields of objects of other classes. */
public class SixParts {
    public static class Bolt {
        private int length;

        public int getLength() {
            return length;
        }

        public void setLength(int length) {
            this.length = length;
        }
    }

    public static class Wheel {
        private Bolt bolt;

        public Bolt getBolt() {
            return bolt;
        }

        public void setBolt(Bolt bolt) {
            this.bolt = bolt;
        }
    }

    public static class Axle {
        private Wheel wheel;

        public Wheel getWheel() {
            return wheel;
        }

        public void setWheel(Wheel wheel) {
            this.wheel = wheel;
        }
    }

    public static class Cart {
        private int load;

        /** The only way to a load. */
        public void take(Axle axle) {
            turn(axle.getWheel());
        }

        private void turn(Wheel wheel) {
            tighten(wheel.getBolt());
        }

        private void tighten(Bolt bolt) {
            load = bolt.getLength();
        }

        public int getLoad() {
            return load;
        }
    }

    public boolean target(Cart cart) {
        return cart.getLoad() == 8;
    }
}
