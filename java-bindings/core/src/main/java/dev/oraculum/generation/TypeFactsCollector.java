package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.Declarations.Declaration;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.Place;
import dev.oraculum.generation.TypeFacts.Type;
import dev.oraculum.generation.TypeFacts.TypeKind;
import dev.oraculum.generation.TypeFacts.TypeParameter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Makes the {@link TypeFacts} of a class. */
final class TypeFactsCollector {
    private final Declarations declarations;

    private TypeFactsCollector(Declarations declarations) {
        this.declarations = declarations;
    }

    static TypeFacts collect(
            ClassPath classPath, String target, Collection<String> used, boolean onlyPublic, boolean infections) {
        List<byte[]> classFiles = Goals.classFiles(classPath, target);
        Literals literals = new Literals(classFiles);
        Declarations declarations = new Declarations(classPath, target, onlyPublic);
        List<String> nested = Goals.classes(classPath, target);
        List<String> streams = Serialization.hasHooks(declarations, nested) ? Serialization.STREAMS : List.of();
        List<String> beside = Stream.concat(streams.stream(), used.stream()).toList();
        List<String> names = new TypeClosure(classPath, declarations, target, literals.called()).collect(nested, literals.casts(), beside);
        List<Type> types = new TypeFactsCollector(declarations).types(names, List.of());
        List<String> classes = literals.classes().stream().filter(descriptor -> isNameable(descriptor, declarations)).toList();
        return new TypeFacts(TypeFacts.VERSION, target, types, literals.found(), ofCollaborators(classPath, nested, literals),
                literals.casts(), literals.called(), classes, ReflectedMembers.of(declarations, names),
                Goals.of(classFiles, types, declarations, infections));
    }

    static TypeFacts extend(TypeFacts facts, ClassPath classPath, Collection<String> more) {
        Declarations declarations = new Declarations(classPath, facts.target());
        List<String> known = facts.types().stream().map(Type::name).toList();
        TreeSet<String> added = new TreeSet<>();
        more.stream().filter(declarations::isAccessible).forEach(name -> {
            added.add(name);
            added.addAll(declarations.supertypes(name));
        });
        known.forEach(added::remove);
        List<Type> types = new ArrayList<>(facts.types());
        types.addAll(new TypeFactsCollector(declarations).types(List.copyOf(added), facts.types()));
        return new TypeFacts(facts.version(), facts.target(), types, facts.literals(), facts.collaborators(), facts.casts(),
                facts.called(), facts.classes(), facts.reflected(), facts.goals());
    }

    /** Constants of the project's classes that the code calls or extends: often they, not it, look at what it is given. */
    private static TypeFacts.Literals ofCollaborators(ClassPath classPath, List<String> own, Literals literals) {
        List<byte[]> classFiles = literals.collaborators().stream().filter(name -> !own.contains(name))
                .map(classPath::findInProject).flatMap(Optional::stream).toList();
        return new Literals(classFiles).found();
    }

    private static boolean isNameable(String descriptor, Declarations declarations) {
        String element = descriptor.substring(descriptor.lastIndexOf('[') + 1);
        return element.length() == 1 || declarations.isAccessible(element.substring(1, element.length() - 1));
    }

    /** @param before types that come before them in the facts */
    private List<Type> types(List<String> names, List<Type> before) {
        List<Declaration> all = names.stream().map(name -> declarations.find(name).orElseThrow()).toList();
        List<List<Member>> members = new ArrayList<>(before.stream().map(Type::members).toList());
        all.forEach(type -> members.add(members(type)));
        Map<String, Integer> places = new HashMap<>();
        before.forEach(type -> places.put(type.name(), places.size()));
        names.forEach(name -> places.put(name, places.size()));
        List<Type> types = new ArrayList<>();
        for (Declaration type : all) {
            types.add(type(type, members.get(places.get(type.name())), sam(type, places, members)));
        }
        return types;
    }

    private Type type(Declaration type, List<Member> members, Place sam) {
        Signatures.Parts signature = type.signature();
        String superclass = type.node().superName == null ? null : Declarations.descriptorOf(type.node().superName);
        List<String> interfaces = type.node().interfaces.stream().map(Declarations::descriptorOf).toList();
        // A signature that lacks some is damaged.
        if (signature != null && superclass != null && signature.supertypes().size() == interfaces.size() + 1) {
            superclass = signature.supertypes().get(0);
            interfaces = signature.supertypes().subList(1, signature.supertypes().size());
        }
        boolean isAbstract = type.is(Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE);
        boolean accessible = declarations.isAccessible(type.name());
        boolean sealed = type.node().permittedSubclasses != null;
        return new Type(type.name(), kind(type), isAbstract, accessible, type.isInner(), sealed, variables(type), superclass, interfaces,
                sam, members);
    }

    private static TypeKind kind(Declaration type) {
        if (type.is(Opcodes.ACC_ANNOTATION)) {
            return TypeKind.ANNOTATION;
        }
        if (type.isInterface()) {
            return TypeKind.INTERFACE;
        }
        if (type.is(Opcodes.ACC_ENUM)) {
            return TypeKind.ENUM;
        }
        return "java/lang/Record".equals(type.node().superName) ? TypeKind.RECORD : TypeKind.CLASS;
    }

    private static List<TypeParameter> variables(Declaration type) {
        return type.signature() == null ? List.of() : type.signature().variables();
    }

    // ---- members ------------------------------------------------------------------------------------------------

    private List<Member> members(Declaration type) {
        if (!declarations.isAccessible(type.name())) {
            return List.of();
        }
        List<Member> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Declaration declaring : declarations.namedBy(type.name())) {
            boolean own = declaring == type;
            // What the compiler adds to a class for a method of a superclass that nobody can name is that method.
            for (MethodNode method : declarations.methods(declaring)) {
                boolean inherited = !own && (method.name.equals("<init>") || (method.access & Opcodes.ACC_PUBLIC) == 0);
                // A class may return more than what it overrides does.
                if (!inherited && seen.add(Declarations.key(method))) {
                    all.add(member(type, method));
                }
            }
            for (FieldNode field : declarations.fields(declaring)) {
                if (seen.add(field.name)) {
                    all.add(member(field));
                }
            }
        }
        if (type.isPlatform()) {
            all.sort(Comparator.comparing(Member::kind).thenComparing(Member::name).thenComparing(Member::descriptor));
        }
        return all;
    }

    private Member member(Declaration type, MethodNode method) {
        boolean constructor = method.name.equals("<init>");
        Signatures.Parts signature = Signatures.ofMethod(method.desc, method.signature);
        return new Member(
                constructor ? MemberKind.CONSTRUCTOR : MemberKind.METHOD,
                method.name,
                method.desc,
                (method.access & Opcodes.ACC_STATIC) != 0,
                (method.access & Opcodes.ACC_FINAL) != 0,
                (method.access & Opcodes.ACC_ABSTRACT) != 0,
                (method.access & Opcodes.ACC_VARARGS) != 0,
                signature.variables(),
                signature.parameters(),
                constructor ? itself(type) : declarations.nearestAccessible(signature.result()),
                method.exceptions.stream().filter(declarations::isChecked).toList(),
                Declarations.isDeprecated(method.access, method.visibleAnnotations));
    }

    private static Member member(FieldNode field) {
        return new Member(
                MemberKind.FIELD,
                field.name,
                field.desc,
                (field.access & Opcodes.ACC_STATIC) != 0,
                (field.access & Opcodes.ACC_FINAL) != 0,
                false,
                false,
                List.of(),
                List.of(),
                Signatures.ofType(field.desc, field.signature),
                List.of(),
                Declarations.isDeprecated(field.access, field.visibleAnnotations));
    }

    /** A type with its own variables as arguments. */
    private static String itself(Declaration type) {
        StringBuilder text = new StringBuilder("L").append(type.name());
        List<TypeParameter> variables = variables(type);
        if (!variables.isEmpty()) {
            text.append('<');
            variables.forEach(variable -> text.append('T').append(variable.name()).append(';'));
            text.append('>');
        }
        return text.append(';').toString();
    }

    // ---- functional interfaces ----------------------------------------------------------------------------------

    /**
     * The one abstract method of a functional interface (JLS 9.8), where it is listed; null: there are none or several, or a test may not
     * name it.
     */
    private Place sam(Declaration type, Map<String, Integer> places, List<List<Member>> members) {
        if (!type.isInterface() || type.is(Opcodes.ACC_ANNOTATION)) {
            return null;
        }
        Set<String> all = new LinkedHashSet<>(List.of(type.name()));
        all.addAll(declarations.supertypes(type.name()));
        Set<String> decided = new HashSet<>();
        Place only = null;
        int found = 0;
        for (String name : all) {
            Declaration declaring = declarations.find(name).orElseThrow();
            if (!declaring.isInterface()) {
                continue;
            }
            for (MethodNode method : declaring.node().methods) {
                boolean counts = (method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !Declarations.isOfEveryObject(method);
                // A method of an interface that is nearer, the compiler's bridges included, overrides it.
                if (counts && decided.add(Declarations.key(method)) && (method.access & Opcodes.ACC_ABSTRACT) != 0) {
                    found++;
                    only = place(places.get(name), method, members);
                }
            }
        }
        return found == 1 ? only : null;
    }

    private static Place place(int type, MethodNode method, List<List<Member>> members) {
        List<Member> listed = members.get(type);
        for (int i = 0; i < listed.size(); i++) {
            if (listed.get(i).name().equals(method.name) && listed.get(i).descriptor().equals(method.desc)) {
                return new Place(type, i);
            }
        }
        return null;
    }
}
