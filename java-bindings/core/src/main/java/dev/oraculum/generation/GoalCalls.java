package dev.oraculum.generation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods of a class under test, and of what is nested in it, call which: by name and descriptor, on all classes of these that the
 * object may be of (class hierarchy analysis; Dean, Grove and Chambers, ECOOP 1995). Code that gets an object of a nested class from what
 * makes it may call its methods: what makes it counts as calling them.
 *
 * <p>The engine has finer call graphs, of the whole program. They are made for seed templates, beside the search, where there are any; this
 * is there before the first test.
 */
final class GoalCalls {
    /** A method of one of the classes. */
    record Method(String className, String name, String descriptor) {}

    private final Function<String, Set<String>> supertypes;
    private final Map<String, ClassNode> classes = new LinkedHashMap<>();
    /** By name and descriptor the classes that have such a method. */
    private final Map<String, List<String>> having = new HashMap<>();
    private final Map<Method, Set<Method>> calls = new HashMap<>();

    /** @param supertypes gives those of a class by its internal name, all of them */
    GoalCalls(Collection<byte[]> classFiles, Function<String, Set<String>> supertypes) {
        Map<String, Set<String>> known = new HashMap<>();
        this.supertypes = name -> known.computeIfAbsent(name, supertypes);
        for (byte[] classFile : classFiles) {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
            classes.put(node.name, node);
            node.methods.forEach(method -> having.computeIfAbsent(method.name + method.desc, key -> new ArrayList<>()).add(node.name));
        }
        String target = classes.isEmpty() ? "" : classes.keySet().iterator().next();
        for (ClassNode node : classes.values()) {
            for (MethodNode method : node.methods) {
                calls.put(new Method(node.name, method.name, method.desc), called(method, target));
            }
        }
    }

    /**
     * By method, the places of those that it calls: itself, or by methods between that are none of these, as what a compiler adds.
     *
     * @return ascending
     */
    List<List<Integer>> among(List<Method> methods) {
        Map<Method, Integer> places = new HashMap<>();
        methods.forEach(method -> places.put(method, places.size()));
        return methods.stream().map(method -> from(method, places)).toList();
    }

    private List<Integer> from(Method method, Map<Method, Integer> places) {
        TreeSet<Integer> found = new TreeSet<>();
        Set<Method> seen = new HashSet<>();
        Deque<Method> open = new ArrayDeque<>(calls.getOrDefault(method, Set.of()));
        while (!open.isEmpty()) {
            Method next = open.poll();
            if (!seen.add(next)) {
                continue;
            }
            Integer place = places.get(next);
            if (place != null) {
                found.add(place);
            } else {
                open.addAll(calls.getOrDefault(next, Set.of()));
            }
        }
        return List.copyOf(found);
    }

    private Set<Method> called(MethodNode method, String target) {
        Set<Method> found = new LinkedHashSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof MethodInsnNode call) {
                found.addAll(candidates(call.owner, call.name, call.desc));
                if (call.name.equals("<init>") && !call.owner.equals(target) && classes.containsKey(call.owner)) {
                    found.addAll(ofObjects(classes.get(call.owner)));
                }
            } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                for (Object argument : dynamic.bsmArgs) {
                    if (argument instanceof Handle handle) {
                        found.addAll(candidates(handle.getOwner(), handle.getName(), handle.getDesc()));
                    }
                }
            }
        }
        return found;
    }

    private List<Method> candidates(String owner, String name, String descriptor) {
        return having.getOrDefault(name + descriptor, List.of()).stream()
                .filter(has -> has.equals(owner) || supertypes.apply(has).contains(owner) || supertypes.apply(owner).contains(has))
                .map(has -> new Method(has, name, descriptor)).toList();
    }

    private static List<Method> ofObjects(ClassNode node) {
        return node.methods.stream()
                .filter(method -> (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !method.name.startsWith("<"))
                .map(method -> new Method(node.name, method.name, method.desc)).toList();
    }
}
