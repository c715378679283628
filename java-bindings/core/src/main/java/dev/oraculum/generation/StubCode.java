package dev.oraculum.generation;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import com.palantir.javapoet.WildcardTypeName;
import dev.oraculum.generation.TestMethod.Unwritable;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.TypeKind;
import dev.oraculum.generation.TypeFacts.TypeParameter;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Objects of interfaces as Java writes them: a lambda, an anonymous class, or, of an interface with many methods, a proxy. Methods that
 * have an answer give that, all others null, zero or false, as in the workers ({@code dev.oraculum.worker.batch.Stubs}).
 */
final class StubCode {
    /** Methods of an anonymous class, at most: of an interface that has more, what is said of a few would be lost among them. */
    private static final int MOST_METHODS = 10;

    /** The method that makes a proxy. */
    private static final String HELPER = "stub";

    private static final Set<String> OF_EVERY_OBJECT = Set.of("equals(java.lang.Object)", "hashCode()", "toString()");
    /** Types of literals, of which type facts may have none. */
    private static final List<Class<?>> LITERALS = List.of(
            String.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class, Float.class, Double.class);

    private final MemberTable table;
    /** Variables of the test. */
    private final Set<String> names;
    private boolean unchecked;
    private boolean helped;

    /**
     * What a method gives.
     *
     * @param then from its second call on; null: the same
     */
    record Answer(Member method, Value first, Value then) {
        Answer {
            then = then != null && then.code().equals(first.code()) ? null : then;
        }
    }

    /**
     * A value that a method gives.
     *
     * @param signature of its type
     */
    record Value(String signature, CodeBlock code) {}

    /** An abstract method where an object is made: without variables of types, but for its own. */
    private record Method(Member member, Map<String, TypeName> values, boolean raw) {
        TypeName type(String signature, String descriptor) {
            return raw ? JavaTypes.erasure(descriptor) : JavaTypes.of(signature, values);
        }

        TypeName result() {
            return type(member.result(), member.descriptor().substring(member.descriptor().indexOf(')') + 1));
        }

        List<TypeName> parameters() {
            org.objectweb.asm.Type[] erased = org.objectweb.asm.Type.getArgumentTypes(member.descriptor());
            List<TypeName> types = new ArrayList<>();
            for (int i = 0; i < erased.length; i++) {
                types.add(type(member.parameters().get(i), erased[i].getDescriptor()));
            }
            return types;
        }
    }

    StubCode(MemberTable table, Set<String> names) {
        this.table = table;
        this.names = names;
    }

    /** Whether what was written has casts about which javac warns. */
    boolean isUnchecked() {
        return unchecked;
    }

    /** Whether what was written calls the {@link #helper}. */
    boolean usesHelper() {
        return helped;
    }

    /**
     * An expression for the object.
     *
     * @param signature of the interface
     */
    CodeBlock of(String signature, List<Answer> answers) throws Unwritable {
        TypeFacts.Type type = type(internalName(signature));
        if (type.kind() != TypeKind.INTERFACE) {
            throw new Unwritable(text(type.name()) + " is no interface");
        }
        if (type.sam() != null) {
            Member sam = table.facts().types().get(type.sam().type()).members().get(type.sam().member());
            if (sam.typeParameters().isEmpty() && answers.stream().allMatch(answer -> answer.then() == null)) {
                return lambda(sam, answers.isEmpty() ? null : answers.get(0).first());
            }
        }
        return anonymous(type, signature, answers);
    }

    /**
     * An expression for an object of a functional interface whose method gives nothing: it keeps what it is called with, as
     * {@code dev.oraculum.worker.batch.Stubs} does.
     *
     * @param signature of the interface
     * @param list name of the list that keeps it
     */
    CodeBlock receiving(String signature, String list) throws Unwritable {
        TypeFacts.Type type = type(internalName(signature));
        Member sam = type.sam() == null ? null : table.facts().types().get(type.sam().type()).members().get(type.sam().member());
        if (sam == null || !sam.result().equals("V") || !sam.typeParameters().isEmpty()) {
            throw new Unwritable(text(type.name()) + " is called with nothing that could be kept");
        }
        List<String> parameters = parameters(sam);
        CodeBlock kept = switch (parameters.size()) {
            case 0 -> CodeBlock.of("add($S)", sam.name());
            case 1 -> CodeBlock.of("add($L)", parameters.get(0));
            default -> CodeBlock.of("addAll($T.asList($L))", Arrays.class, String.join(", ", parameters));
        };
        return CodeBlock.of("$L -> $N.$L", head(parameters), list, kept);
    }

    // ---- a lambda -------------------------------------------------------------------------------------------------

    private static CodeBlock lambda(Member sam, Value value) {
        String head = head(parameters(sam));
        if (sam.result().equals("V")) {
            return CodeBlock.of("$L -> { }", head);
        }
        return CodeBlock.of("$L -> $L", head, value == null ? CodeBlock.of("$L", JavaLiterals.zero(sam.result())) : value.code());
    }

    private static List<String> parameters(Member sam) {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < sam.parameters().size(); i++) {
            parameters.add(sam.parameters().size() == 1 ? "any" : "any" + (i + 1));
        }
        return parameters;
    }

    private static String head(List<String> parameters) {
        return parameters.size() == 1 ? parameters.get(0) : "(" + String.join(", ", parameters) + ")";
    }

    // ---- an anonymous class ---------------------------------------------------------------------------------------

    private CodeBlock anonymous(TypeFacts.Type type, String signature, List<Answer> answers) throws Unwritable {
        TypeName made = withoutWildcards(JavaTypes.of(signature), type);
        Collection<Method> methods = methods(type, made);
        if (methods.size() > MOST_METHODS || !methods.stream().allMatch(this::isNameable)) {
            return proxy(made, answers);
        }
        TypeSpec.Builder object = TypeSpec.anonymousClassBuilder("").addSuperinterface(made);
        Set<String> counters = new HashSet<>(names);
        for (Method method : methods) {
            Optional<Answer> answer = answers.stream().filter(one -> one.method().equals(method.member())).findFirst();
            String counter = null;
            if (answer.isPresent() && answer.get().then() != null) {
                counter = Names.unique(counters, method.member().name() + "Calls");
                object.addField(TypeName.INT, counter, Modifier.PRIVATE);
            }
            object.addMethod(written(method, answer.orElse(null), counter));
        }
        return CodeBlock.of("$L", object.build());
    }

    /** Whether a test may name the types of a method. */
    private boolean isNameable(Method method) {
        return Stream.concat(Stream.of(method.result()), method.parameters().stream()).allMatch(this::isNameable);
    }

    // ---- a proxy --------------------------------------------------------------------------------------------------

    private CodeBlock proxy(TypeName made, List<Answer> answers) {
        helped = true;
        // Map.of takes ten pairs at most.
        boolean many = answers.size() > 10;
        List<CodeBlock> given = new ArrayList<>();
        for (Answer answer : answers) {
            TypeName result = JavaTypes.erasure(answer.method().descriptor().substring(answer.method().descriptor().indexOf(')') + 1));
            CodeBlock then = answer.then() == null ? CodeBlock.of("") : CodeBlock.of(", $L", boxed(result, answer.then()));
            CodeBlock pair = CodeBlock.of("$S, $T.asList($L$L)", key(answer.method()), Arrays.class, boxed(result, answer.first()), then);
            given.add(many ? CodeBlock.of("$T.entry($L)", Map.class, pair) : pair);
        }
        CodeBlock object = CodeBlock.of("$L($T.class, $T.$L($L))", HELPER, erased(made), Map.class, many ? "ofEntries" : "of",
                CodeBlock.join(given, ", "));
        if (made instanceof ParameterizedTypeName) {
            unchecked = true;
            return CodeBlock.of("($T) $L", made, object);
        }
        return object;
    }

    /** Names the method as {@link #helper} does. */
    private static String key(Member method) {
        return Stream.of(org.objectweb.asm.Type.getArgumentTypes(method.descriptor()))
                .map(org.objectweb.asm.Type::getClassName)
                .collect(Collectors.joining(", ", method.name() + "(", ")"));
    }

    /** A value that a proxy may return where a method has this type: of a primitive one its box, and no other. */
    private static CodeBlock boxed(TypeName result, Value value) {
        TypeName given = JavaTypes.of(value.signature());
        if (result.isPrimitive() && given.isPrimitive() && !given.equals(result)) {
            return CodeBlock.of("($T) $L", result, value.code());
        }
        // Null alone would be the array of the arguments.
        return value.code().toString().equals("null") ? CodeBlock.of("($T) null", Object.class) : value.code();
    }

    /** Makes an object of an interface with many methods; a class of tests that needs it has it. */
    static MethodSpec helper() {
        TypeVariableName variable = TypeVariableName.get("T");
        TypeName answers = ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(String.class),
                ParameterizedTypeName.get(ClassName.get(List.class), WildcardTypeName.subtypeOf(Object.class)));
        CodeBlock body = CodeBlock.builder()
                .addStatement("$T calls = new $T<>()", ParameterizedTypeName.get(Map.class, String.class, Integer.class), HashMap.class)
                .beginControlFlow("$T handler = (self, method, arguments) ->", InvocationHandler.class)
                .addStatement("$T parameters = $T.of(method.getParameterTypes()).map(Class::getTypeName).collect($T.joining($S))",
                        String.class, Stream.class, Collectors.class, ", ")
                .addStatement("$T name = method.getName() + $S + parameters + $S", String.class, "(", ")")
                .beginControlFlow("if (answers.containsKey(name))")
                .addStatement("$T<?> values = answers.get(name)", List.class)
                .addStatement("return values.get($T.min(calls.merge(name, 1, Integer::sum), values.size()) - 1)", Math.class)
                .endControlFlow()
                .beginControlFlow("if (method.getDeclaringClass() == Object.class)")
                .addStatement("return name.equals($S) ? $S : name.equals($S) ? (Object) 1 : self == arguments[0]", "toString()", "stub",
                        "hashCode()")
                .endControlFlow()
                .beginControlFlow("if (method.isDefault())")
                .addStatement("return $T.invokeDefault(self, method, arguments)", InvocationHandler.class)
                .endControlFlow()
                .addStatement("$T<?> result = method.getReturnType()", Class.class)
                .addStatement("return result == void.class ? null : $T.get($T.newInstance(result, 1), 0)", Array.class, Array.class)
                .add("$<};\n")
                .addStatement("return type.cast($T.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler))", Proxy.class)
                .build();
        return MethodSpec.methodBuilder(HELPER)
                .addJavadoc("An object whose methods give these values, the first at the first call, the last from then on.")
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addTypeVariable(variable)
                .returns(variable)
                .addParameter(ParameterizedTypeName.get(ClassName.get(Class.class), variable), "type")
                .addParameter(answers, "answers")
                .addCode(body)
                .build();
    }

    // ---- an anonymous class, written ------------------------------------------------------------------------------

    /** A class cannot implement {@code Source<?>}, but {@code Source<Object>}, which is one. */
    private static TypeName withoutWildcards(TypeName type, TypeFacts.Type facts) {
        if (!(type instanceof ParameterizedTypeName generic)) {
            return type;
        }
        List<TypeName> arguments = new ArrayList<>();
        for (int i = 0; i < generic.typeArguments().size(); i++) {
            TypeName argument = generic.typeArguments().get(i);
            if (argument instanceof WildcardTypeName wildcard) {
                argument = (wildcard.lowerBounds().isEmpty() ? wildcard.upperBounds() : wildcard.lowerBounds()).get(0);
                if (argument.equals(ClassName.OBJECT) && i < facts.parameters().size()) {
                    argument = bound(facts.parameters().get(i));
                }
            }
            arguments.add(argument);
        }
        return ParameterizedTypeName.get(generic.rawType(), arguments.toArray(TypeName[]::new));
    }

    /** The class that a variable's values have at least. */
    private static TypeName bound(TypeParameter parameter) {
        String first = parameter.bounds().isEmpty() ? "" : JavaTypes.erased(parameter.bounds().get(0));
        return first.startsWith("L") ? JavaTypes.erasure(first) : ClassName.OBJECT;
    }

    /** The abstract methods of an interface and of those above it, nearest first; one with a default is none. */
    private Collection<Method> methods(TypeFacts.Type type, TypeName made) throws Unwritable {
        List<Method> found = new ArrayList<>();
        Set<String> decided = new HashSet<>(OF_EVERY_OBJECT);
        Set<String> seen = new HashSet<>(Set.of(type.name()));
        Deque<TypeName> open = new ArrayDeque<>(List.of(made));
        while (!open.isEmpty()) {
            TypeName next = open.remove();
            TypeFacts.Type of = type(internalName(next));
            Map<String, TypeName> values = new HashMap<>();
            boolean raw = !(next instanceof ParameterizedTypeName) && !of.parameters().isEmpty();
            for (int i = 0; i < of.parameters().size(); i++) {
                TypeParameter variable = of.parameters().get(i);
                boolean given = next instanceof ParameterizedTypeName;
                values.put(variable.name(), given ? ((ParameterizedTypeName) next).typeArguments().get(i) : bound(variable));
            }
            for (Member member : of.members()) {
                if (member.kind() == MemberKind.METHOD && !member.isStatic()) {
                    Method method = method(member, values, raw);
                    String parameters = method.parameters().stream().map(one -> erased(one).toString()).collect(Collectors.joining(","));
                    if (decided.add(member.name() + "(" + parameters + ")") && member.isAbstract()) {
                        found.add(method);
                    }
                }
            }
            for (String above : of.interfaces()) {
                if (seen.add(internalName(above))) {
                    open.add(raw ? JavaTypes.erasure(JavaTypes.erased(above)) : JavaTypes.of(above, values));
                }
            }
        }
        return found;
    }

    private static Method method(Member member, Map<String, TypeName> ofClass, boolean raw) {
        Map<String, TypeName> values = new HashMap<>(ofClass);
        if (!raw) {
            member.typeParameters().forEach(own -> values.put(own.name(), TypeVariableName.get(own.name())));
            for (TypeParameter own : member.typeParameters()) {
                TypeName[] bounds = own.bounds().stream().map(bound -> JavaTypes.of(bound, values)).toArray(TypeName[]::new);
                values.put(own.name(), TypeVariableName.get(own.name(), bounds));
            }
        }
        return new Method(member, values, raw);
    }

    /** @param counter name of the field that counts its calls; null: it gives always the same */
    private MethodSpec written(Method method, Answer answer, String counter) {
        Member member = method.member();
        TypeName result = method.result();
        MethodSpec.Builder written = MethodSpec.methodBuilder(member.name())
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .varargs(member.varargs())
                .returns(result);
        if (!method.raw()) {
            member.typeParameters().forEach(own -> written.addTypeVariable((TypeVariableName) method.values().get(own.name())));
        }
        // A parameter would hide a variable of its name.
        Set<String> taken = new HashSet<>(names);
        List<TypeName> parameters = method.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            written.addParameter(parameters.get(i), Names.unique(taken, parameters.size() == 1 ? "any" : "any" + (i + 1)));
        }
        if (!result.equals(TypeName.VOID)) {
            written.addStatement("return $L", returned(result, member, answer, counter));
        }
        return written.build();
    }

    private CodeBlock returned(TypeName result, Member member, Answer answer, String counter) {
        CodeBlock first = returned(result, member, answer == null ? null : answer.first());
        if (counter == null) {
            return first;
        }
        CodeBlock then = returned(result, member, answer.then());
        return switch (first + " " + then) {
            case "true false" -> CodeBlock.of("$N++ == 0", counter);
            case "false true" -> CodeBlock.of("$N++ > 0", counter);
            default -> CodeBlock.of("$N++ == 0 ? $L : $L", counter, first, then);
        };
    }

    private CodeBlock returned(TypeName result, Member member, Value value) {
        String zero = JavaLiterals.zero(member.descriptor().substring(member.descriptor().indexOf(')') + 1));
        CodeBlock none = CodeBlock.of("$L", zero);
        if (value == null || value.code().toString().equals("null")) {
            return none;
        }
        TypeName given = JavaTypes.of(value.signature());
        if (result.isPrimitive()) {
            TypeName bare = given.isBoxedPrimitive() ? given.unbox() : given;
            return bare.isPrimitive() && widens(bare, result) ? value.code() : none;
        }
        TypeName boxed = given.isPrimitive() ? given.box() : given;
        if (result instanceof TypeVariableName || !isSubtype(erased(boxed), erased(result))) {
            return none;
        }
        boolean plain = result instanceof ClassName || result instanceof ArrayTypeName || boxed.equals(result);
        unchecked |= !plain;
        return plain ? value.code() : CodeBlock.of("($T) $L", erased(result), value.code());
    }

    // ---- types ----------------------------------------------------------------------------------------------------

    private TypeFacts.Type type(String internalName) throws Unwritable {
        TypeFacts.Type type = known(internalName);
        if (type == null) {
            throw new Unwritable("the methods of " + text(internalName) + " are not known");
        }
        return type;
    }

    private TypeFacts.Type known(String internalName) {
        return table.facts().types().stream().filter(one -> one.name().equals(internalName)).findFirst().orElse(null);
    }

    private boolean isNameable(TypeName type) {
        TypeName erased = erased(type);
        while (erased instanceof ArrayTypeName array) {
            erased = array.componentType();
        }
        TypeFacts.Type known = erased instanceof ClassName name ? known(internalName(name)) : null;
        return known == null || known.accessible();
    }

    private static TypeName erased(TypeName type) {
        if (type instanceof ParameterizedTypeName generic) {
            return generic.rawType();
        }
        if (type instanceof TypeVariableName variable) {
            return variable.bounds().isEmpty() ? ClassName.OBJECT : erased(variable.bounds().get(0));
        }
        return type instanceof ArrayTypeName array ? ArrayTypeName.of(erased(array.componentType())) : type;
    }

    private static boolean widens(TypeName from, TypeName to) {
        if (from.equals(to)) {
            return true;
        }
        // JLS 5.1.2: to the right, but to char nothing.
        List<TypeName> order = List.of(TypeName.BYTE, TypeName.SHORT, TypeName.INT, TypeName.LONG, TypeName.FLOAT, TypeName.DOUBLE);
        int place = from.equals(TypeName.CHAR) ? 1 : order.indexOf(from);
        return place >= 0 && order.indexOf(to) > place;
    }

    private boolean isSubtype(TypeName from, TypeName to) {
        if (from.equals(to) || to.equals(ClassName.OBJECT)) {
            return true;
        }
        return from instanceof ClassName name && to instanceof ClassName wanted && isSubclass(internalName(name), internalName(wanted));
    }

    private boolean isSubclass(String from, String to) {
        if (from.equals(to)) {
            return true;
        }
        TypeFacts.Type type = known(from);
        if (type != null) {
            boolean above = type.superclass() != null && isSubclass(internalName(type.superclass()), to);
            return above || type.interfaces().stream().anyMatch(one -> isSubclass(internalName(one), to));
        }
        return LITERALS.stream().filter(one -> internalName(ClassName.get(one)).equals(from)).anyMatch(one -> isOf(one, to));
    }

    private static boolean isOf(Class<?> literal, String to) {
        boolean above = literal.getSuperclass() != null && isOf(literal.getSuperclass(), to);
        above |= literal.getName().replace('.', '/').equals(to);
        return above || List.of(literal.getInterfaces()).stream().anyMatch(one -> isOf(one, to));
    }

    private static String internalName(TypeName type) {
        ClassName name = (ClassName) erased(type);
        return name.reflectionName().replace('.', '/');
    }

    private static String internalName(String signature) {
        return JavaTypes.erasure(JavaTypes.erased(signature)) instanceof ClassName name ? internalName(name) : "";
    }

    private static String text(String internalName) {
        return internalName.replace('/', '.');
    }
}
