package dev.oraculum.api.infer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The invariants of a class as a reader wants them: what holds of its objects, and then, of each method, what it requires, what it ensures,
 * and what it leaves as it was. Of each the most telling first.
 *
 * @param className {@code pkg.C}
 * @param objects of its objects and of the class itself: the points that have invariants
 * @param methods in the order of the report
 * @param others points of a trace that are of no method: their names and what holds there
 */
public record ClassInvariants(String className, List<Block> objects, List<Method> methods, List<Block> others) {
    /**
     * What holds at a point.
     *
     * @param name {@code objects}, {@code class}, or what a trace calls the point
     */
    public record Block(String name, int samples, List<Inference.Invariant> invariants) {}

    /**
     * A method or constructor.
     *
     * @param name {@code m(int)}
     * @param samples of its exits, or of its entry where no exit was seen
     * @param requires what holds at its entry
     * @param ensures what holds at its exits
     * @param unchanged variables that are at the exit what they were at the entry
     * @param exits of several exits each, by line: what holds there beside that; those that say something
     * @param variablesLeftOut derived variables that there was no room for
     */
    public record Method(
            String name,
            int samples,
            List<Inference.Invariant> requires,
            List<Inference.Invariant> ensures,
            List<String> unchanged,
            List<Exit> exits,
            int variablesLeftOut) {
        /** Whether there is no more to say than that it leaves all as it was. */
        public boolean saysNothing() {
            return requires.isEmpty() && ensures.isEmpty() && exits.isEmpty() && variablesLeftOut == 0;
        }
    }

    /** An exit by line. */
    public record Exit(int line, int samples, List<Inference.Invariant> ensures, List<String> unchanged) {}

    /** The classes of points, in the order in which these come. */
    static List<ClassInvariants> of(List<Inference.Point> points) {
        Map<String, List<Inference.Point>> byClass = new LinkedHashMap<>();
        points.forEach(point -> byClass.computeIfAbsent(className(point), name -> new ArrayList<>()).add(point));
        return byClass.entrySet().stream().map(entry -> ofClass(entry.getKey(), entry.getValue())).toList();
    }

    private static ClassInvariants ofClass(String name, List<Inference.Point> points) {
        List<Block> objects = new ArrayList<>();
        List<Block> others = new ArrayList<>();
        Map<String, List<Inference.Point>> byMethod = new LinkedHashMap<>();
        for (Inference.Point point : points) {
            switch (point.place()) {
                case "object", "class" -> objects.add(new Block(
                        point.place().equals("object") ? "objects" : "class", point.samples(), sorted(point.invariants())));
                case "other" -> others.add(new Block(point.name(), point.samples(), sorted(point.invariants())));
                default -> byMethod.computeIfAbsent(point.method(), method -> new ArrayList<>()).add(point);
            }
        }
        objects.removeIf(block -> block.invariants().isEmpty());
        List<Inference.Invariant> ofObjects = objects.stream().flatMap(block -> block.invariants().stream()).toList();
        List<Method> methods = byMethod.entrySet().stream()
                .map(entry -> method(name, entry.getKey(), entry.getValue(), ofObjects))
                .toList();
        return new ClassInvariants(name, objects, methods, others);
    }

    private static Method method(
            String className, String method, List<Inference.Point> points, List<Inference.Invariant> ofObjects) {
        List<Inference.Invariant> requires = List.of();
        List<Inference.Invariant> ensures = List.of();
        List<String> unchanged = List.of();
        List<Exit> exits = new ArrayList<>();
        int samples = 0;
        int left = 0;
        boolean exit = false;
        Stream<Inference.Invariant> ofExits = points.stream()
                .filter(point -> !point.place().equals("entry") && point.line() == null)
                .flatMap(point -> point.invariants().stream());
        List<Inference.Invariant> ofAll = Stream.concat(ofExits, ofObjects.stream()).toList();
        for (Inference.Point point : points) {
            left += point.variablesLeftOut();
            if (point.place().equals("entry")) {
                requires = said(point, List.of(), ofObjects);
                samples = exit ? samples : point.samples();
            } else if (point.line() == null) {
                ensures = said(point, ofAll, ofObjects);
                unchanged = unchanged(point, ofAll);
                samples = point.samples();
                exit = true;
            } else if (!point.invariants().isEmpty()) {
                List<Inference.Invariant> known = Stream.concat(point.invariants().stream(), ofAll.stream()).toList();
                exits.add(new Exit(point.line(), point.samples(), said(point, known, ofObjects), unchanged(point, known)));
            }
        }
        String name = method.startsWith(className + ".") ? method.substring(className.length() + 1) : method;
        return new Method(name, samples, requires, ensures, unchanged, exits, left);
    }

    /** A method's class: {@code pkg.C.m(int)} is one of pkg.C. */
    private static String className(Inference.Point point) {
        if (point.place().equals("object") || point.place().equals("class")) {
            return point.method();
        }
        int arguments = point.method().indexOf('(');
        int dot = point.method().lastIndexOf('.', arguments < 0 ? point.method().length() : arguments);
        return dot < 0 ? point.method() : point.method().substring(0, dot);
    }

    private static List<Inference.Invariant> sorted(List<Inference.Invariant> invariants) {
        return invariants.stream().sorted(Comparator.comparing(Inference.Invariant::says)).toList();
    }

    /** @param known what is said of the method's exits, at this one or at all of them, and of all objects */
    private static List<Inference.Invariant> said(
            Inference.Point point, List<Inference.Invariant> known, List<Inference.Invariant> ofObjects) {
        return sorted(point.invariants().stream()
                .filter(invariant -> invariant.says() != Inference.Says.UNCHANGED && unchangedBy(invariant, known) == null)
                .filter(invariant -> !isOfSecondName(invariant, point.invariants(), ofObjects))
                .toList());
    }

    /** Of {@code x == orig(y)}, where {@code x == y} is said, the unchanged y; null: it is something else. */
    private static String unchangedBy(Inference.Invariant invariant, List<Inference.Invariant> known) {
        if (!isEquality(invariant) || !isOfEntry(invariant.variables().get(1))) {
            return null;
        }
        String x = invariant.variables().get(0);
        String y = plain(invariant.variables().get(1));
        return !x.equals(y) && isEqual(x, y, known) ? y : null;
    }

    /** Whether it is {@code x == z} where {@code x == y} is said, too, and of all objects that z is another name of y. */
    private static boolean isOfSecondName(
            Inference.Invariant invariant, List<Inference.Invariant> known, List<Inference.Invariant> ofObjects) {
        if (!isEquality(invariant)) {
            return false;
        }
        String x = invariant.variables().get(0);
        String z = invariant.variables().get(1);
        return known.stream().filter(said -> isEquality(said) && said.variables().get(0).equals(x)).map(said -> said.variables().get(1))
                .anyMatch(y -> isOfEntry(y) == isOfEntry(z) && isEqual(plain(y), plain(z), ofObjects));
    }

    private static boolean isEquality(Inference.Invariant invariant) {
        List<String> pair = invariant.variables();
        return pair.size() == 2 && invariant.daikon().equals(pair.get(0) + " == " + pair.get(1));
    }

    private static boolean isOfEntry(String name) {
        return name.startsWith("orig(");
    }

    private static String plain(String name) {
        return isOfEntry(name) ? name.substring("orig(".length(), name.length() - 1) : name;
    }

    private static boolean isEqual(String x, String y, List<Inference.Invariant> known) {
        return known.stream().anyMatch(said -> said.daikon().equals(x + " == " + y) && said.variables().equals(List.of(x, y)));
    }

    /** Where contents are unchanged, their number is too. */
    private static List<String> unchanged(Inference.Point point, List<Inference.Invariant> known) {
        Stream<String> said = point.invariants().stream()
                .filter(invariant -> invariant.says() == Inference.Says.UNCHANGED)
                .map(invariant -> invariant.variables().stream().filter(name -> !name.startsWith("orig(")).findFirst().orElseThrow());
        // What is equal to something unchanged needs no saying.
        Stream<String> equal = point.invariants().stream()
                .filter(each -> !isEqual(each.variables().get(0), "orig(" + each.variables().get(0) + ")", known))
                .map(each -> unchangedBy(each, known))
                .filter(Objects::nonNull);
        List<String> names = Stream.concat(said, equal).distinct().toList();
        return names.stream()
                .filter(name -> names.stream().noneMatch(of -> name.equals("size(" + of + ")") || name.equals(of + ".length()")))
                .toList();
    }
}
