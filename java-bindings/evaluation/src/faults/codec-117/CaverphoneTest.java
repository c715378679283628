package org.apache.commons.codec.language;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.apache.commons.codec.EncoderException;
import org.junit.Test;

public class CaverphoneTest {
    private static void check(String expected, String... words) throws EncoderException {
        Caverphone encoder = new Caverphone();
        for (String word : words) {
            assertEquals(word, expected, encoder.encode(word));
            assertEquals(word, expected, encoder.caverphone(word));
        }
    }

    @Test
    public void davidHood() throws EncoderException {
        check("STFNSN1111", "Stevenson");
        check("PTA1111111", "Peter", "peter");
        check("RTA1111111", "rather", "ready", "writer");
        check("SSA1111111", "social");
        check("APA1111111", "able", "appear");
    }

    @Test
    public void lettersInTheMiddle() throws EncoderException {
        check("KLN1111111", "Clean", "Glenn", "Klin");
        check("TN11111111", "Dan", "Tin", "Dean");
        check("KRS1111111", "Carras", "Grass");
        check("FLPS111111", "Phillips");
    }

    @Test
    public void lettersAtTheStart() throws EncoderException {
        check("NM11111111", "Nam", "Nim");
        check("ATM1111111", "Adam", "Atom");
        check("KF11111111", "cough");
        check("RF11111111", "rough");
        check("TF11111111", "tough");
        check("ANF1111111", "enough");
    }

    @Test
    public void names() throws EncoderException {
        check("TMPSN11111", "Thompson");
        check("WTA1111111", "Whitter");
        check("WSN1111111", "Wilson");
        check("AMTN111111", "Hamilton");
        check("SMT1111111", "Smith");
        check("KLKSN11111", "Clarkson");
        check("MKRT111111", "Margaret");
        check("ASTN111111", "Alston");
    }

    @Test
    public void nothing() throws EncoderException {
        check("1111111111", "", "1", "123", "'");
        assertEquals("1111111111", new Caverphone().caverphone(null));
    }

    @Test
    public void caseAndPunctuationDoNotMatter() throws EncoderException {
        check("AKNA111111", "O'Connor", "oconnor", "OCONNOR");
    }

    @Test
    public void equality() {
        Caverphone caverphone = new Caverphone();
        assertTrue(caverphone.isCaverphoneEqual("Peter", "Peter"));
        assertTrue(caverphone.isCaverphoneEqual("Glenn", "Clean"));
        assertFalse(caverphone.isCaverphoneEqual("Peter", "Stevenson"));
    }

    @Test
    public void objects() throws EncoderException {
        assertEquals("PTA1111111", new Caverphone().encode((Object) "Peter"));
        try {
            new Caverphone().encode(Integer.valueOf(1));
            fail("EncoderException expected");
        } catch (EncoderException e) {
            // expected
        }
    }
}
