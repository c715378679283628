package pkg;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What it does shows in what it writes to and builds of the JDK's own. */
public class Sale {
    private final int pieces;

    public Sale(int pieces) {
        this.pieces = pieces;
    }

    public void save(DataOutputStream out) throws IOException {
        out.writeShort(pieces);
        if (pieces > 0) {
            out.writeLong(pieces);
        }
    }

    public void print(Writer out) throws IOException {
        out.write("pieces: ");
        out.append(Integer.toString(pieces));
    }

    public void put(ByteBuffer into) {
        into.putInt(pieces);
    }

    public Document toDocument() throws ParserConfigurationException {
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
        Element sale = document.createElement("sale");
        sale.setAttribute("pieces", Integer.toString(pieces));
        document.appendChild(sale);
        return document;
    }

    /** Whoever runs the tests says whether this is looked at. */
    public static int half(int pieces) {
        assert pieces % 2 == 0 : "odd";
        return pieces / 2;
    }
}
