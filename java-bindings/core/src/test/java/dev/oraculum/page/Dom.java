package dev.oraculum.page;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** The page as a parser of XML sees it, which refuses what is not well-formed. */
final class Dom {
    private static final DocumentBuilderFactory FACTORY = DocumentBuilderFactory.newInstance();

    private Dom() {}

    static Document parse(String html) throws Exception {
        DocumentBuilder builder = FACTORY.newDocumentBuilder();
        builder.setEntityResolver((publicId, systemId) -> {
            throw new SAXException("the page asks for " + systemId);
        });
        builder.setErrorHandler(new DefaultHandler() {
            @Override
            public void error(SAXParseException e) throws SAXException {
                throw e;
            }
        });
        return builder.parse(new InputSource(new StringReader(html)));
    }

    /** All elements of that name, or of all names by {@code *}, in the order of the page. */
    static List<Element> elements(Node within, String name) {
        NodeList found = within instanceof Document document
                ? document.getElementsByTagName(name)
                : ((Element) within).getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** The texts of the cells of the row whose first cell has this text. */
    static List<String> row(Node within, String first) {
        for (Element row : elements(within, "tr")) {
            List<String> cells = cells(row);
            if (!cells.isEmpty() && cells.get(0).equals(first)) {
                return cells;
            }
        }
        throw new AssertionError("no row of " + first + " in\n" + within.getTextContent());
    }

    static List<String> cells(Element row) {
        List<String> cells = new ArrayList<>();
        for (Node child = row.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element cell) {
                cells.add(cell.getTextContent().strip());
            }
        }
        return cells;
    }
}
