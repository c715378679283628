package org.apache.commons.io;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import org.junit.Test;

public class FilenameUtilsTest {
    @Test
    public void normalize() {
        assertNull(FilenameUtils.normalize(null));
        assertEquals("a/b/c.txt", FilenameUtils.normalize("a/b/c.txt"));
        assertEquals("a/c/", FilenameUtils.normalize("a/b/../c/"));
        assertEquals("a/b", FilenameUtils.normalize("a/./b"));
        assertEquals("a/b", FilenameUtils.normalize("a//b"));
        assertEquals("/b", FilenameUtils.normalize("/a/../b"));
        assertNull(FilenameUtils.normalize("../a"));
        assertEquals("~/a/", FilenameUtils.normalize("~/a/"));
        assertEquals("a", FilenameUtils.normalizeNoEndSeparator("a/"));
    }

    @Test
    public void concat() {
        assertNull(FilenameUtils.concat("", null));
        assertEquals("a/b", FilenameUtils.concat("a", "b"));
        assertEquals("/c", FilenameUtils.concat("a/b", "/c"));
        assertEquals("a/c", FilenameUtils.concat("a/b", "../c"));
    }

    @Test
    public void separators() {
        assertEquals("/a/b/c", FilenameUtils.separatorsToUnix("\\a\\b/c"));
        assertEquals("\\a\\b\\c", FilenameUtils.separatorsToWindows("/a/b\\c"));
        assertNull(FilenameUtils.separatorsToUnix(null));
    }

    @Test
    public void prefixes() {
        assertEquals(-1, FilenameUtils.getPrefixLength(null));
        assertEquals(0, FilenameUtils.getPrefixLength("a/b"));
        assertEquals(1, FilenameUtils.getPrefixLength("/a"));
        assertEquals(3, FilenameUtils.getPrefixLength("C:\\a"));
        assertEquals(2, FilenameUtils.getPrefixLength("~/a"));
        assertEquals(9, FilenameUtils.getPrefixLength("//server/a"));
        assertEquals("/", FilenameUtils.getPrefix("/a/b"));
    }

    @Test
    public void lastSeparatorAndExtension() {
        assertEquals(1, FilenameUtils.indexOfLastSeparator("a/b"));
        assertEquals(-1, FilenameUtils.indexOfLastSeparator("file"));
        assertEquals(1, FilenameUtils.indexOfExtension("a.txt"));
        assertEquals(-1, FilenameUtils.indexOfExtension("a.b/c"));
    }

    @Test
    public void paths() {
        assertEquals("a/b/", FilenameUtils.getPath("a/b/c"));
        assertEquals("a/b", FilenameUtils.getPathNoEndSeparator("a/b/c"));
        assertEquals("/a/b/", FilenameUtils.getFullPath("/a/b/c"));
        assertEquals("/a/b", FilenameUtils.getFullPathNoEndSeparator("/a/b/c"));
        assertEquals("", FilenameUtils.getPath("file"));
    }

    @Test
    public void names() {
        assertEquals("c.txt", FilenameUtils.getName("a/b/c.txt"));
        assertEquals("c", FilenameUtils.getBaseName("a/b/c.txt"));
        assertEquals("txt", FilenameUtils.getExtension("a/b/c.txt"));
        assertEquals("", FilenameUtils.getExtension("a/b/c"));
        assertEquals("a/b/c", FilenameUtils.removeExtension("a/b/c.txt"));
        assertNull(FilenameUtils.getName(null));
    }

    @Test
    public void equality() {
        assertTrue(FilenameUtils.equals(null, null));
        assertFalse(FilenameUtils.equals("a", null));
        assertTrue(FilenameUtils.equals("file.txt", "file.txt"));
        assertFalse(FilenameUtils.equals("file.txt", "FILE.txt"));
        assertTrue(FilenameUtils.equals("file.txt", "FILE.txt", false, IOCase.INSENSITIVE));
        assertTrue(FilenameUtils.equalsNormalized("a/b", "a//b"));
    }

    @Test
    public void extensions() {
        assertTrue(FilenameUtils.isExtension("file.txt", "txt"));
        assertFalse(FilenameUtils.isExtension("file.txt", "rtf"));
        assertTrue(FilenameUtils.isExtension("file", ""));
        assertTrue(FilenameUtils.isExtension("file.txt", new String[] {"rtf", "txt"}));
        assertTrue(FilenameUtils.isExtension("file.txt", new HashSet<String>(Arrays.asList("txt"))));
        assertFalse(FilenameUtils.isExtension(null, "txt"));
    }

    @Test
    public void matchPlain() {
        assertTrue(FilenameUtils.wildcardMatch(null, null));
        assertFalse(FilenameUtils.wildcardMatch(null, "Foo"));
        assertFalse(FilenameUtils.wildcardMatch("Foo", null));
        assertTrue(FilenameUtils.wildcardMatch("Foo", "Foo"));
        assertFalse(FilenameUtils.wildcardMatch("Foo", "Bar"));
        assertTrue(FilenameUtils.wildcardMatch("", ""));
    }

    @Test
    public void matchQuestionMarks() {
        assertTrue(FilenameUtils.wildcardMatch("Foo", "Fo?"));
        assertTrue(FilenameUtils.wildcardMatch("Foo", "F?o"));
        assertTrue(FilenameUtils.wildcardMatch("Foo", "???"));
        assertFalse(FilenameUtils.wildcardMatch("Foo", "?oo?"));
        assertFalse(FilenameUtils.wildcardMatch("Foo", "??"));
    }

    @Test
    public void matchAsterisks() {
        assertTrue(FilenameUtils.wildcardMatch("Foo", "Fo*"));
        assertTrue(FilenameUtils.wildcardMatch("FooBar", "Foo*"));
        assertTrue(FilenameUtils.wildcardMatch("FooBar", "F?o*"));
        assertTrue(FilenameUtils.wildcardMatch("", "*"));
        assertTrue(FilenameUtils.wildcardMatch("FooBarFoo", "*Foo"));
        assertTrue(FilenameUtils.wildcardMatch("aaa", "a*a"));
        assertFalse(FilenameUtils.wildcardMatch("Foo", "*z"));
        assertFalse(FilenameUtils.wildcardMatch("abcabc", "abc*x"));
    }

    @Test
    public void matchRegardlessOfCase() {
        assertTrue(FilenameUtils.wildcardMatch("FOO", "f*", IOCase.INSENSITIVE));
        assertFalse(FilenameUtils.wildcardMatch("FOO", "f*", IOCase.SENSITIVE));
        assertTrue(FilenameUtils.wildcardMatch("foo", "F?O", IOCase.INSENSITIVE));
        assertTrue(FilenameUtils.wildcardMatchOnSystem("foo", "f*"));
    }

    @Test
    public void tokens() {
        assertTrue(Arrays.equals(new String[] {"Ad", "*", "q"}, FilenameUtils.splitOnTokens("Ad*q")));
        assertTrue(Arrays.equals(new String[] {"Ad", "?", "q"}, FilenameUtils.splitOnTokens("Ad?q")));
        assertTrue(Arrays.equals(new String[] {"*"}, FilenameUtils.splitOnTokens("****")));
        assertTrue(Arrays.equals(new String[] {"?", "*"}, FilenameUtils.splitOnTokens("?**")));
    }
}
