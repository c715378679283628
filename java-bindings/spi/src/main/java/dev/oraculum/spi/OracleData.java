package dev.oraculum.spi;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What to assert on: the variables of compiled classes in whose values faults elsewhere show most ("Automated oracle data selection
 * support": SODS), by the definition-use chains of the bytecode. No class of the class path is loaded, and nothing of it runs.
 *
 * <pre>{@code
 * OracleData data = OracleData.on(List.of(Path.of("target/classes")));
 * for (SelectedDatum datum : data.select(List.of("pkg.C"))) {
 *     System.out.println(datum.variable() + " at " + datum.place());
 * }
 * }</pre>
 *
 * <p>Any number of threads may use an instance. Answers depend on nothing but the class path, the settings and the arguments.
 */
public interface OracleData {
    /**
     * Looks at a class path, with all settings at their defaults.
     *
     * @param classPath jars and folders of the classes and of what these need, the JDK not included
     * @throws OracleServiceException there is no implementation beside this artifact, or it cannot be loaded
     */
    static OracleData on(List<Path> classPath) {
        return on(classPath, Map.of());
    }

    /**
     * Looks at a class path.
     *
     * @param settings values by name, as text: those of the group {@code select} of docs/settings.md, such as {@code count}
     * @throws IllegalArgumentException the class path is empty, there is no such setting, or its value is out of range
     * @throws OracleServiceException as {@link #on(List)}
     */
    static OracleData on(List<Path> classPath, Map<String, String> settings) {
        return Implementation.find(OracleDataProvider.class, OracleData.class, OracleServiceException::noImplementation)
                .on(List.copyOf(classPath), Map.copyOf(settings));
    }

    /**
     * Selects variables of classes, for any client of them. The setting {@code count} says how many at most.
     *
     * @param classNames binary names; what is nested in a class belongs to it
     * @return in the order in which they are worth asserting on
     * @throws IllegalArgumentException there is no such class
     * @throws OracleServiceException an entry of the class path, or a class on it, cannot be read
     */
    List<SelectedDatum> select(Collection<String> classNames);

    /**
     * The same by what tests were seen to execute.
     *
     * @param executed of each test, the data that it gives a value, of those that {@link #data} lists; others are passed over
     * @throws IllegalArgumentException as {@link #select(Collection)}
     * @throws OracleServiceException as {@link #select(Collection)}
     */
    List<SelectedDatum> select(Collection<String> classNames, Collection<? extends Collection<SelectedDatum.Place>> executed);

    /**
     * Everything that may be selected, in the order of the code.
     *
     * @throws IllegalArgumentException as {@link #select(Collection)}
     * @throws OracleServiceException as {@link #select(Collection)}
     */
    List<SelectedDatum.Place> data(Collection<String> classNames);
}
