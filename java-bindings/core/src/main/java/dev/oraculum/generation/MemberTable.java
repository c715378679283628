package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.Member;
import java.util.ArrayList;
import java.util.List;

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

    /** Whether a call of a member might mean another of its class. */
    boolean isOverloaded(int number) {
        Member member = member(number);
        int arity = member.parameters().size();
        int same = 0;
        for (int other = 0; other < members.size(); other++) {
            Member one = member(other);
            if (owner(other).equals(owner(number)) && one.name().equals(member.name())
                    && (one.parameters().size() == arity || one.varargs() || member.varargs())) {
                same++;
            }
        }
        return same > 1;
    }
}
