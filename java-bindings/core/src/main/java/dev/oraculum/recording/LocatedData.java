package dev.oraculum.recording;

import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.bytecode.DefinitionSites.MethodKey;
import dev.oraculum.bytecode.DefinitionSites.Place;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.runtime.DataPlan.SiteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The definitions of an oracle's data in one version of the code: what to record of it.
 *
 * @param plan numbers the data as the oracle does
 * @param gone by datum of which the oracle has values, why this version does not have it
 */
public record LocatedData(DataPlan plan, Map<Integer, String> gone) {
    /** Where the class files of this version come from. */
    public interface ClassFiles {
        /** @param className internal name */
        Optional<byte[]> find(String className);

        /** Why a class that is there cannot be read; empty: it is not there. */
        default Optional<String> unreadable(String className) {
            return Optional.empty();
        }
    }

    /**
     * Finds the oracle's definitions by method, variable and order.
     *
     * @throws IllegalArgumentException the oracle names a kind of definition that there is not
     */
    public static LocatedData of(Oracle oracle, ClassFiles classFiles) {
        Map<Integer, String> gone = new TreeMap<>();
        Set<Integer> there = new TreeSet<>();
        Map<String, Optional<Map<MethodKey, List<Place>>>> classes = new HashMap<>();
        List<DataPlan.Method> methods = new ArrayList<>();
        for (Oracle.Method method : oracle.methods()) {
            String className = method.className().replace('.', '/');
            Map<MethodKey, List<Place>> sites = classes
                    .computeIfAbsent(className, name -> classFiles.find(name).map(DefinitionSites::of))
                    .orElse(null);
            List<Site> planned = method.sites().stream().map(LocatedData::site).toList();
            MethodKey key = sites == null ? null : find(sites, method);
            if (key == null) {
                String reason = sites != null ? missing(method, sites)
                        : classFiles.unreadable(className)
                                .map(why -> "class " + method.className() + " cannot be read: " + why)
                                .orElse("class " + method.className() + " is not on the class path");
                planned.stream().filter(site -> site.datum() >= 0).forEach(site -> gone.put(site.datum(), reason));
                continue;
            }
            int[] places = DefinitionSites.align(planned, sites.get(key).stream().map(Place::site).toList());
            for (int i = 0; i < places.length; i++) {
                int datum = planned.get(i).datum();
                if (datum >= 0 && places[i] >= 0) {
                    there.add(datum);
                } else if (datum >= 0) {
                    gone.putIfAbsent(datum, "method " + method.className() + "." + method.name() + " does not define it any more");
                }
            }
            methods.add(new DataPlan.Method(className, key.name(), key.descriptor(), planned));
        }
        // A statement that the compiler had copied is there while one of its copies is.
        gone.keySet().removeAll(there);
        gone.keySet().retainAll(recorded(oracle).keySet());
        return new LocatedData(new DataPlan(oracle.data().size(), methods, oracle.kept()), gone);
    }

    /** How many tests give values to a datum, by the datum's number. */
    public static Map<Integer, Integer> recorded(Oracle oracle) {
        Map<Integer, Integer> tests = new HashMap<>();
        oracle.tests().forEach(test -> test.values().forEach(values -> tests.merge(values.datum(), 1, Integer::sum)));
        return tests;
    }

    /** The same method, or if its signature has changed, the only one of its name. */
    private static MethodKey find(Map<MethodKey, List<Place>> sites, Oracle.Method method) {
        MethodKey same = new MethodKey(method.name(), method.descriptor());
        if (sites.containsKey(same)) {
            return same;
        }
        List<MethodKey> named = sites.keySet().stream().filter(key -> key.name().equals(method.name())).toList();
        return named.size() == 1 ? named.get(0) : null;
    }

    private static String missing(Oracle.Method method, Map<MethodKey, List<Place>> sites) {
        long named = sites.keySet().stream().filter(key -> key.name().equals(method.name())).count();
        String what = "class " + method.className() + " has no method " + method.name() + method.descriptor() + " any more";
        return named == 0 ? what : what + ", and " + named + " others of that name";
    }

    private static Site site(Oracle.Site site) {
        try {
            return new Site(SiteKind.valueOf(site.kind().toUpperCase(Locale.ROOT)), site.variable(), site.line(), site.sort().charAt(0),
                    site.datum());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the oracle is damaged: a definition of the kind \"" + site.kind() + "\"; record it again",
                    e);
        }
    }
}
