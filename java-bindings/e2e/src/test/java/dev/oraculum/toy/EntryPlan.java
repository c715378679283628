package dev.oraculum.toy;

import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recording;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What to record: entries of methods of one class.
 *
 * @param className internal name
 * @param methods names with descriptors; their places are the numbers of their sites
 */
record EntryPlan(String className, List<String> methods) implements Plan {
    static final int MAGIC = 0x7e57_0001;

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeUTF(className);
        out.writeInt(methods.size());
        for (String method : methods) {
            out.writeUTF(method);
        }
    }

    static EntryPlan read(DataInput in) throws IOException {
        String className = in.readUTF();
        List<String> methods = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            methods.add(in.readUTF());
        }
        return new EntryPlan(className, methods);
    }

    @Override
    public Recording recording(int place) {
        return new EntryRecording(methods.size());
    }
}
