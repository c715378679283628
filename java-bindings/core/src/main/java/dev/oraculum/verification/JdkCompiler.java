package dev.oraculum.verification;

import dev.oraculum.api.OraculumException;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** The compiler of the JDK that runs us. */
public final class JdkCompiler {
    private JdkCompiler() {}

    /** @throws OraculumException this Java has no compiler */
    public static JavaCompiler get() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new OraculumException(
                    OraculumException.Code.INTERNAL,
                    "the Java in " + System.getProperty("java.home") + " has no compiler: run Oraculum on a JDK (17 or newer), not on a JRE");
        }
        return compiler;
    }

    /** The first error as one line, or null if there is none. */
    public static String firstError(DiagnosticCollector<JavaFileObject> diagnostics) {
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                return diagnostic.getMessage(Locale.ROOT).replaceAll("\\s*\\R\\s*", "; ");
            }
        }
        return null;
    }
}
