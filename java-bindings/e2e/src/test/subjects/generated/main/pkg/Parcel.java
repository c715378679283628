package pkg;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** What has its goals in a lambda, behind branches of other methods, and in a method that nobody can call. */
public class Parcel {
    private final List<Integer> weights = new ArrayList<>();
    private boolean sealed;

    public boolean add(int weight) {
        if (sealed || weight <= 0) {
            return false;
        }
        weights.add(weight);
        return true;
    }

    public void seal() {
        sealed = true;
    }

    public int heavy(int limit) {
        IntPredicate isHeavy = weight -> weight > limit;
        int count = 0;
        for (int weight : weights) {
            if (isHeavy.test(weight)) {
                count++;
            }
        }
        return count;
    }

    public String label() {
        if (sealed) {
            return price();
        }
        return "open";
    }

    private String price() {
        if (weights.size() == 2) {
            return "pair";
        }
        return weights.isEmpty() ? "empty" : "parcel";
    }

    public int add(int weight, int times) {
        int added = 0;
        for (int i = 0; i < times; i++) {
            if (add(weight)) {
                added++;
            }
        }
        return added;
    }
}
