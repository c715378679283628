package dev.oraculum.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void markupInATextIsText() {
        assertEquals("&lt;script&gt;&amp;&quot;&#39; ]]&gt;", Html.escaped("<script>&\"' ]]>"));
    }

    @Test
    void whatAReaderCannotSeeIsShownByItsNumber() {
        assertEquals("a\\u0000\\u001b[2J\\u000d\\u007f\\u0085", Html.escaped("a\0\u001b[2J\r\u007f\u0085"));
        assertEquals("\\u202eevil\\u202c\\u2066\\u200f", Html.escaped("\u202eevil\u202c\u2066\u200f"));
        assertEquals("\\u2028\\u2029\\ufeff\\ufffe\\uffff", Html.escaped("\u2028\u2029\ufeff\ufffe\uffff"));
        assertEquals("\\udb40\\udc41", Html.escaped("\udb40\udc41"));
    }

    @Test
    void halfOfAPairIsShownByItsNumberAndAWholeOneAsItIs() {
        assertEquals("\\ud83dx\\ude00", Html.escaped("\ud83dx\ude00"));
        assertEquals("\ud83d\ude00 \u00e4 \u05d0\n\t", Html.escaped("\ud83d\ude00 \u00e4 \u05d0\n\t"));
    }

    @Test
    void valuesOfAttributesAreEscapedToo() {
        assertEquals("<p id=\"&quot;&gt;\"></p>\n", new Html().open("p", "id", "\">").close().page());
    }

    @Test
    void whatIsLeftOpenIsAFault() {
        Html html = new Html().open("p");
        assertThrows(IllegalStateException.class, html::page);
    }
}
