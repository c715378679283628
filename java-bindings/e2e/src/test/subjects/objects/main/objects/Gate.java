package objects;

/** How many codes it has to expect, another class knows, of which no signature says anything. */
public final class Gate {
    public String open(int code) {
        if (code > 40 && Codes.take() == 3) {
            return "three codes";
        }
        return "shut";
    }
}
