package dev.oraculum.facts;

import dev.oraculum.facts.ClassInfo.Member;
import dev.oraculum.facts.MethodEffects.Call;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Which methods are free of side effects, by interprocedural analysis of bytecode: a method is pure iff nothing that it can
 * reach writes a static field, a field or array element of an object that existed before the call, takes a monitor or runs
 * native code (and with that, does I/O, reads the clock or a source of randomness).
 *
 * <p>Per method we find which of its arguments it writes ({@link MethodEffects}); a caller that passes an object of its own
 * making stays pure, one that passes on its own argument writes that. Summaries are the least fixed point over the methods
 * reached, so recursion needs no special case. Virtual calls go to every override that {@link Hierarchy} knows of; a call on
 * an interface or abstract class of the JDK is impure unless its contract says otherwise ({@link KnownMethods}).
 *
 * <p>Not seen: static initializers (they run once, whoever comes first), and classes that are loaded from elsewhere at run
 * time. A call that a lambda might answer, or that reaches more than {@value #BUDGET} methods, counts as impure.
 */
public final class Purity {
    private static final int BUDGET = 3000;
    private static final int MOST_OVERRIDES = 150;

    private record Method(String owner, String name, String descriptor) {
        @Override
        public String toString() {
            return MethodReference.text(owner, name, descriptor);
        }
    }

    private final ClassPath classPath;
    private final Hierarchy hierarchy;
    private final Map<String, Map<String, MethodNode>> code = new HashMap<>();
    private final Map<Method, MethodEffects> effects = new HashMap<>();
    private final Map<Call, Targets> targets = new HashMap<>();
    /** Final summaries of methods known to be free of definite impurities. */
    private final Map<Method, Long> summaries = new HashMap<>();

    private final Map<Method, String> impure = new HashMap<>();

    public Purity(ClassPath classPath, Hierarchy hierarchy) {
        this.classPath = classPath;
        this.hierarchy = hierarchy;
    }

    /**
     * Why a call of an instance method without parameters on a receiver of a static type may have a side effect; empty if it
     * has none.
     */
    public Optional<String> impurity(String receiverType, String name, String descriptor) {
        Call call = new Call(Opcodes.INVOKEVIRTUAL, receiverType, name, descriptor, new int[] {0});
        Targets found = resolve(call);
        if (found.impurity != null) {
            return Optional.of(found.impurity);
        }
        for (Method target : found.methods) {
            String why = why(target);
            if (why != null) {
                return Optional.of(why);
            }
        }
        return found.written != 0 ? Optional.of("writes to its receiver") : Optional.empty();
    }

    /** Whether a call of the pure method may reach another one. */
    public boolean reaches(String receiverType, String name, String descriptor, ResolvedMethod other) {
        Method goal = new Method(other.owner(), other.name(), other.descriptor());
        Set<Method> seen = new LinkedHashSet<>();
        Deque<Method> open = new ArrayDeque<>(
                resolve(new Call(Opcodes.INVOKEVIRTUAL, receiverType, name, descriptor, new int[] {0})).methods);
        while (!open.isEmpty()) {
            Method method = open.poll();
            if (method.equals(goal)) {
                return true;
            }
            if (seen.add(method)) {
                for (Call call : effects(method).calls()) {
                    open.addAll(resolve(call).methods);
                }
            }
        }
        return false;
    }

    /** Why the method is impure, or null; fills in the summaries of all it reaches. */
    private String why(Method root) {
        if (impure.containsKey(root)) {
            return impure.get(root);
        }
        if (!summaries.containsKey(root)) {
            Map<Method, Method> callers = new LinkedHashMap<>();
            String definite = explore(root, callers);
            if (definite == null) {
                definite = solve(new ArrayList<>(callers.keySet()));
            }
            if (definite != null) {
                impure.put(root, definite);
                return definite;
            }
        }
        return summaries.get(root) == 0 ? null : "writes to its receiver";
    }

    /** Collects what a method reaches; stops at the first thing that is impure whatever the arguments are. */
    private String explore(Method root, Map<Method, Method> callers) {
        Deque<Method> open = new ArrayDeque<>(List.of(root));
        callers.put(root, root);
        while (!open.isEmpty()) {
            Method method = open.poll();
            MethodEffects found = effects(method);
            String definite = found.impurity();
            for (Call call : found.calls()) {
                Targets next = resolve(call);
                if (next.impurity != null && definite == null) {
                    definite = next.impurity;
                }
                for (Method target : next.methods) {
                    if (!summaries.containsKey(target) && callers.putIfAbsent(target, method) == null) {
                        open.add(target);
                    }
                }
            }
            if (definite != null) {
                return method.equals(root) ? definite : "calls " + method + ", which " + definite;
            }
            if (callers.size() > BUDGET) {
                return "reaches more than " + BUDGET + " methods";
            }
        }
        return null;
    }

    /** Least fixed point of "writes argument i" over methods that call only each other and summarised ones. */
    private String solve(List<Method> methods) {
        Map<Method, Long> written = new HashMap<>();
        methods.forEach(method -> written.put(method, effects(method).written()));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Method method : methods) {
                long before = written.get(method);
                long after = before;
                for (Call call : effects(method).calls()) {
                    long callee = writtenBy(call, written);
                    for (int i = 0; i < call.arguments().length; i++) {
                        if ((callee >> Math.min(i, 63) & 1) != 0) {
                            int from = call.arguments()[i];
                            if (from == Origin.OTHER) {
                                return (method.equals(methods.get(0)) ? "" : "calls " + method + ", which ") + "lets "
                                        + call.name() + " write an object that it did not create";
                            }
                            after |= from >= 0 ? 1L << from : 0;
                        }
                    }
                }
                if (after != before) {
                    written.put(method, after);
                    changed = true;
                }
            }
        }
        summaries.putAll(written);
        return null;
    }

    private long writtenBy(Call call, Map<Method, Long> written) {
        Targets found = resolve(call);
        long all = found.written;
        for (Method target : found.methods) {
            Long summary = summaries.get(target);
            all |= summary != null ? summary : written.get(target);
        }
        return all;
    }

    private MethodEffects effects(Method method) {
        return effects.computeIfAbsent(method, key -> {
            MethodNode node = code(key.owner()).get(key.name() + key.descriptor());
            return node == null ? MethodEffects.impure("has no code to analyse") : MethodEffects.of(key.owner(), node);
        });
    }

    private Map<String, MethodNode> code(String owner) {
        return code.computeIfAbsent(owner, key -> {
            Map<String, MethodNode> methods = new HashMap<>();
            classPath.find(key).ifPresent(bytes -> {
                ClassNode node = new ClassNode();
                new ClassReader(bytes).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                node.methods.forEach(method -> methods.put(method.name + method.desc, method));
            });
            return methods;
        });
    }

    /**
     * What a call may run.
     *
     * @param impurity why it is impure anyway, or null
     * @param written arguments written by targets that are not in {@code methods}
     * @param methods targets to analyse
     */
    private record Targets(String impurity, long written, Set<Method> methods) {
        static final Targets NONE = new Targets(null, 0, Set.of());

        static Targets impure(String why) {
            return new Targets(why, 0, Set.of());
        }
    }

    private Targets resolve(Call call) {
        Call key = new Call(call.opcode(), call.owner(), call.name(), call.descriptor(), null);
        Targets known = targets.get(key);
        if (known == null) {
            known = find(key);
            targets.put(key, known);
        }
        return known;
    }

    private Targets find(Call call) {
        String owner = call.owner();
        if (owner.startsWith("[")) {
            return call.name().equals("clone") || call.name().equals("getClass")
                    ? Targets.NONE
                    : Targets.impure("calls " + call.name() + " of an array");
        }
        if (!hierarchy.isProject(owner) && KnownMethods.isReadOnlyByContract(hierarchy, owner, call.name())) {
            return Targets.NONE;
        }
        ClassInfo declaring =
                hierarchy.declaring(owner, call.name(), call.descriptor()).orElse(null);
        if (declaring == null) {
            return Targets.impure("calls " + owner.replace('/', '.') + "." + call.name() + ", which is not on the class path");
        }
        Member member = declaring.method(call.name(), call.descriptor());
        boolean exact = call.opcode() == Opcodes.INVOKESTATIC
                || call.opcode() == Opcodes.INVOKESPECIAL
                || member.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_STATIC)
                || hierarchy.find(owner).orElseThrow().is(Opcodes.ACC_FINAL);
        return exact ? ofMethods(List.of(declaring), call) : overrides(call, declaring, member);
    }

    private Targets overrides(Call call, ClassInfo declaring, Member member) {
        ClassInfo receiver = hierarchy.find(call.owner()).orElseThrow();
        boolean open = receiver.isInterface() || receiver.is(Opcodes.ACC_ABSTRACT) || receiver.name().equals("java/lang/Object");
        if (open && !hierarchy.isProject(call.owner())) {
            return Targets.impure("calls " + call.owner().replace('/', '.') + "." + call.name()
                    + ", which any class may implement");
        }
        if (declaring.isInterface() && member.is(Opcodes.ACC_ABSTRACT) && isFunctional(call.owner())) {
            return Targets.impure("calls " + call.owner().replace('/', '.') + "." + call.name()
                    + ", which a lambda may implement");
        }
        Map<String, ClassInfo> declarations = new LinkedHashMap<>();
        for (String subtype : hierarchy.subtypes(call.owner())) {
            ClassInfo info = hierarchy.find(subtype).orElse(null);
            if (info != null && !info.isInterface() && !info.is(Opcodes.ACC_ABSTRACT)) {
                hierarchy.declaring(subtype, call.name(), call.descriptor())
                        .ifPresent(target -> declarations.put(target.name(), target));
            }
            if (declarations.size() > MOST_OVERRIDES) {
                return Targets.impure("calls " + call.owner().replace('/', '.') + "." + call.name()
                        + ", which has too many implementations");
            }
        }
        if (declarations.isEmpty()) {
            return Targets.impure("calls " + call.owner().replace('/', '.') + "." + call.name()
                    + ", which has no implementation on the class path");
        }
        return ofMethods(declarations.values(), call);
    }

    private static Targets ofMethods(Iterable<ClassInfo> declarations, Call call) {
        long written = 0;
        Set<Method> methods = new LinkedHashSet<>();
        for (ClassInfo declaring : declarations) {
            Member member = declaring.method(call.name(), call.descriptor());
            var known = KnownMethods.written(declaring.name(), call.name(), call.descriptor());
            if (known.isPresent()) {
                written |= known.getAsLong();
            } else if (member.is(Opcodes.ACC_NATIVE)) {
                return Targets.impure("calls the native method " + declaring.name().replace('/', '.') + "." + call.name());
            } else {
                methods.add(new Method(declaring.name(), call.name(), call.descriptor()));
            }
        }
        return new Targets(null, written, methods);
    }

    /** Whether a lambda could implement the type: an interface with one abstract method. */
    private boolean isFunctional(String type) {
        ClassInfo info = hierarchy.find(type).orElseThrow();
        if (!info.isInterface()) {
            return false;
        }
        Set<String> abstractMethods = new LinkedHashSet<>();
        List<String> interfaces = new ArrayList<>(hierarchy.supertypes(type));
        interfaces.add(type);
        for (String name : interfaces) {
            ClassInfo each = hierarchy.find(name).orElse(null);
            if (each != null && each.isInterface()) {
                each.methods().stream()
                        .filter(m -> m.is(Opcodes.ACC_ABSTRACT))
                        .forEach(m -> abstractMethods.add(m.name() + m.descriptor()));
            }
        }
        return abstractMethods.size() == 1;
    }
}
