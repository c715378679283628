package dev.oraculum.runner;

import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Project;
import dev.oraculum.api.Shard;
import dev.oraculum.api.WorkerSettings;
import dev.oraculum.api.settings.Settings;
import dev.oraculum.api.settings.SettingsSchema;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** What a build plugin asks for: options by the names that they have in the API. A list has an item a line. */
record Ask(Properties properties) {
    private static final String SETTING = "settings.";

    static Ask read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        }
        return new Ask(properties);
    }

    /** Null: it is not given. */
    String text(String name) {
        return properties.getProperty(name);
    }

    boolean flag(String name) {
        String text = text(name);
        if (text == null || text.equals("false")) {
            return false;
        }
        if (text.equals("true")) {
            return true;
        }
        throw new IllegalArgumentException(name + " is " + text + ": expected true or false");
    }

    long whole(String name, long otherwise) {
        String text = text(name);
        try {
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is " + text + ": expected a whole number", e);
        }
    }

    private int small(String name, int otherwise) {
        long number = whole(name, otherwise);
        if (number != (int) number) {
            throw new IllegalArgumentException(name + " is " + number + ": that is too much");
        }
        return (int) number;
    }

    int junit() {
        return small("junit", 5);
    }

    /**
     * Null: the run is not divided.
     *
     * @throws IllegalArgumentException it is divided, and of one method; or the text is no shard
     */
    Shard shard() {
        String text = text("shard");
        if (text != null && text("method") != null) {
            throw new IllegalArgumentException("shard divides a run of many classes: it does not go with method");
        }
        return text == null ? null : Shard.parse(text);
    }

    /** Null: there is none. */
    Path history() {
        return path("history");
    }

    /** Of milliseconds; null: it is not given. */
    Duration duration(String name) {
        return text(name) == null ? null : Duration.ofMillis(whole(name, 0));
    }

    List<String> list(String name) {
        String text = text(name);
        return text == null || text.isEmpty() ? List.of() : List.of(text.split("\n"));
    }

    List<Path> paths(String name) {
        return list(name).stream().map(Path::of).toList();
    }

    /** Null: it is not given. */
    Path path(String name) {
        return text(name) == null ? null : Path.of(text(name));
    }

    Path reports() {
        return Path.of(text("reports"));
    }

    /** Code and tests, and how tests are run. What the code needs is among the tests, so that it is not taken for code. */
    Project project() {
        return project(List.of());
    }

    /** The same for jobs that know from elsewhere which classes are meant, and need what these need. */
    Project projectWithLibraries() {
        return project(paths("libraries"));
    }

    private Project project(List<Path> libraries) {
        List<Path> classPath = new ArrayList<>(paths("classPath"));
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("classPath is empty: there are no compiled classes to work on");
        }
        classPath.addAll(libraries);
        return Project.of(classPath, paths("tests"))
                .withTestClasses(list("testClasses"))
                .withExcludeFailingTests(flag("excludeFailingTests"))
                .withSources(paths("sources"))
                .withThreads(small("threads", 0))
                .withTestTimeout(duration("testTimeout"))
                .withWorkers(workers());
    }

    private WorkerSettings workers() {
        String sandbox = text("sandbox") == null ? WorkerSettings.DEFAULT.sandbox().name() : text("sandbox").toUpperCase(Locale.ROOT);
        if (List.of(WorkerSettings.Sandbox.values()).stream().noneMatch(known -> known.name().equals(sandbox))) {
            throw new IllegalArgumentException("sandbox is " + text("sandbox") + ": expected off, auto or on");
        }
        return new WorkerSettings(WorkerSettings.Sandbox.valueOf(sandbox), list("environment"), Path.of(text("workingDirectory")),
                list("allow"));
    }

    /** @param constructors whether constructors are meant where nothing is said of them */
    MethodSelection methods(boolean constructors) {
        List<String> methods = text("method") == null ? List.of() : List.of(text("method"));
        boolean meant = text("constructors") == null ? constructors : flag("constructors");
        return new MethodSelection(methods, list("classes"), list("packages"), meant);
    }

    /** Settings with what is said of them. */
    <S extends Settings<S>> S apply(S settings) {
        S chosen = settings;
        for (Map.Entry<String, String> given : given().entrySet()) {
            if (has(settings.schema(), given.getKey())) {
                chosen = chosen.with(given.getKey(), given.getValue());
            }
        }
        return chosen;
    }

    /**
     * What a build says of settings is for all of its jobs: a job leaves out what is of another technique.
     *
     * @param groups all that the job has
     * @throws IllegalArgumentException neither they nor other techniques have a setting that is given
     */
    void requireKnown(Settings<?>... groups) {
        List<SettingsSchema.Group> schemas = new ArrayList<>();
        for (Settings<?> group : groups) {
            schemas.add(group.schema());
        }
        for (String name : given().keySet()) {
            if (SettingsSchema.get().groups().stream().noneMatch(schema -> has(schema, name))) {
                throw new IllegalArgumentException(SettingsSchema.unknown(name, schemas));
            }
        }
    }

    private Map<String, String> given() {
        Map<String, String> given = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(SETTING)) {
                given.put(name.substring(SETTING.length()), properties.getProperty(name));
            }
        }
        return given;
    }

    private static boolean has(SettingsSchema.Group group, String name) {
        return group.find(name).isPresent();
    }
}
