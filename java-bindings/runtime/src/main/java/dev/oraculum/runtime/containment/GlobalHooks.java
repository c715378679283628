package dev.oraculum.runtime.containment;

import dev.oraculum.runtime.containment.Deed.Kind;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.FileNameMap;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URLConnection;
import java.security.Provider;
import java.security.Security;

/**
 * What setters of the JDK's global state ask first. What can be put back is put back after the unit; what can be set but once is refused.
 * System properties, locale, zone, standard streams and the default handler of uncaught exceptions are the worker's to restore.
 */
public final class GlobalHooks {
    /** The providers before code under test changed them; null: it has not. */
    private static Provider[] original;

    private GlobalHooks() {}

    /** Something that stays set once it is. */
    public static void once(String name) {
        if (Containment.applies()) {
            Containment.check(Kind.GLOBAL, name);
        }
    }

    public static void authenticator() {
        if (Containment.applies()) {
            Authenticator old = Authenticator.getDefault();
            Containment.changesGlobal("Authenticator.setDefault", () -> Authenticator.setDefault(old));
        }
    }

    public static void cookieHandler() {
        if (Containment.applies()) {
            CookieHandler old = CookieHandler.getDefault();
            Containment.changesGlobal("CookieHandler.setDefault", () -> CookieHandler.setDefault(old));
        }
    }

    public static void proxySelector() {
        if (Containment.applies()) {
            ProxySelector old = ProxySelector.getDefault();
            Containment.changesGlobal("ProxySelector.setDefault", () -> ProxySelector.setDefault(old));
        }
    }

    public static void responseCache() {
        if (Containment.applies()) {
            ResponseCache old = ResponseCache.getDefault();
            Containment.changesGlobal("ResponseCache.setDefault", () -> ResponseCache.setDefault(old));
        }
    }

    public static void followRedirects() {
        if (Containment.applies()) {
            boolean old = HttpURLConnection.getFollowRedirects();
            Containment.changesGlobal("HttpURLConnection.setFollowRedirects", () -> HttpURLConnection.setFollowRedirects(old));
        }
    }

    public static void fileNameMap() {
        if (Containment.applies()) {
            FileNameMap old = URLConnection.getFileNameMap();
            Containment.changesGlobal("URLConnection.setFileNameMap", () -> URLConnection.setFileNameMap(old));
        }
    }

    public static void securityProperty(String name) {
        if (name != null && Containment.applies()) {
            String old = Security.getProperty(name);
            // There is no way to take a property away again; an empty one is as good as none for the JDK's own.
            Containment.changesGlobal("Security.setProperty " + name, () -> Security.setProperty(name, old == null ? "" : old));
        }
    }

    public static void securityProviders() {
        if (!Containment.isExempt(Thread.currentThread())) {
            keepProviders();
        }
        if (Containment.applies()) {
            Provider[] old = Security.getProviders();
            Containment.changesGlobal("Security.providers", () -> restore(old));
        }
    }

    private static synchronized void keepProviders() {
        if (original == null) {
            original = Security.getProviders();
        }
    }

    /** Puts back the providers that there were before code under test changed them, if it did. To ask the JDK for them takes long. */
    public static synchronized void restoreProviders() {
        if (original != null) {
            restore(original);
            original = null;
        }
    }

    private static void restore(Provider[] old) {
        for (Provider present : Security.getProviders()) {
            Security.removeProvider(present.getName());
        }
        for (int i = 0; i < old.length; i++) {
            Security.insertProviderAt(old[i], i + 1);
        }
    }

    public static void shutdownHook(Thread hook) {
        if (hook != null && Containment.applies()) {
            Containment.changesGlobal("Runtime.addShutdownHook", () -> Runtime.getRuntime().removeShutdownHook(hook));
        }
    }
}
