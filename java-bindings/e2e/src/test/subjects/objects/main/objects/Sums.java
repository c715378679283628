package objects;

/** A getter over three fields at once, among methods that only look like accessors. */
public class Sums {
    public static class Invoice {
        private int net;
        private int tax;
        private int fee;
        private int other;

        public void setNet(int net) {
            this.net = net;
        }

        public void setTax(int tax) {
            this.tax = tax;
        }

        public void setFee(int fee) {
            this.fee = fee;
        }

        /** Nothing flows into the field. */
        public void resetNet() {
            net = 0;
        }

        /** It has the name of a getter and reads nothing. */
        public int getNet() {
            return 1;
        }

        /** It has the name of a setter and writes another field. */
        public void setTotal(int total) {
            other = total;
        }

        public int getTotal() {
            return net + tax + fee;
        }
    }

    public boolean target(Invoice invoice) {
        return invoice.getTotal() == 12;
    }
}
