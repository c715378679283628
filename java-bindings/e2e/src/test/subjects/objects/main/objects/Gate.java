package objects;

/** It asks a class that no signature names. */
public final class Gate {
    public String open(int code) {
        if (code > 40 && Codes.take() == 3) {
            return "three codes";
        }
        return "shut";
    }
}
