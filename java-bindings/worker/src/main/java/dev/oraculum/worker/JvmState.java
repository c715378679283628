package dev.oraculum.worker;

import dev.oraculum.runtime.containment.GlobalHooks;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;

/** What is global to the JVM and cheap to put back: a test that changes it must not change the tests of the next unit. */
final class JvmState {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final TimeZone zone = TimeZone.getDefault();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final InputStream in = System.in;
    private final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    private final Thread thread = Thread.currentThread();
    private final ClassLoader loader = thread.getContextClassLoader();
    private final String threadName = thread.getName();

    private JvmState() {}

    /** The state as it is now, of the JVM and of the calling thread. */
    static JvmState now() {
        return new JvmState();
    }

    /** Names of what is different now. */
    List<String> changes() {
        List<String> names = new ArrayList<>();
        Properties present = System.getProperties();
        for (String name : union(properties.stringPropertyNames(), present.stringPropertyNames())) {
            if (!Objects.equals(properties.getProperty(name), present.getProperty(name))) {
                names.add("system property " + name);
            }
        }
        if (!locale.equals(Locale.getDefault())
                || !display.equals(Locale.getDefault(Locale.Category.DISPLAY))
                || !format.equals(Locale.getDefault(Locale.Category.FORMAT))) {
            names.add("default locale");
        }
        if (!zone.equals(TimeZone.getDefault())) {
            names.add("default time zone");
        }
        if (out != System.out || err != System.err || in != System.in) {
            names.add("standard streams");
        }
        if (handler != Thread.getDefaultUncaughtExceptionHandler()) {
            names.add("default handler of uncaught exceptions");
        }
        return names;
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }

    /** Puts everything back. */
    void restore() {
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.DISPLAY, display);
        Locale.setDefault(Locale.Category.FORMAT, format);
        TimeZone.setDefault(zone);
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
        GlobalHooks.restoreProviders();
        Thread.setDefaultUncaughtExceptionHandler(handler);
        thread.setContextClassLoader(loader);
        thread.setName(threadName);
        Thread.interrupted();
    }
}
