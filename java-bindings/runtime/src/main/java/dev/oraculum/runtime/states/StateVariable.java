package dev.oraculum.runtime.states;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A variable of a recorded state.
 *
 * @param name for a reader
 * @param sort {@code ZBCSIJFDL}, {@code T} a text, {@code [} a sequence, <code>{</code> a bag
 * @param element sort of the elements of a sequence or bag; else that of the value
 * @param held what stands for the object that holds these contents; null: no contents, or not in use
 * @param own the reference that this object is, by its place; -1: it is an object of its own
 */
public record StateVariable(String name, char sort, char element, Held held, int own) {
    void write(DataOutputStream out) throws IOException {
        byte[] text = name.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.writeInt(text.length);
        out.write(text);
        out.writeChar(sort);
        out.writeChar(element);
        out.writeByte(held == null ? -1 : held.kind().ordinal());
        out.writeInt(own);
    }

    static StateVariable read(DataInputStream in) throws IOException {
        String name = new String(in.readNBytes(in.readInt()), java.nio.charset.StandardCharsets.UTF_8);
        char sort = in.readChar();
        char element = in.readChar();
        int kind = in.readByte();
        return new StateVariable(name, sort, element, kind < 0 ? null : new Held(Held.Kind.values()[kind], element), in.readInt());
    }

    boolean isContents() {
        return sort == 'T' || sort == '[' || sort == '{';
    }

    /** Whether the contents are an object of their own, not that of a reference: {@link RecordedState#contents} has it. */
    public boolean isOwnObject() {
        return held != null && own < 0;
    }
}
