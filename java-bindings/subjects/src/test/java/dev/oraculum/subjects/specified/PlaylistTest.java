package dev.oraculum.subjects.specified;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Nobody goes to the end here, where one observer throws. */
class PlaylistTest {
    @Test
    void skipGoesToTheNext() {
        Playlist list = new Playlist(new int[] {180, 240, 200});
        assertTrue(list.skip());
        assertEquals(1, list.at());
        assertEquals(240, list.currentSeconds());
    }

    @Test
    void skipTwice() {
        Playlist list = new Playlist(new int[] {90, 60, 30, 120});
        assertTrue(list.skip());
        assertTrue(list.skip());
        assertEquals(30, list.currentSeconds());
        assertEquals(2, list.at());
    }

    @Test
    void skipShortTracks() {
        Playlist list = new Playlist(new int[] {5, 4, 3, 2, 1, 0});
        for (int i = 1; i < 6; i++) {
            assertTrue(list.skip());
            assertEquals(i, list.at());
        }
    }

    @Test
    void skipTracksOfOneLength() {
        Playlist list = new Playlist(new int[] {60, 60, 60});
        assertTrue(list.skip());
        assertEquals(60, list.currentSeconds());
    }
}
