package dev.oraculum.spi;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** What is beside this artifact, and messages that it has in common with others. */
final class Implementation {
    private Implementation() {}

    /**
     * The first one of the thread's class loader; for plugins, whose threads have others, else that of this class's.
     *
     * @param failure what is thrown if there is none, by its message and its cause, which may be null
     */
    static <T> T find(Class<T> provider, Class<?> service, BiFunction<String, Throwable, ? extends RuntimeException> failure) {
        try {
            Iterator<T> found = ServiceLoader.load(provider).iterator();
            if (!found.hasNext()) {
                found = ServiceLoader.load(provider, provider.getClassLoader()).iterator();
            }
            if (found.hasNext()) {
                return found.next();
            }
        } catch (ServiceConfigurationError e) {
            throw failure.apply(
                    "the implementation of " + service.getName() + " does not load (" + e.getMessage()
                            + "): put all jars that dev.oraculum:oraculum needs on the class path",
                    e);
        }
        throw failure.apply(
                "there is no implementation of " + service.getName() + ": oraculum-spi has interfaces only. Put dev.oraculum:oraculum"
                        + " and what it needs, or the jars in lib/ of a distribution, on the class path",
                null);
    }

    /** That a line is not one branch. */
    static String choice(String method, int line, List<Branch> fitting, List<Branch> all) {
        if (fitting.isEmpty()) {
            String lines = all.stream().map(Branch::line).distinct().map(String::valueOf).collect(Collectors.joining(", "));
            return method + " has no branch in line " + line + (all.isEmpty() ? ", and none elsewhere" : "; it has some in lines " + lines);
        }
        return "line " + line + " of " + method + " has " + fitting.size() + " branches: choose one of "
                + fitting.stream().map(Branch::toString).collect(Collectors.joining(", "));
    }
}
