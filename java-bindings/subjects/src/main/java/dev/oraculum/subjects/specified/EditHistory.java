package dev.oraculum.subjects.specified;

import java.util.ArrayList;
import java.util.List;

/** Edits that can be taken back and done again. */
public class EditHistory {
    private final List<String> edits = new ArrayList<>();
    private int done;

    /** An empty history. */
    public EditHistory() {}

    /** How many edits count. */
    public int done() {
        return done;
    }

    /** Whether an edit can be done again. */
    public boolean canRedo() {
        return done < edits.size();
    }

    /** Adds an edit; those that were taken back are forgotten. */
    public void add(String edit) {
        while (edits.size() > done) {
            edits.remove(edits.size() - 1);
        }
        edits.add(edit);
        done++;
    }

    /** Takes the last edit back and gives it; null if there is none. */
    public String undo() {
        if (done == 0) {
            return null;
        }
        done--;
        return edits.get(done);
    }
}
