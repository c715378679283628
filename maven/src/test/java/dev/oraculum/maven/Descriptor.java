package dev.oraculum.maven;

import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugin.descriptor.PluginDescriptorBuilder;

/** What Maven knows of the plugin: made of the annotations before tests run. */
final class Descriptor {
    private Descriptor() {}

    static PluginDescriptor read() throws Exception {
        try (Reader in = Files.newBufferedReader(Path.of("target/classes/META-INF/maven/plugin.xml"))) {
            return new PluginDescriptorBuilder().build(in);
        }
    }
}
