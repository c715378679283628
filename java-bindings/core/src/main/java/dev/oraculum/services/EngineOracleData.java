package dev.oraculum.services;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Project;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.api.settings.SelectSettings;
import dev.oraculum.internal.Json;
import dev.oraculum.spi.OracleData;
import dev.oraculum.spi.OracleDataProvider;
import dev.oraculum.spi.SelectedDatum;
import dev.oraculum.spi.SelectedDatum.Place;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The selection of oracle data, as other generators ask for it: a request without tests, so that nothing runs. */
public final class EngineOracleData implements OracleData {
    private final List<Path> classPath;
    private final SelectSettings settings;

    private EngineOracleData(List<Path> classPath, SelectSettings settings) {
        this.classPath = classPath;
        this.settings = settings;
    }

    /** What {@link java.util.ServiceLoader} finds. */
    public static final class Provider implements OracleDataProvider {
        /** For the loader of services. */
        public Provider() {}

        @Override
        public OracleData on(List<Path> classPath, Map<String, String> settings) {
            if (classPath.isEmpty()) {
                throw new IllegalArgumentException("classPath is empty: name the jars or folders of the classes and of what they need");
            }
            return new EngineOracleData(classPath, Translated.with(SelectSettings.defaults(), settings));
        }
    }

    @Override
    public List<SelectedDatum> select(Collection<String> classNames) {
        return selected(request(classNames));
    }

    @Override
    public List<SelectedDatum> select(Collection<String> classNames, Collection<? extends Collection<Place>> executed) {
        Select request = request(classNames);
        Map<Place, OracleDatum> known = new HashMap<>();
        run(request).selection().data().forEach(datum -> known.put(place(datum), datum));
        List<Set<OracleDatum>> tests = executed.stream()
                .map(test -> test.stream().map(known::get).filter(Objects::nonNull).collect(Collectors.toSet()))
                .toList();
        return selected(request.withExecuted(tests));
    }

    @Override
    public List<Place> data(Collection<String> classNames) {
        return run(request(classNames)).selection().data().stream().map(EngineOracleData::place).toList();
    }

    private Select request(Collection<String> classNames) {
        if (classNames.isEmpty()) {
            throw new IllegalArgumentException("classNames is empty: name the classes to select variables of");
        }
        return Select.of(Project.of(classPath)).withClasses(List.copyOf(classNames)).withSettings(settings);
    }

    private static SelectReport run(Select request) {
        return Translated.call(() -> request.run(JobListener.NONE));
    }

    private static List<SelectedDatum> selected(Select request) {
        return run(request).selected().stream()
                .map(choice -> new SelectedDatum(place(choice.datum()), choice.capability(), choice.initialCapability()))
                .toList();
    }

    private static Place place(OracleDatum datum) {
        return new Place(
                datum.className(), datum.method(), datum.descriptor(), datum.line(), Json.word(datum.kind()), datum.name(), datum.owner(),
                datum.element(), datum.operations());
    }
}
