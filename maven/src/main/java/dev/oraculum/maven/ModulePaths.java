package dev.oraculum.maven;

import dev.oraculum.job.JobException;
import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.project.MavenProject;

/** Where a module has what a job reads, once Maven has resolved its dependencies. */
final class ModulePaths {
    private final MavenProject project;
    private final File classes;
    private final File testClasses;
    private final List<File> others = new ArrayList<>();
    private final List<File> sources = new ArrayList<>();

    /**
     * @param modules of the build
     * @param underTest dependencies whose code is under test, {@code groupId:artifactId}
     * @throws JobException one of them is no dependency
     */
    ModulePaths(MavenProject project, Collection<MavenProject> modules, List<String> underTest) {
        this.project = project;
        classes = new File(project.getBuild().getOutputDirectory());
        testClasses = new File(project.getBuild().getTestOutputDirectory());
        addExisting(project.getCompileSourceRoots(), sources);
        for (String name : underTest) {
            others.add(dependency(name).getFile());
            modules.stream().filter(module -> name.equals(name(module.getGroupId(), module.getArtifactId())))
                    .forEach(module -> addExisting(module.getCompileSourceRoots(), sources));
        }
    }

    private static String name(String groupId, String artifactId) {
        return groupId + ":" + artifactId;
    }

    private static void addExisting(List<String> paths, List<File> files) {
        paths.stream().map(File::new).filter(File::isDirectory).forEach(files::add);
    }

    private Artifact dependency(String name) {
        Set<String> all = new TreeSet<>();
        for (Artifact artifact : project.getArtifacts()) {
            String other = name(artifact.getGroupId(), artifact.getArtifactId());
            if (other.equals(name) && !"tests".equals(artifact.getClassifier())) {
                return artifact;
            }
            all.add(other);
        }
        throw JobException.input("oraculum: underTest names " + name + ", which is no dependency of this module; the dependencies are "
                + (all.isEmpty() ? "none" : String.join(", ", all)));
    }

    /** In words, why there is nothing to do in this module; null: there is something. */
    String nothingToDo(boolean needsTests, String command) {
        if (project.getPackaging().equals("pom")) {
            return "this module has no code";
        }
        requireCompiled(classes, project.getCompileSourceRoots(), "classes", command);
        if (code().isEmpty()) {
            return "this module has no code of its own; if its tests are for another module's, name that in "
                    + PomWording.element("underTest", "groupId:artifactId");
        }
        requireCompiled(testClasses, project.getTestCompileSourceRoots(), "tests", command);
        return needsTests && !testClasses.isDirectory() ? "this module has no tests" : null;
    }

    private static void requireCompiled(File folder, List<String> roots, String what, String command) {
        List<File> sources = new ArrayList<>();
        addExisting(roots, sources);
        if (!folder.isDirectory() && !sources.isEmpty()) {
            throw JobException.input("oraculum: the " + what + " of this module are not compiled: there is no " + folder
                    + "; compile them first: " + command);
        }
    }

    /** Folders and jars with the code under test. */
    List<File> code() {
        List<File> code = new ArrayList<>();
        if (classes.isDirectory()) {
            code.add(classes);
        }
        code.addAll(others);
        return code;
    }

    /** What the code needs. That of another module may need what is here only for tests. */
    List<File> libraries() {
        List<File> files = new ArrayList<>();
        for (Artifact artifact : project.getArtifacts()) {
            if (!Artifact.SCOPE_TEST.equals(artifact.getScope()) || !others.isEmpty()) {
                files.add(artifact.getFile());
            }
        }
        files.removeAll(others);
        return files;
    }

    /** The tests and what they need, but the code. */
    List<File> tests() {
        Set<File> files = new LinkedHashSet<>();
        if (testClasses.isDirectory()) {
            files.add(testClasses);
        }
        project.getArtifacts().forEach(artifact -> files.add(artifact.getFile()));
        files.removeAll(others);
        return new ArrayList<>(files);
    }

    /** The same without the module's own tests. */
    List<File> testLibraries() {
        List<File> files = tests();
        files.remove(testClasses);
        return files;
    }

    /** Folders of the sources of the module's own tests. */
    List<File> testSources() {
        List<File> folders = new ArrayList<>();
        addExisting(project.getTestCompileSourceRoots(), folders);
        return folders;
    }

    /** Folders of the code's sources. */
    List<File> sources() {
        return sources;
    }
}
