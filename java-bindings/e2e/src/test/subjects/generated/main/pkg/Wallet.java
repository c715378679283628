package pkg;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What it holds is written in a form of its own: only serialization calls the methods for that. */
public class Wallet implements Serializable {
    private static final long serialVersionUID = 1;
    private final String owner;
    private transient List<Integer> notes = new ArrayList<>();
    private transient boolean full;

    public Wallet(String owner) {
        this.owner = owner;
    }

    public void put(int note) {
        if (note > 0) {
            notes.add(note);
        }
    }

    public int total() {
        return notes.stream().mapToInt(Integer::intValue).sum();
    }

    public boolean isFull() {
        return full;
    }

    public String owner() {
        return owner;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeInt(notes.size());
        for (int note : notes) {
            out.writeInt(note);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        notes = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            notes.add(in.readInt());
        }
        full = notes.size() >= 2;
    }
}
