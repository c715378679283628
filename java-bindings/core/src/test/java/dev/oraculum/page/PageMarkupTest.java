package dev.oraculum.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What makes the page readable for everybody, and what keeps it to itself. */
class PageMarkupTest {
    /** Of text on what is behind it, by WCAG 2.2, success criterion 1.4.3, level AA. */
    private static final double LEAST_CONTRAST = 4.5;

    @TempDir
    Path folder;

    private Document page() throws Exception {
        return Dom.parse(Results.html(folder));
    }

    @Test
    void headingsLeaveNoLevelOut() throws Exception {
        int level = 0;
        int first = 0;
        for (Element element : Dom.elements(page(), "*")) {
            if (element.getTagName().matches("h[1-6]")) {
                int next = element.getTagName().charAt(1) - '0';
                assertTrue(next <= level + 1, element.getTextContent() + " after a heading of level " + level);
                level = next;
                first += next == 1 ? 1 : 0;
                assertFalse(element.getTextContent().isBlank());
            }
        }
        assertEquals(1, first);
    }

    @Test
    void everyTableHasACaptionAndHeadingsWithTheirScope() throws Exception {
        List<Element> tables = Dom.elements(page(), "table");
        assertTrue(tables.size() > 20, tables.size() + " tables");
        for (Element table : tables) {
            assertFalse(Dom.elements(table, "caption").get(0).getTextContent().isBlank());
            Dom.elements(table, "th").forEach(cell -> assertTrue(Set.of("col", "row").contains(cell.getAttribute("scope"))));
            int columns = Dom.cells(Dom.elements(table, "tr").get(0)).size();
            for (Element row : Dom.elements(table, "tr")) {
                assertEquals(columns, Dom.cells(row).size(), row.getTextContent());
            }
            Element box = (Element) table.getParentNode();
            assertEquals("scroll", box.getAttribute("class"));
            assertEquals("0", box.getAttribute("tabindex"));
            assertEquals("group", box.getAttribute("role"), "regions are landmarks, whose names must differ");
            assertEquals(Dom.elements(table, "caption").get(0).getAttribute("id"), box.getAttribute("aria-labelledby"));
        }
    }

    @Test
    void linksLeadToPlacesOfThePageAndTheFirstSkipsToTheContent() throws Exception {
        Document page = page();
        Set<String> ids = new HashSet<>();
        Dom.elements(page, "*").stream().filter(element -> element.hasAttribute("id"))
                .forEach(element -> assertTrue(ids.add(element.getAttribute("id")), element.getAttribute("id") + " twice"));
        List<Element> links = Dom.elements(page, "a");
        assertEquals("#content", links.get(0).getAttribute("href"));
        for (Element link : links) {
            String target = link.getAttribute("href");
            assertTrue(target.startsWith("#") && ids.contains(target.substring(1)), target);
        }
        for (Element element : Dom.elements(page, "*")) {
            if (element.hasAttribute("aria-labelledby")) {
                assertTrue(ids.contains(element.getAttribute("aria-labelledby")));
            }
        }
    }

    @Test
    void nothingIsLoadedAndNothingRuns() throws Exception {
        Document page = page();
        Set<String> tags = new TreeSet<>();
        for (Element element : Dom.elements(page, "*")) {
            tags.add(element.getTagName());
            for (int i = 0; i < element.getAttributes().getLength(); i++) {
                String name = element.getAttributes().item(i).getNodeName();
                assertFalse(name.startsWith("on") || Set.of("src", "style", "action", "srcset", "data").contains(name), name);
            }
        }
        for (String tag : List.of("script", "link", "img", "iframe", "object", "form", "base")) {
            assertFalse(tags.contains(tag), tag);
        }
        String style = Page.style();
        assertFalse(Pattern.compile("[<>&]|url\\(|@import|expression").matcher(style).find());
    }

    @Test
    void coloursHaveEnoughContrastInEveryScheme() {
        String style = Page.style();
        int dark = style.indexOf("@media (prefers-color-scheme: dark)");
        int print = style.indexOf("@media print");
        assertTrue(dark > 0 && print > dark);
        for (String scheme : List.of(style.substring(0, dark), style.substring(dark, print), style.substring(print))) {
            Map<String, String> colours = new HashMap<>();
            Matcher declaration = Pattern.compile("--([a-z-]+): (#[0-9a-f]{6});").matcher(scheme);
            while (declaration.find()) {
                colours.put(declaration.group(1), declaration.group(2));
            }
            for (String[] pair : new String[][] {
                {"text", "page"}, {"soft", "page"}, {"text", "box"}, {"link", "page"}, {"good-text", "good-back"},
                {"look-text", "look-back"}
            }) {
                double contrast = contrast(colours.get(pair[0]), colours.get(pair[1]));
                assertTrue(contrast >= LEAST_CONTRAST, pair[0] + " on " + pair[1] + ": " + contrast);
            }
        }
    }

    @Test
    void contrastIsThatOfTheGuidelines() {
        assertEquals(21, contrast("#000000", "#ffffff"), 1e-9);
        assertEquals(4.48, contrast("#777777", "#ffffff"), 0.01);
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
