package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Purity;
import dev.oraculum.generation.Declarations.Declaration;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.TypeKind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Members that say something of an object without changing anything: methods without parameters, pure, that a test may call, and public
 * fields; of classes of the program. EvoSuite's rule has only results that are primitive, a string or a constant of an enum; here they may
 * also be arrays and containers, and objects that can be asked in turn. Of classes of the JDK it is what {@link PlatformReaders} lists.
 */
public final class Inspectors {
    /** They say which object it is, or are the same for all of a class. */
    private static final Set<String> SAYS_NOTHING = Set.of("hashCode", "getClass", "clone");

    private final TypeFacts facts;
    private final Declarations declarations;
    /** By internal name. */
    private final Map<String, TypeFacts.Type> types = new LinkedHashMap<>();

    private Inspectors(ClassPath classPath, TypeFacts facts) {
        this.facts = facts;
        declarations = new Declarations(classPath, facts.target());
        facts.types().forEach(type -> types.put(type.name(), type));
    }

    /**
     * The numbers of the inspectors that tests have objects for, or inspectors of these show objects for; or elements of such.
     *
     * @param purity which calls have no side effects
     */
    public static Set<Integer> of(ClassPath classPath, TypeFacts facts, KeptTests tests, Purity purity) {
        Inspectors inspectors = new Inspectors(classPath, facts);
        Set<String> used = new TreeSet<>();
        for (Kept test : tests.tests()) {
            for (Step step : test.steps()) {
                inspectors.use(step.type(), used);
            }
        }
        Set<String> shown = new TreeSet<>(used);
        inspectors.among(used).values().forEach(member -> inspectors.use(member.result(), shown));
        Set<String> within = new TreeSet<>(shown);
        inspectors.among(shown).values().forEach(member -> inspectors.useElements(member.result(), within));
        Map<Integer, Member> asked = inspectors.among(within);
        Map<Integer, Purity.Call> calls = new LinkedHashMap<>();
        Set<Integer> found = new TreeSet<>();
        asked.forEach((number, member) -> {
            String owner = inspectors.owner(number);
            if (member.kind() == MemberKind.FIELD || Declarations.isPlatform(owner)) {
                found.add(number);
            } else {
                calls.put(number, new Purity.Call(owner, member.name(), member.descriptor()));
            }
        });
        Map<Purity.Call, Purity.Answer> answers = purity.of(classPath, new LinkedHashSet<>(calls.values()), null);
        calls.forEach((member, call) -> {
            Purity.Answer answer = answers.get(call);
            if (answer != null && answer.isPure()) {
                found.add(member);
            }
        });
        return found;
    }

    private String owner(int number) {
        int first = 0;
        for (TypeFacts.Type type : facts.types()) {
            first += type.members().size();
            if (number < first) {
                return type.name();
            }
        }
        throw new IllegalArgumentException("there is no member " + number);
    }

    /** @param signature of a value's type */
    private void use(String signature, Collection<String> used) {
        if (signature.startsWith("L")) {
            use(Set.of(erased(signature)), used);
        }
        useElements(signature, used);
    }

    /** @param signature of a value's type: of an array or a container, what is in it is used */
    private void useElements(String signature, Collection<String> used) {
        if (signature.startsWith("[L")) {
            use(Set.of(erased(signature.substring(1))), used);
        } else if (signature.startsWith("Ljava/util/")) {
            use(Signatures.classes(signature), used);
        }
    }

    private void use(Set<String> names, Collection<String> used) {
        used.addAll(names);
        names.forEach(name -> used.addAll(declarations.supertypes(name)));
    }

    /** By number, what may be an inspector of some types, before anybody has asked whether it is pure. */
    private Map<Integer, Member> among(Set<String> used) {
        Map<Integer, Member> found = new LinkedHashMap<>();
        int number = 0;
        for (TypeFacts.Type type : facts.types()) {
            boolean platform = Declarations.isPlatform(type.name());
            boolean looked = used.contains(type.name()) && type.kind() != TypeKind.ENUM;
            Declaration declaration = looked && !platform ? declarations.find(type.name()).orElse(null) : null;
            for (Member member : type.members()) {
                if (declaration != null && isInspector(declaration, member)
                        || looked && platform && PlatformReaders.isReader(type.name(), member)) {
                    found.put(number, member);
                }
                number++;
            }
        }
        return found;
    }

    private static String erased(String signature) {
        int end = signature.indexOf('<');
        return signature.substring(1, end < 0 ? signature.length() - 1 : end);
    }

    private boolean isInspector(Declaration declaration, Member member) {
        if (member.isStatic() || member.kind() == MemberKind.CONSTRUCTOR || SAYS_NOTHING.contains(member.name()) || !isSaid(member)) {
            return false;
        }
        return member.kind() == MemberKind.FIELD
                ? declaration.node().fields.stream()
                        .anyMatch(field -> field.name.equals(member.name()) && (field.access & Opcodes.ACC_PUBLIC) != 0)
                : member.parameters().isEmpty();
    }

    /** Whether an assertion may say something of a result: of itself, of what is in it, or of what it shows in turn. */
    private boolean isSaid(Member member) {
        Type type = member.kind() == MemberKind.FIELD ? Type.getType(member.descriptor()) : Type.getReturnType(member.descriptor());
        if (type.getSort() == Type.ARRAY) {
            type = type.getElementType();
        }
        if (type.getSort() != Type.OBJECT) {
            return type.getSort() != Type.VOID;
        }
        String name = type.getInternalName();
        if (Declarations.isPlatform(name)) {
            return PlatformReaders.isSaid(name);
        }
        TypeFacts.Type known = types.get(name);
        return known != null && known.accessible();
    }
}
