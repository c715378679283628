package dev.oraculum.verification;

import java.net.URI;
import javax.tools.SimpleJavaFileObject;

/** A Java source that is no file. */
public final class SourceText extends SimpleJavaFileObject {
    private final String text;

    /**
     * @param className binary name of the class it declares
     * @param text the compilation unit
     */
    public SourceText(String className, String text) {
        super(URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
        this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }
}
