package dev.oraculum.gradle;

import java.io.File;
import org.gradle.api.Project;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.jvm.toolchain.JavaToolchainService;

/** What Gradle has since 6.7: the JDK that a project asks for. Nothing refers to this class in an older one. */
final class Toolchains {
    private Toolchains() {}

    /** Home of the JDK of the project, which has the java plugin. */
    static Provider<File> javaHome(Project project) {
        JavaPluginExtension java = project.getExtensions().getByType(JavaPluginExtension.class);
        JavaToolchainService toolchains = project.getExtensions().getByType(JavaToolchainService.class);
        return toolchains.launcherFor(java.getToolchain()).map(launcher -> launcher.getMetadata().getInstallationPath().getAsFile());
    }
}
