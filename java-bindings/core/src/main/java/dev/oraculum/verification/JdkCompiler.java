package dev.oraculum.verification;

import dev.oraculum.api.OraculumException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** The compiler of the JDK that runs us. */
public final class JdkCompiler {
    private static final long STACK_BYTES = 256 << 20;

    private JdkCompiler() {}

    /** @throws OraculumException this Java has no compiler */
    public static JavaCompiler get() {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new OraculumException(
                    OraculumException.Code.INTERNAL,
                    "the Java in " + System.getProperty("java.home")
                            + " has no compiler: run Oraculum on a JDK (17 or newer), not on a JRE");
        }
        return compiler;
    }

    /**
     * Compiles a source, without annotation processors.
     *
     * @return whether there is no error; the diagnostics have them
     */
    static boolean compile(JavaFileManager files, DiagnosticCollector<JavaFileObject> diagnostics, JavaFileObject source) {
        List<String> options = List.of("-proc:none", "-Xlint:none", "-nowarn");
        return get().getTask(null, files, diagnostics, options, null, List.of(source)).call();
    }

    /** Does something on a thread with a deep stack: javac follows an expression as deep as it is nested. */
    public static <T> T deep(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(null, task, "oraculum-javac", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known
                    ? known
                    : new OraculumException(OraculumException.Code.INTERNAL, "the compiler fails: " + e.getCause(), e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
