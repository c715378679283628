package dev.oraculum.spi;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** What is beside this artifact, and messages that it has in common with others. */
final class Implementation {
    private Implementation() {}

    /** The first one of the thread's class loader; for plugins, whose threads have others, else that of this class's. */
    static SeedTemplatesProvider find() {
        try {
            Iterator<SeedTemplatesProvider> found = ServiceLoader.load(SeedTemplatesProvider.class).iterator();
            if (!found.hasNext()) {
                found = ServiceLoader.load(SeedTemplatesProvider.class, SeedTemplatesProvider.class.getClassLoader()).iterator();
            }
            if (found.hasNext()) {
                return found.next();
            }
        } catch (ServiceConfigurationError e) {
            throw new SeedTemplatesException(
                    SeedTemplatesException.Code.NO_IMPLEMENTATION,
                    "the implementation of dev.oraculum.spi.SeedTemplates does not load (" + e.getMessage()
                            + "): put all jars that dev.oraculum:oraculum needs on the class path",
                    e);
        }
        throw new SeedTemplatesException(
                SeedTemplatesException.Code.NO_IMPLEMENTATION,
                "there is no implementation of dev.oraculum.spi.SeedTemplates: oraculum-spi has interfaces only. Put dev.oraculum:oraculum"
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
