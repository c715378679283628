package pkg;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import org.junit.Test;

public class TextTest {
    private final Text text = Text.of('a').addAll(Arrays.asList("b\"\n", "\u00e9"));

    @Test
    public void every() {
        assertEquals("\u00e9\n\"ba", text.reversed());
        text.ratio(Long.MIN_VALUE, 1.5f, (short) 3, (byte) 0);
        text.ratio(0, Float.NaN, (short) 3, (byte) 2);
        text.name("x\"y").last();
        new Text().last();
        text.bytes(true, null);
        text.bytes(false, Text.Case.LOWER);
        text.style();
        Text.EMPTY.bytes(true, null);
        text.lengths(new String[] {"one", "three"});
        text.self();
        new Text().self();
    }
}
