package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Nobody stops at the end here, where one observer throws. */
class PlaylistTest {
    @Test
    void jumpToTheNext() {
        Playlist list = new Playlist(new int[] {180, 240, 200});
        assertTrue(list.jump(1));
        assertEquals(1, list.at());
        assertEquals(240, list.currentSeconds());
    }

    @Test
    void jumpOnAndBack() {
        Playlist list = new Playlist(new int[] {90, 60, 30, 120});
        assertTrue(list.jump(3));
        assertEquals(120, list.currentSeconds());
        assertTrue(list.jump(-2));
        assertEquals(60, list.currentSeconds());
        assertEquals(1, list.at());
        assertTrue(list.jump(1));
        assertEquals(30, list.currentSeconds());
    }

    @Test
    void jumpNowhere() {
        Playlist list = new Playlist(new int[] {60, 60, 60});
        assertTrue(list.jump(2));
        assertTrue(list.jump(0));
        assertEquals(2, list.at());
        assertEquals(60, list.currentSeconds());
    }

    @Test
    void jumpTooFar() {
        Playlist list = new Playlist(new int[] {5, 4, 3, 2, 1});
        assertTrue(list.jump(2));
        assertFalse(list.jump(9));
        assertEquals(2, list.at());
        assertFalse(list.jump(-3));
        assertEquals(2, list.at());
        assertTrue(list.jump(-2));
        assertFalse(list.jump(-1));
        assertEquals(0, list.at());
    }
}
