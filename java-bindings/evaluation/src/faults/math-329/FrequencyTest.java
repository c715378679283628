package org.apache.commons.math.stat;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Iterator;
import org.junit.Test;

public class FrequencyTest {
    private static Frequency ofIntegers() {
        Frequency f = new Frequency();
        f.addValue(1);
        f.addValue(2);
        f.addValue(1);
        f.addValue(1);
        f.addValue(3);
        return f;
    }

    private static Frequency ofTexts() {
        Frequency f = new Frequency();
        f.addValue("one");
        f.addValue("two");
        f.addValue("two");
        f.addValue("Two");
        return f;
    }

    @Test
    public void countsOfIntegers() {
        Frequency f = ofIntegers();
        assertEquals(3, f.getCount(1));
        assertEquals(1, f.getCount(2));
        assertEquals(0, f.getCount(17));
        assertEquals(5, f.getSumFreq());
    }

    @Test
    public void cumulativeFrequencies() {
        Frequency f = ofIntegers();
        assertEquals(3, f.getCumFreq(1));
        assertEquals(4, f.getCumFreq(2));
        assertEquals(5, f.getCumFreq(3));
        assertEquals(5, f.getCumFreq(17));
        assertEquals(0, f.getCumFreq(-1));
    }

    @Test
    public void percentages() {
        Frequency f = ofIntegers();
        assertEquals(0.6, f.getPct(1), 1e-12);
        assertEquals(0.2, f.getPct(2), 1e-12);
        assertEquals(0.0, f.getPct(0), 1e-12);
    }

    @Test
    public void percentageOfAnObject() {
        Frequency f = ofIntegers();
        assertEquals(0.6, f.getPct((Object) Integer.valueOf(1)), 1e-12);
        assertEquals(0.0, f.getPct((Object) Integer.valueOf(0)), 1e-12);
        assertEquals(0.25, ofTexts().getPct((Object) "Two"), 1e-12);
    }

    @Test
    public void cumulativePercentages() {
        Frequency f = ofIntegers();
        assertEquals(0.6, f.getCumPct(1), 1e-12);
        assertEquals(0.8, f.getCumPct(2), 1e-12);
        assertEquals(1.0, f.getCumPct(3), 1e-12);
        assertEquals(1.0, f.getCumPct(7), 1e-12);
        assertEquals(0.0, f.getCumPct(0), 1e-12);
    }

    @Test
    public void longsAndIntegersAreOne() {
        Frequency f = new Frequency();
        f.addValue(1L);
        f.addValue(Integer.valueOf(1));
        f.addValue(1);
        assertEquals(3, f.getCount(1));
        assertEquals(3, f.getCount(1L));
        assertEquals(1.0, f.getPct(1L), 1e-12);
    }

    @Test
    public void texts() {
        Frequency f = ofTexts();
        assertEquals(1, f.getCount("one"));
        assertEquals(2, f.getCount("two"));
        assertEquals(1, f.getCumFreq("Two"));
        assertEquals(2, f.getCumFreq("one"));
        assertEquals(4, f.getCumFreq("two"));
        assertEquals(0.5, f.getPct("two"), 1e-12);
    }

    @Test
    public void textsRegardlessOfCase() {
        Frequency f = new Frequency(String.CASE_INSENSITIVE_ORDER);
        f.addValue("one");
        f.addValue("One");
        f.addValue("two");
        assertEquals(2, f.getCount("ONE"));
        assertEquals(3, f.getCumFreq("TWO"));
    }

    @Test
    public void characters() {
        Frequency f = new Frequency();
        f.addValue('a');
        f.addValue('b');
        f.addValue('c');
        f.addValue('d');
        assertEquals(1, f.getCount('b'));
        assertEquals(0, f.getCumFreq('A'));
        assertEquals(2, f.getCumFreq('b'));
        assertEquals(0.25, f.getPct('a'), 1e-12);
        assertEquals(0.5, f.getCumPct('b'), 1e-12);
        assertEquals(1.0, f.getCumPct('e'), 1e-12);
    }

    @Test
    public void emptyHasNoPercentages() {
        Frequency f = new Frequency();
        assertTrue(Double.isNaN(f.getPct(1)));
        assertTrue(Double.isNaN(f.getCumPct('a')));
        assertEquals(0, f.getCount("a"));
        assertEquals(0, f.getCumFreq(1L));
        assertEquals(0, f.getSumFreq());
    }

    @Test
    public void valuesThatCannotBeCompared() {
        Frequency f = ofIntegers();
        try {
            f.addValue("one");
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
        try {
            f.addValue(new Object());
            fail("IllegalArgumentException expected");
        } catch (IllegalArgumentException e) {
            // expected
        }
    }

    @Test
    public void clear() {
        Frequency f = ofIntegers();
        f.clear();
        assertEquals(0, f.getSumFreq());
        f.addValue(2);
        assertEquals(1, f.getCount(2));
    }

    @Test
    public void values() {
        Iterator<?> values = ofIntegers().valuesIterator();
        assertEquals(1L, values.next());
        assertEquals(2L, values.next());
        assertEquals(3L, values.next());
    }

    @Test
    public void text() {
        String text = ofTexts().toString();
        assertTrue(text.startsWith("Value \t Freq. \t Pct. \t Cum Pct."));
        assertTrue(text.contains("two"));
    }
}
