package dev.oraculum.cli;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineInfo;
import dev.oraculum.api.OraculumException;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: product, engine build and the kernels it chose for this CPU, Java. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        String engine;
        try {
            EngineInfo info = Engine.info();
            engine = "engine " + info.version() + " for " + info.target() + ", kernels: " + info.cpu() + ", " + info.processors()
                    + " processors";
        } catch (OraculumException e) {
            engine = "engine not available: " + e.getMessage();
        }
        return new String[] {
            "oraculum " + (version == null ? "(not packaged)" : version), engine,
            "Java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
        };
    }
}
