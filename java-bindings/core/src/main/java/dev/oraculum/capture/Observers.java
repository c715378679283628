package dev.oraculum.capture;

import dev.oraculum.facts.ClassInfo;
import dev.oraculum.facts.ClassInfo.Member;
import dev.oraculum.facts.Hierarchy;
import dev.oraculum.facts.JavaNames;
import dev.oraculum.facts.Purity.Answer;
import dev.oraculum.facts.Purity.Call;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.runtime.StatePlan.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The observers of a type: methods without parameters that return a number or boolean and have no side effect
 * ({@link dev.oraculum.facts.Purity}); in the GAssert paper's terms, what stands for an object in a state.
 *
 * <p>Of arrays, strings and the JDK's collections and maps only their size is read. Never observers, however pure: identity
 * hash codes, whatever belongs to iteration, time, randomness or threads (they differ from run to run), and methods that
 * may call the method under test (an assertion in it would call itself).
 */
final class Observers {
    private static final Set<String> EXCLUDED_NAMES =
            Set.of("hashCode", "clone", "finalize", "notify", "notifyAll", "wait", "next", "previous", "hasNext",
                    "hasPrevious", "hasMoreElements", "nextElement", "nextIndex", "previousIndex");
    private static final Set<String> EXCLUDED_TYPES = Set.of(
            "java/util/Iterator",
            "java/util/Enumeration",
            "java/util/Random",
            "java/util/random/RandomGenerator",
            "java/util/stream/BaseStream",
            "java/time/Clock",
            "java/lang/Thread",
            "java/lang/ThreadGroup",
            "java/lang/ClassLoader",
            "java/lang/Class",
            "java/lang/Process",
            "java/lang/Runtime");

    private static final Map<String, Type> BOXES = Map.of(
            "java/lang/Boolean", Type.BOOLEAN_TYPE,
            "java/lang/Byte", Type.BYTE_TYPE,
            "java/lang/Short", Type.SHORT_TYPE,
            "java/lang/Character", Type.CHAR_TYPE,
            "java/lang/Integer", Type.INT_TYPE,
            "java/lang/Long", Type.LONG_TYPE,
            "java/lang/Float", Type.FLOAT_TYPE,
            "java/lang/Double", Type.DOUBLE_TYPE);

    private final Hierarchy hierarchy;
    private final ResolvedMethod method;
    private final boolean publicOnly;
    private final Function<Collection<Call>, Map<Call, Answer>> purity;
    private final Map<String, List<Observer>> known = new HashMap<>();
    /** Types that are asked about while nothing is decided yet. */
    private final Set<String> wanted = new TreeSet<>();

    private final Map<Call, Answer> answers = new HashMap<>();

    /**
     * How a value is read from a reference.
     *
     * @param text what follows the reference in Java text, {@code .size()}
     * @param type primitive type of the value
     */
    record Observer(String text, Type type, Step step) {}

    /** The primitive type of a box, or null. */
    static Type boxed(String internalName) {
        return BOXES.get(internalName);
    }

    /** @param purity answers which calls have no side effect, many at once */
    Observers(Hierarchy hierarchy, Function<Collection<Call>, Map<Call, Answer>> purity, ResolvedMethod method, boolean publicOnly) {
        this.hierarchy = hierarchy;
        this.purity = purity;
        this.method = method;
        this.publicOnly = publicOnly;
    }

    /** Takes note that the observers of a reference type will be asked for. */
    List<Observer> want(Type type) {
        if (type.getSort() != Type.ARRAY) {
            wanted.add(type.getInternalName());
        }
        return List.of();
    }

    /** The observers of a reference type, in name order. */
    List<Observer> of(Type type) {
        if (type.getSort() == Type.ARRAY) {
            return List.of(new Observer(".length", Type.INT_TYPE, Step.length()));
        }
        want(type);
        decide();
        return known.computeIfAbsent(type.getInternalName(), this::ofClass);
    }

    /** Asks about all methods that may be observers of the types that are wanted. */
    private void decide() {
        List<Call> calls = wanted.stream().flatMap(type -> candidates(type).entrySet().stream()
                .map(found -> new Call(type, found.getKey(), found.getValue().descriptor()))).toList();
        wanted.clear();
        List<Call> open = calls.stream().filter(call -> !answers.containsKey(call)).toList();
        if (!open.isEmpty()) {
            answers.putAll(purity.apply(open));
        }
    }

    private List<Observer> ofClass(String type) {
        Type boxed = BOXES.get(type);
        if (boxed != null) {
            return List.of(call(type, boxed.getClassName() + "Value", boxed, Type.getMethodDescriptor(boxed)));
        }
        Optional<List<String>> sizes = sizes(type);
        if (sizes.isPresent()) {
            return sizes.get().stream()
                    .map(name -> name.equals("isEmpty")
                            ? call(type, name, Type.BOOLEAN_TYPE, "()Z")
                            : call(type, name, Type.INT_TYPE, "()I"))
                    .toList();
        }
        List<Observer> observers = new ArrayList<>();
        candidates(type).forEach((name, member) -> {
            Type value = primitive(Type.getReturnType(member.descriptor()));
            Answer answer = answers.get(new Call(type, name, member.descriptor()));
            if (answer.isPure() && !answer.reaches()) {
                observers.add(call(type, name, value, member.descriptor()));
            }
        });
        return List.copyOf(observers);
    }

    private static Observer call(String owner, String name, Type value, String descriptor) {
        return new Observer("." + name + "()", value, Step.method(owner, name, descriptor));
    }

    private boolean isObservable(String type) {
        return hierarchy.isAccessible(type, method.owner()) && !isExcluded(type);
    }

    private boolean isExcluded(String type) {
        return EXCLUDED_TYPES.stream().anyMatch(excluded -> hierarchy.isSubtype(type, excluded));
    }

    /** The size methods of a JDK container; empty for other types. CharSequence.isEmpty is too young to be relied on. */
    private Optional<List<String>> sizes(String type) {
        if (!isObservable(type) || hierarchy.isProject(type)) {
            return Optional.empty();
        }
        if (hierarchy.isSubtype(type, "java/util/Collection") || hierarchy.isSubtype(type, "java/util/Map")) {
            return Optional.of(List.of("isEmpty", "size"));
        }
        if (type.equals("java/lang/String")) {
            return Optional.of(List.of("isEmpty", "length"));
        }
        return hierarchy.isSubtype(type, "java/lang/CharSequence") ? Optional.of(List.of("length")) : Optional.empty();
    }

    /** Methods by name that have the form of an observer, the nearest declaration of each; none where it is known without them. */
    private Map<String, Member> candidates(String type) {
        Map<String, Member> found = new TreeMap<>();
        if (BOXES.containsKey(type) || !isObservable(type) || sizes(type).isPresent()) {
            return found;
        }
        List<String> types = new ArrayList<>(List.of(type));
        types.addAll(hierarchy.supertypes(type));
        for (String each : types) {
            ClassInfo info = hierarchy.find(each).orElse(null);
            if (info == null || each.equals("java/lang/Object")) {
                continue;
            }
            for (Member member : info.methods()) {
                if (hasForm(member) && isCallable(info, member, type) && !isAmbiguous(info, member)) {
                    found.putIfAbsent(member.name(), member);
                }
            }
        }
        return found;
    }

    /**
     * Obfuscators give methods that differ in their results one name, which the JVM tells apart and Java does not; bridges are no such
     * case.
     */
    private static boolean isAmbiguous(ClassInfo info, Member member) {
        return info.methods().stream()
                .anyMatch(other -> other != member && other.name().equals(member.name()) && other.descriptor().startsWith("()")
                && !other.is(Opcodes.ACC_SYNTHETIC));
    }

    private static boolean hasForm(Member member) {
        return member.descriptor().startsWith("()")
                && !member.is(Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC)
                && JavaNames.isIdentifier(member.name())
                && !EXCLUDED_NAMES.contains(member.name())
                && primitive(Type.getReturnType(member.descriptor())) != null;
    }

    private boolean isCallable(ClassInfo declaring, Member member, String receiverType) {
        if (member.is(Opcodes.ACC_PUBLIC)) {
            return true;
        }
        if (publicOnly) {
            return false;
        }
        if (member.is(Opcodes.ACC_PRIVATE)) {
            return declaring.name().equals(receiverType) && hierarchy.sameTopLevel(receiverType, method.owner());
        }
        return declaring.packageName().equals(ClassInfo.packageOf(method.owner()));
    }

    /** The primitive type of a number or boolean, boxed or not; null for anything else. */
    private static Type primitive(Type type) {
        return switch (type.getSort()) {
            case Type.VOID, Type.ARRAY -> null;
            case Type.OBJECT -> BOXES.get(type.getInternalName());
            default -> type;
        };
    }
}
