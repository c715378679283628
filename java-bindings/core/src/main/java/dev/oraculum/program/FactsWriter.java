package dev.oraculum.program;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bytes of one class's facts: unsigned numbers in groups of seven bits, the low ones first; texts as places in a table of the class.
 */
final class FactsWriter {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final Map<String, Integer> texts;

    FactsWriter() {
        this(new LinkedHashMap<>());
    }

    private FactsWriter(Map<String, Integer> texts) {
        this.texts = texts;
    }

    /** A writer of a part of the same class: over the same table of texts. */
    FactsWriter part() {
        return new FactsWriter(texts);
    }

    void number(int value) {
        write(body, value);
    }

    private static void write(ByteArrayOutputStream out, int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    void text(String text) {
        number(texts.computeIfAbsent(text, key -> texts.size()));
    }

    /** A text, or null. */
    void optional(String text) {
        if (text == null) {
            number(0);
        } else {
            number(1 + texts.computeIfAbsent(text, key -> texts.size()));
        }
    }

    void sources(Sources sources) {
        number(sources.operations().length);
        for (int operation : sources.operations()) {
            number(operation);
        }
    }

    void append(FactsWriter part) {
        body.writeBytes(part.body.toByteArray());
    }

    /** The record: its table of texts, then the body. */
    byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, texts.size());
        for (String text : texts.keySet()) {
            // A lone surrogate in a name, which the JVM allows, becomes a question mark.
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            write(out, utf8.length);
            out.writeBytes(utf8);
        }
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }
}
