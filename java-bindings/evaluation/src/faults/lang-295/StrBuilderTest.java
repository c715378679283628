package org.apache.commons.lang.text;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Arrays;
import org.junit.Test;

public class StrBuilderTest {
    @Test
    public void constructors() {
        assertEquals(0, new StrBuilder().length());
        assertEquals(32, new StrBuilder().capacity());
        assertEquals(64, new StrBuilder(64).capacity());
        assertEquals(32, new StrBuilder(-1).capacity());
        assertEquals(3, new StrBuilder("foo").length());
        assertEquals(35, new StrBuilder("foo").capacity());
        assertEquals("", new StrBuilder((String) null).toString());
    }

    @Test
    public void lengthAndCapacity() {
        StrBuilder sb = new StrBuilder("Hello");
        sb.setLength(2);
        assertEquals("He", sb.toString());
        sb.setLength(4);
        assertEquals("He\0\0", sb.toString());
        sb.ensureCapacity(100);
        assertTrue(sb.capacity() >= 100);
        sb.minimizeCapacity();
        assertEquals(4, sb.capacity());
        assertEquals(4, sb.size());
    }

    @Test
    public void emptyAndClear() {
        StrBuilder sb = new StrBuilder();
        assertTrue(sb.isEmpty());
        sb.append("Hello");
        assertFalse(sb.isEmpty());
        sb.clear();
        assertTrue(sb.isEmpty());
        assertEquals(0, sb.size());
    }

    @Test
    public void charAtAndSetCharAt() {
        StrBuilder sb = new StrBuilder("foo");
        assertEquals('f', sb.charAt(0));
        sb.setCharAt(0, 'b');
        assertEquals("boo", sb.toString());
        sb.deleteCharAt(1);
        assertEquals("bo", sb.toString());
        try {
            sb.charAt(2);
            fail("IndexOutOfBoundsException expected");
        } catch (IndexOutOfBoundsException e) {
            // expected
        }
    }

    @Test
    public void toCharArray() {
        assertTrue(Arrays.equals("junit".toCharArray(), new StrBuilder("junit").toCharArray()));
        assertTrue(Arrays.equals("uni".toCharArray(), new StrBuilder("junit").toCharArray(1, 4)));
        assertEquals(0, new StrBuilder().toCharArray().length);
    }

    @Test
    public void appends() {
        StrBuilder sb = new StrBuilder();
        sb.append("a").append('b').append(1).append(2L).append(true).append((Object) "x").append(new char[] {'y', 'z'});
        assertEquals("ab12truexyz", sb.toString());
        sb.append("hello", 1, 3);
        assertEquals("ab12truexyzell", sb.toString());
        sb.append((String) null);
        assertEquals("ab12truexyzell", sb.toString());
    }

    @Test
    public void appendWithSeparators() {
        StrBuilder sb = new StrBuilder();
        sb.appendWithSeparators(new Object[] {"a", "b", "c"}, ",");
        assertEquals("a,b,c", sb.toString());
        sb.clear();
        sb.appendWithSeparators(Arrays.asList("x", "y"), "; ");
        assertEquals("x; y", sb.toString());
    }

    @Test
    public void appendFixedWidth() {
        assertEquals("--foo", new StrBuilder().appendFixedWidthPadLeft("foo", 5, '-').toString());
        assertEquals("oo", new StrBuilder().appendFixedWidthPadLeft("foo", 2, '-').toString());
        assertEquals("foo--", new StrBuilder().appendFixedWidthPadRight("foo", 5, '-').toString());
        assertEquals("00012", new StrBuilder().appendFixedWidthPadLeft(12, 5, '0').toString());
    }

    @Test
    public void inserts() {
        StrBuilder sb = new StrBuilder("barbaz");
        sb.insert(0, "foo");
        assertEquals("foobarbaz", sb.toString());
        sb.insert(3, '-').insert(0, true).insert(0, 7);
        assertEquals("7truefoo-barbaz", sb.toString());
        try {
            sb.insert(-1, "x");
            fail("IndexOutOfBoundsException expected");
        } catch (IndexOutOfBoundsException e) {
            // expected
        }
    }

    @Test
    public void deletes() {
        StrBuilder sb = new StrBuilder("abc");
        sb.delete(0, 1);
        assertEquals("bc", sb.toString());
        assertEquals("", new StrBuilder("aa").deleteAll('a').toString());
        assertEquals("bca", new StrBuilder("abca").deleteFirst('a').toString());
        assertEquals("xx", new StrBuilder("xabxab").deleteAll("ab").toString());
        assertEquals("xxab", new StrBuilder("xabxab").deleteFirst("ab").toString());
    }

    @Test
    public void replaces() {
        assertEquals("xbcxbc", new StrBuilder("abcabc").replaceAll('a', 'x').toString());
        assertEquals("xbcabc", new StrBuilder("abcabc").replaceFirst('a', 'x').toString());
        assertEquals("xyzcxyzc", new StrBuilder("abcabc").replaceAll("ab", "xyz").toString());
        assertEquals("xyzcabc", new StrBuilder("abcabc").replaceFirst("ab", "xyz").toString());
        assertEquals("aYYd", new StrBuilder("abcd").replace(1, 3, "YY").toString());
    }

    @Test
    public void reverseAndTrim() {
        assertEquals("cba", new StrBuilder("abc").reverse().toString());
        assertEquals("", new StrBuilder().reverse().toString());
        assertEquals("a b", new StrBuilder("  a b ").trim().toString());
        assertEquals("", new StrBuilder("   ").trim().toString());
    }

    @Test
    public void startsAndEnds() {
        StrBuilder sb = new StrBuilder("abcxyz");
        assertTrue(sb.startsWith("abc"));
        assertFalse(sb.startsWith("cba"));
        assertTrue(sb.endsWith("xyz"));
        assertFalse(sb.endsWith("xy"));
        assertFalse(sb.startsWith(null));
        assertTrue(sb.endsWith(""));
    }

    @Test
    public void substrings() {
        StrBuilder sb = new StrBuilder("hello goodbye");
        assertEquals("hello", sb.substring(0, 5));
        assertEquals("goodbye", sb.substring(6));
        assertEquals("left", new StrBuilder("left right").leftString(4));
        assertEquals("right", new StrBuilder("left right").rightString(5));
        assertEquals("ft", new StrBuilder("left right").midString(2, 2));
        assertEquals("", new StrBuilder("x").leftString(-1));
    }

    @Test
    public void containsCharacter() {
        StrBuilder sb = new StrBuilder("abcdefghijklmnopqrstuvwxyz");
        assertTrue(sb.contains('a'));
        assertTrue(sb.contains('o'));
        assertTrue(sb.contains('z'));
        assertFalse(sb.contains('1'));
    }

    @Test
    public void containsText() {
        StrBuilder sb = new StrBuilder("abcdefghijklmnopqrstuvwxyz");
        assertTrue(sb.contains("a"));
        assertTrue(sb.contains("pqr"));
        assertTrue(sb.contains("xyz"));
        assertFalse(sb.contains("1"));
        assertFalse(sb.contains((String) null));
    }

    @Test
    public void indexOfCharacter() {
        StrBuilder sb = new StrBuilder("abab");
        assertEquals(0, sb.indexOf('a'));
        assertEquals(1, sb.indexOf('b'));
        assertEquals(-1, sb.indexOf('z'));
        assertEquals(2, sb.indexOf('a', 1));
        assertEquals(3, sb.indexOf('b', 2));
        assertEquals(-1, sb.indexOf('a', 4));
        assertEquals(0, sb.indexOf('a', -1));
    }

    @Test
    public void indexOfText() {
        StrBuilder sb = new StrBuilder("abab");
        assertEquals(0, sb.indexOf("a"));
        assertEquals(0, sb.indexOf("ab"));
        assertEquals(2, sb.indexOf("ab", 1));
        assertEquals(1, sb.indexOf("ba"));
        assertEquals(-1, sb.indexOf("z"));
        assertEquals(-1, sb.indexOf((String) null));
        assertEquals(0, new StrBuilder("xyzabc").indexOf("xyz", 0));
    }

    @Test
    public void lastIndexOf() {
        StrBuilder sb = new StrBuilder("abab");
        assertEquals(2, sb.lastIndexOf('a'));
        assertEquals(3, sb.lastIndexOf('b'));
        assertEquals(-1, sb.lastIndexOf('z'));
        assertEquals(0, sb.lastIndexOf('a', 1));
        assertEquals(2, sb.lastIndexOf("ab"));
        assertEquals(0, sb.lastIndexOf("ab", 1));
        assertEquals(-1, sb.lastIndexOf("z"));
    }

    @Test
    public void nullText() {
        StrBuilder sb = new StrBuilder();
        assertEquals(null, sb.getNullText());
        sb.setNullText("null");
        sb.append((String) null).appendNull();
        assertEquals("nullnull", sb.toString());
    }

    @Test
    public void newLines() {
        StrBuilder sb = new StrBuilder("a").setNewLineText("#");
        assertEquals("#", sb.getNewLineText());
        assertEquals("a#", sb.appendNewLine().toString());
        assertEquals("---", new StrBuilder().appendPadding(3, '-').toString());
    }

    @Test
    public void equalsAndHashCode() {
        StrBuilder sb = new StrBuilder("abc");
        assertTrue(sb.equals(sb));
        assertTrue(sb.equals(new StrBuilder("abc")));
        assertFalse(sb.equals(new StrBuilder("abd")));
        assertFalse(sb.equals(new StrBuilder("ab")));
        assertTrue(sb.equalsIgnoreCase(new StrBuilder("ABC")));
        assertFalse(sb.equals((Object) "abc"));
        assertEquals(sb.hashCode(), new StrBuilder("abc").hashCode());
    }

    @Test
    public void texts() {
        StrBuilder sb = new StrBuilder("abc");
        assertEquals("abc", sb.toStringBuffer().toString());
        assertSame(sb, sb.append(""));
    }
}
