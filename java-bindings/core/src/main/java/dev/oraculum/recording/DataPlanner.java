package dev.oraculum.recording;

import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.DefinitionSites.MethodKey;
import dev.oraculum.bytecode.DefinitionSites.Place;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.program.OperationPlaces;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.objectweb.asm.Type;

/**
 * Makes the plan of what to record: for each datum the sites that define it, and for each of their methods all its sites, by which they
 * are found again in mutants and in later versions ({@link DefinitionSites#align}).
 */
public final class DataPlanner {
    /**
     * A plan.
     *
     * @param plan datum i of the plan is datum i of those asked for
     * @param leftOut by datum, why it cannot be recorded
     */
    public record Planned(DataPlan plan, Map<Integer, String> leftOut) {}

    private DataPlanner() {}

    /**
     * @param data as a selection on the same class path names them
     * @param kept of one datum in one test, how many values are kept; all take part in the hash
     */
    public static Planned plan(ClassPath classPath, List<OracleDatum> data, int kept) {
        Map<String, List<Integer>> byClass = new TreeMap<>();
        for (int i = 0; i < data.size(); i++) {
            byClass.computeIfAbsent(data.get(i).className().replace('.', '/'), key -> new ArrayList<>()).add(i);
        }
        Map<Integer, String> leftOut = new TreeMap<>();
        List<DataPlan.Method> methods = new ArrayList<>();
        byClass.forEach((className, numbers) -> {
            byte[] classFile = classPath.find(className).orElse(null);
            if (classFile == null) {
                numbers.forEach(i -> leftOut.put(i, "class " + data.get(i).className()
                        + Optional.ofNullable(classPath.unreadable().get(className)).map(reason -> " cannot be read: " + reason)
                        .orElse(" is not on the class path")));
            } else {
                methods.addAll(methods(className, classFile, data, numbers, leftOut));
            }
        });
        return new Planned(new DataPlan(data.size(), methods, kept), leftOut);
    }

    private static List<DataPlan.Method> methods(
            String className, byte[] classFile, List<OracleDatum> data, List<Integer> numbers, Map<Integer, String> leftOut) {
        Map<MethodKey, List<Place>> sites = DefinitionSites.of(classFile);
        OperationPlaces operations = OperationPlaces.of(classFile);
        Map<MethodKey, Site[]> planned = new LinkedHashMap<>();
        for (int i : numbers) {
            OracleDatum datum = data.get(i);
            MethodKey key = new MethodKey(datum.method(), datum.descriptor());
            int[] instructions = operations.of(datum.method(), datum.descriptor());
            if (datum.method().equals("<clinit>")) {
                leftOut.put(i, "it is computed by a static initializer, which runs in whatever test comes first");
                continue;
            }
            if (instructions == null) {
                leftOut.put(i, "class " + datum.className() + " has no method " + datum.method() + datum.descriptor() + " with code");
                continue;
            }
            List<Place> places = sites.get(key);
            Site[] method = planned.computeIfAbsent(key, k -> places.stream().map(Place::site).toArray(Site[]::new));
            Map<Integer, Integer> byInstruction = new HashMap<>();
            for (int place = parameters(datum); place < places.size(); place++) {
                byInstruction.put(places.get(place).instruction(), place);
            }
            boolean found = false;
            for (int operation : datum.operations()) {
                // Parameters come first, among operations as among sites.
                Integer place = operation < parameters(datum) ? Integer.valueOf(operation) : operation < instructions.length
                        ? byInstruction.get(instructions[operation]) : null;
                if (place != null) {
                    method[place] = method[place].withDatum(i);
                    found = true;
                }
            }
            if (!found) {
                leftOut.put(i, "its definition is not found in the class file");
            }
        }
        List<DataPlan.Method> methods = new ArrayList<>();
        planned.forEach((key, method) -> methods.add(new DataPlan.Method(className, key.name(), key.descriptor(), List.of(method))));
        return methods;
    }

    private static int parameters(OracleDatum datum) {
        return Type.getArgumentTypes(datum.descriptor()).length;
    }
}
