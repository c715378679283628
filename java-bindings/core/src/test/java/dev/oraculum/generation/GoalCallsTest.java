package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.testing.Compiled;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

class GoalCallsTest {
    private static final String SOURCE =
            """
            package p;
            import java.util.*;
            public class Shelf {
                private Part part = new Wood();
                public int weigh() { return part.weight() + twice(3); }
                private static int twice(int x) { return 2 * x; }
                public Iterator<String> iterator() { return new Steps(); }
                public List<String> sorted(List<String> all) { all.sort((a, b) -> less(a, b)); return all; }
                private static int less(String a, String b) { return a.compareTo(b); }
                public int count(Iterator<String> from) { return from.hasNext() ? 1 : 0; }
                interface Part { int weight(); }
                static class Wood implements Part { public int weight() { return 4; } }
                static class Other { public int weight() { return 5; } }
                class Steps implements Iterator<String> {
                    public boolean hasNext() { return weigh() > 0; }
                    public String next() { return ""; }
                }
            }
            """;

    /** By method those that it calls, as {@code Class.name}; of all but what the compiler made. */
    private static Map<String, List<String>> calls(Compiled compiled) {
        List<byte[]> files = new ArrayList<>();
        files.add(compiled.classes().get("p/Shelf"));
        compiled.classes().entrySet().stream().filter(file -> !file.getKey().equals("p/Shelf")).forEach(file -> files.add(file.getValue()));
        List<GoalCalls.Method> methods = new ArrayList<>();
        Map<String, Set<String>> above = new TreeMap<>();
        for (byte[] file : files) {
            ClassNode node = new ClassNode();
            new ClassReader(file).accept(node, 0);
            above.put(node.name, new HashSet<>(node.interfaces));
            for (MethodNode method : node.methods) {
                boolean isBridge = (method.access & Opcodes.ACC_BRIDGE) != 0;
                if (!isBridge && !method.name.equals("<init>")) {
                    methods.add(new GoalCalls.Method(node.name, method.name, method.desc));
                }
            }
        }
        List<List<Integer>> calls = new GoalCalls(files, name -> above.getOrDefault(name, Set.of())).among(methods);
        Map<String, List<String>> byName = new TreeMap<>();
        for (int i = 0; i < methods.size(); i++) {
            byName.put(name(methods.get(i)), calls.get(i).stream().map(place -> name(methods.get(place))).sorted().toList());
        }
        return byName;
    }

    private static String name(GoalCalls.Method method) {
        return method.className().substring(method.className().lastIndexOf('/') + 1) + "." + method.name();
    }

    @Test
    void callsAreFollowedToWhatTheObjectMayBeOf() {
        Map<String, List<String>> calls = calls(Compiled.of(SOURCE, "--release", "17"));
        // Abstract methods are there, too; Other has the name, but is no part.
        assertEquals(List.of("Shelf$Part.weight", "Shelf$Wood.weight", "Shelf.twice"), calls.get("Shelf.weigh"));
        assertEquals(List.of(), calls.get("Shelf.twice"));
        assertEquals(List.of("Shelf$Steps.hasNext"), calls.get("Shelf.count"));
        assertEquals(List.of("Shelf.weigh"), calls.get("Shelf$Steps.hasNext"));
    }

    @Test
    void whatMakesAnObjectCountsAsCallingItsMethods() {
        Map<String, List<String>> calls = calls(Compiled.of(SOURCE, "--release", "17"));
        assertEquals(List.of("Shelf$Steps.hasNext", "Shelf$Steps.next"), calls.get("Shelf.iterator"));
    }

    @Test
    void theCodeOfALambdaCountsAsCalledWhereItIsMade() {
        Map<String, List<String>> calls = calls(Compiled.of(SOURCE, "--release", "17"));
        assertEquals(List.of("Shelf.lambda$sorted$0"), calls.get("Shelf.sorted"));
        assertEquals(List.of("Shelf.less"), calls.get("Shelf.lambda$sorted$0"));
    }

    /** Up to Java 10, code of a nested class calls private methods by others that the compiler adds. */
    @Test
    void whatTheCompilerAddsBetweenIsFollowed() {
        Compiled compiled = Compiled.of(
                "package p; public class Shelf { private int hidden() { return 1; } class In { int ask() { return hidden(); } } }",
                "--release", "8");
        ClassNode shelf = new ClassNode();
        new ClassReader(compiled.classes().get("p/Shelf")).accept(shelf, 0);
        assertEquals(1, shelf.methods.stream().filter(method -> method.name.equals("access$000")).count());
        List<byte[]> files = List.of(compiled.classes().get("p/Shelf"), compiled.classes().get("p/Shelf$In"));
        List<GoalCalls.Method> methods = List.of(
                new GoalCalls.Method("p/Shelf", "hidden", "()I"), new GoalCalls.Method("p/Shelf$In", "ask", "()I"));
        assertEquals(List.of(List.of(), List.of(0)), new GoalCalls(files, name -> Set.of()).among(methods));
    }
}
