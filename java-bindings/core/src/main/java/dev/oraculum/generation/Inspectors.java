package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.Purity;
import dev.oraculum.generation.Declarations.Declaration;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.TypeKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Members that say something of an object without changing anything: public methods without parameters, pure, with a result that is
 * primitive, a string or a constant of an enum (EvoSuite's rule), and public fields of such types; of classes of the program.
 */
public final class Inspectors {
    /** They say which object it is, or are the same for all of a class. */
    private static final Set<String> SAYS_NOTHING = Set.of("hashCode", "getClass", "clone");

    private Inspectors() {}

    /**
     * The numbers of the inspectors that tests have objects for.
     *
     * @param purity which calls have no side effects
     */
    public static Set<Integer> of(ClassPath classPath, TypeFacts facts, KeptTests tests, Purity purity) {
        Declarations declarations = new Declarations(classPath, facts.target());
        Set<String> used = new TreeSet<>();
        for (Kept test : tests.tests()) {
            for (Step step : test.steps()) {
                if (step.type().startsWith("L")) {
                    String name = erased(step.type());
                    used.add(name);
                    used.addAll(declarations.supertypes(name));
                }
            }
        }
        Set<Integer> found = new TreeSet<>();
        Map<Integer, Purity.Call> asked = new LinkedHashMap<>();
        int number = 0;
        for (TypeFacts.Type type : facts.types()) {
            boolean looked = used.contains(type.name()) && !Declarations.isPlatform(type.name()) && type.kind() != TypeKind.ENUM;
            Declaration declaration = looked ? declarations.find(type.name()).orElse(null) : null;
            for (Member member : type.members()) {
                if (declaration != null && isInspector(facts, declaration, member)) {
                    if (member.kind() == MemberKind.FIELD) {
                        found.add(number);
                    } else {
                        asked.put(number, new Purity.Call(type.name(), member.name(), member.descriptor()));
                    }
                }
                number++;
            }
        }
        Map<Purity.Call, Purity.Answer> answers = purity.of(classPath, new LinkedHashSet<>(asked.values()), null);
        asked.forEach((member, call) -> {
            Purity.Answer answer = answers.get(call);
            if (answer != null && answer.isPure()) {
                found.add(member);
            }
        });
        return found;
    }

    private static String erased(String signature) {
        int end = signature.indexOf('<');
        return signature.substring(1, end < 0 ? signature.length() - 1 : end);
    }

    private static boolean isInspector(TypeFacts facts, Declaration declaration, Member member) {
        if (member.isStatic() || member.kind() == MemberKind.CONSTRUCTOR || SAYS_NOTHING.contains(member.name())
                || !isSaid(facts, member)) {
            return false;
        }
        if (member.kind() == MemberKind.FIELD) {
            return declaration.node().fields.stream()
                    .anyMatch(field -> field.name.equals(member.name()) && (field.access & Opcodes.ACC_PUBLIC) != 0);
        }
        return member.parameters().isEmpty() && declaration.node().methods.stream()
                .anyMatch(method -> method.name.equals(member.name()) && method.desc.equals(member.descriptor())
                        && (method.access & Opcodes.ACC_PUBLIC) != 0);
    }

    private static boolean isSaid(TypeFacts facts, Member member) {
        Type type = member.kind() == MemberKind.FIELD ? Type.getType(member.descriptor()) : Type.getReturnType(member.descriptor());
        if (type.getSort() != Type.OBJECT) {
            return type.getSort() != Type.VOID && type.getSort() != Type.ARRAY;
        }
        String name = type.getInternalName();
        boolean known = name.equals("java/lang/String")
                || name.matches("java/lang/(Boolean|Byte|Short|Character|Integer|Long|Float|Double)");
        return known && member.result().equals(type.getDescriptor())
                || facts.types().stream().anyMatch(of -> of.name().equals(name) && of.kind() == TypeKind.ENUM && of.accessible());
    }
}
