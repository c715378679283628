package objects;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Reads what it has written, and hardly anything else: a check over the bytes stands behind them. */
public final class Parcel {
    private int[] weights = {};

    public void add(int weight) {
        int[] more = new int[weights.length + 1];
        System.arraycopy(weights, 0, more, 0, weights.length);
        more[weights.length] = weight;
        weights = more;
    }

    public void write(DataOutput out) throws IOException {
        out.writeLong(0x50415243454C2131L);
        out.writeInt(weights.length);
        long check = 17;
        for (int weight : weights) {
            out.writeInt(weight);
            check = check * 31 + weight;
        }
        out.writeLong(check);
    }

    public static String describe(DataInput in) throws IOException {
        if (in.readLong() != 0x50415243454C2131L) {
            return "no parcel";
        }
        int count = in.readInt();
        long check = 17;
        for (int i = 0; i < count; i++) {
            check = check * 31 + in.readInt();
        }
        if (in.readLong() != check) {
            return "damaged";
        }
        return count == 0 ? "empty" : "whole";
    }
}
