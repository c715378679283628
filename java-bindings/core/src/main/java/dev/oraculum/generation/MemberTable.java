package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * The members of type facts by number, as kept tests name them: through all types, one after the other.
 *
 * @param owners by member, internal name of the class that declares it
 */
record MemberTable(TypeFacts facts, List<Member> members, List<String> owners) {
    static MemberTable of(TypeFacts facts) {
        List<Member> members = new ArrayList<>();
        List<String> owners = new ArrayList<>();
        for (TypeFacts.Type type : facts.types()) {
            for (Member member : type.members()) {
                members.add(member);
                owners.add(type.name());
            }
        }
        return new MemberTable(facts, members, owners);
    }

    Member member(int number) {
        return members.get(number);
    }

    String owner(int number) {
        return owners.get(number);
    }

    /**
     * The members that a call of a member might mean by its name and number of arguments: of its class, of one above it, or of one below
     * it, of which the receiver may be. What only overrides it is the same.
     */
    List<Member> overloads(int number) {
        Member member = member(number);
        boolean inherited = member.kind() != MemberKind.CONSTRUCTOR;
        int arity = member.parameters().size();
        List<Member> found = new ArrayList<>();
        for (int other = 0; other < members.size(); other++) {
            Member one = member(other);
            boolean fits = one.parameters().size() == arity || one.varargs() || member.varargs();
            if (fits && one.kind() != MemberKind.FIELD && one.name().equals(member.name()) && !parameters(one).equals(parameters(member))) {
                String a = owner(number);
                String b = owner(other);
                if (a.equals(b) || inherited && (isBelow(a, b) || isBelow(b, a))) {
                    found.add(one);
                }
            }
        }
        return found;
    }

    private static String parameters(Member member) {
        return member.descriptor().substring(0, member.descriptor().indexOf(')'));
    }

    /** Whether a class extends or implements another one, as far as the types are known. */
    private boolean isBelow(String name, String above) {
        return facts.types().stream().filter(type -> type.name().equals(name)).findFirst().stream()
                .flatMap(type -> Stream.concat(Stream.ofNullable(type.superclass()), type.interfaces().stream()))
                .map(signature -> Type.getType(JavaTypes.erased(signature)).getInternalName())
                .anyMatch(one -> one.equals(above) || isBelow(one, above));
    }
}
