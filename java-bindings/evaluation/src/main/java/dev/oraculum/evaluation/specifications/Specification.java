package dev.oraculum.evaluation.specifications;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Files that say of a class which objects and calls are small, and of its methods what is true, as a maintainer would write it.
 *
 * <pre>
 * class RingBuffer
 * make 1 2 3            # a constructor, values of its parameters separated by |
 * by offer -1 0         # an operation, likewise: it makes further objects
 * depth 5               # operations one after the other
 * method offer(int)
 * calls -1 0 MAX        # values of its parameters
 * trap wrap-around      # the method is there for a false alarm that its tests invite
 * = result == (old_this.size &lt; this.items.length)
 * </pre>
 */
final class Specification {
    private static final int DEPTH = 4;
    private static final int MOST_OBJECTS = 300;
    private static final String LIST = "classes.txt";

    private Specification() {}

    /** A call that makes an object of another. */
    record Operation(String method, String arguments) {}

    /**
     * A method.
     *
     * @param method as the command line takes it, behind the class
     * @param calls values of its parameters
     * @param trap which false alarm it is there for; empty: none
     * @param assertions that are true at its exit
     */
    record OfMethod(String method, String calls, String trap, List<String> assertions) {
        String name() {
            return method.substring(0, method.indexOf('('));
        }
    }

    /**
     * A class.
     *
     * @param constructors values of the parameters of each
     */
    record OfClass(
            String name, List<String> constructors, List<Operation> operations, int depth, int mostObjects, List<OfMethod> methods) {}

    /** All files, in the order of the list. */
    static List<OfClass> all() throws IOException {
        List<OfClass> all = new ArrayList<>();
        for (String name : lines(LIST)) {
            all.add(read(lines(name + ".txt")));
        }
        return all;
    }

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = Specification.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("no resource " + file + " beside " + Specification.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#")).toList();
        }
    }

    static OfClass read(List<String> lines) {
        String name = "";
        List<String> constructors = new ArrayList<>();
        List<Operation> operations = new ArrayList<>();
        int depth = DEPTH;
        int most = MOST_OBJECTS;
        List<OfMethod> methods = new ArrayList<>();
        for (String line : lines) {
            int blank = line.indexOf(' ');
            String word = blank < 0 ? line : line.substring(0, blank);
            String rest = blank < 0 ? "" : line.substring(blank + 1).strip();
            int last = methods.size() - 1;
            OfMethod method = last < 0 ? null : methods.get(last);
            switch (word) {
                case "class" -> name = rest;
                case "make" -> constructors.add(rest);
                case "by" -> {
                    String[] parts = rest.split("\\s+", 2);
                    operations.add(new Operation(parts[0], parts.length < 2 ? "" : parts[1]));
                }
                case "depth" -> depth = Integer.parseInt(rest);
                case "objects" -> most = Integer.parseInt(rest);
                case "method" -> methods.add(new OfMethod(rest, "", "", List.of()));
                case "calls" -> methods.set(last, new OfMethod(method.method(), rest, method.trap(), method.assertions()));
                case "trap" -> methods.set(last, new OfMethod(method.method(), method.calls(), rest, method.assertions()));
                case "=" -> {
                    List<String> assertions = new ArrayList<>(method.assertions());
                    assertions.add(rest);
                    methods.set(last, new OfMethod(method.method(), method.calls(), method.trap(), List.copyOf(assertions)));
                }
                default -> throw new IllegalArgumentException(name + ": a line begins with class, make, by, depth, objects, method, calls, "
                        + "trap or =, and not with " + word);
            }
        }
        return new OfClass(name, constructors, operations, depth, most, methods);
    }
}
