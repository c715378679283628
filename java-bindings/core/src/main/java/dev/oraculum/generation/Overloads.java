package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.Member;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.objectweb.asm.Type;

/**
 * Whether a call means the member that it is to mean, or needs casts for that: what javac chooses (JLS 15.12.2), as far as types without
 * their arguments tell. Where they do not, it may mean another one.
 */
final class Overloads {
    /** For the type of {@code null}. */
    static final String NULL = "null";
    private static final String OBJECT = "Ljava/lang/Object;";
    /** Of primitives, in an order in which each may be given for those behind it; not of {@code boolean} and {@code char}. */
    private static final String NUMBERS = "BSIJFD";
    private static final Map<String, String> BOXES = Map.of(
            "Z", "Ljava/lang/Boolean;", "B", "Ljava/lang/Byte;", "S", "Ljava/lang/Short;", "C", "Ljava/lang/Character;", "I",
            "Ljava/lang/Integer;", "J", "Ljava/lang/Long;", "F", "Ljava/lang/Float;", "D", "Ljava/lang/Double;");

    private final MemberTable table;
    private final Declarations declarations;
    /** By member its overloads. */
    private final Map<Integer, List<Member>> known = new HashMap<>();

    Overloads(MemberTable table, Declarations declarations) {
        this.table = table;
        this.declarations = declarations;
    }

    /**
     * Whether a call with such arguments, as they stand, may mean another member, or none.
     *
     * @param number of the member that it is to mean
     * @param given by argument the type of the expression, without type arguments: a descriptor, or {@link #NULL}
     */
    boolean mayMeanAnother(int number, List<String> given) {
        Member member = table.member(number);
        List<Member> others = known.computeIfAbsent(number, table::overloads);
        boolean strict = takes(member, given, this::isWithoutBoxing);
        return others.stream().anyMatch(other -> mayBeChosen(other, member, strict, given));
    }

    /** @param strict whether the member takes the arguments without boxing any */
    private boolean mayBeChosen(Member other, Member member, boolean strict, List<String> given) {
        if (member.varargs() || other.varargs()) {
            return true;
        }
        // What takes them without boxing comes first.
        boolean applies = strict ? takes(other, given, this::mayBeWithoutBoxing) : takes(other, given, this::mayBe);
        return applies && !(strict && isMoreSpecific(member, other));
    }

    private static boolean takes(Member member, List<String> given, BiPredicate<String, String> is) {
        List<String> parameters = parameters(member);
        return parameters.size() == given.size()
                && IntStream.range(0, given.size()).allMatch(place -> is.test(given.get(place), parameters.get(place)));
    }

    private static List<String> parameters(Member member) {
        return Arrays.stream(Type.getArgumentTypes(member.descriptor())).map(Type::getDescriptor).toList();
    }

    /** Whether each of its parameters is a subtype of the other's (JLS 15.12.2.5); what a type variable stands for is not known here. */
    private boolean isMoreSpecific(Member member, Member other) {
        List<String> own = parameters(member);
        List<String> others = parameters(other);
        return IntStream.range(0, own.size()).allMatch(place -> !isVariable(other, place)
                && isWithoutBoxing(own.get(place), others.get(place)));
    }

    static boolean isVariable(Member member, int place) {
        return member.parameters().get(place).matches("\\[*T.*");
    }

    /** Whether it is a subtype, surely. */
    private boolean isWithoutBoxing(String type, String of) {
        return isPrimitive(type) || isPrimitive(of) ? widens(type, of) : isReference(type, of, false);
    }

    private boolean mayBeWithoutBoxing(String type, String of) {
        return isPrimitive(type) || isPrimitive(of) ? widens(type, of) : isReference(type, of, true);
    }

    private boolean mayBe(String type, String of) {
        if (isPrimitive(type) == isPrimitive(of)) {
            return mayBeWithoutBoxing(type, of);
        }
        if (isPrimitive(type)) {
            return isReference(BOXES.get(type), of, true);
        }
        return BOXES.entrySet().stream().anyMatch(box -> box.getValue().equals(type) && widens(box.getKey(), of));
    }

    private static boolean isPrimitive(String type) {
        return type.length() == 1;
    }

    /** The type itself, or a widening (JLS 4.10.1, 5.1.2). */
    private static boolean widens(String type, String to) {
        if (type.equals(to)) {
            return true;
        }
        int from = type.equals("C") ? NUMBERS.indexOf('S') : isPrimitive(type) ? NUMBERS.indexOf(type) : -1;
        int target = isPrimitive(to) ? NUMBERS.indexOf(to) : -1;
        return from >= 0 && target > from;
    }

    /** @param unknown what is said where it is not known */
    private boolean isReference(String type, String of, boolean unknown) {
        if (type.equals(NULL) || type.equals(of) || of.equals(OBJECT)) {
            return true;
        }
        if (type.startsWith("[") && of.startsWith("[")) {
            String element = type.substring(1);
            String other = of.substring(1);
            return isPrimitive(element) || isPrimitive(other) ? element.equals(other) : isReference(element, other, unknown);
        }
        if (type.startsWith("[")) {
            return of.equals("Ljava/lang/Cloneable;") || of.equals("Ljava/io/Serializable;");
        }
        if (of.startsWith("[")) {
            return false;
        }
        String name = Type.getType(type).getInternalName();
        return declarations.find(name).isEmpty() ? unknown : declarations.supertypes(name).contains(Type.getType(of).getInternalName());
    }
}
