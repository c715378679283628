package dev.oraculum.generation;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Modifier;
import org.objectweb.asm.Type;

/**
 * Writes tests as a JUnit class in the package of the class under test: plain Java, without reflection and without anything of ours.
 * Literals and constants stand where they are used, other values have variables, and each observed result has an assertion.
 */
public final class TestWriter {
    private final TypeFacts facts;
    private final Junit junit;
    /** By member number. */
    private final List<Member> members = new ArrayList<>();
    /** By member number, internal name of the class that declares it. */
    private final List<String> owners = new ArrayList<>();

    /** Which JUnit the tests are for. */
    public enum Junit {
        JUNIT_4(ClassName.get("org.junit", "Test"), ClassName.get("org.junit", "Assert")),
        JUNIT_5(ClassName.get("org.junit.jupiter.api", "Test"), ClassName.get("org.junit.jupiter.api", "Assertions"));

        private final ClassName test;
        private final ClassName assertions;

        Junit(ClassName test, ClassName assertions) {
            this.test = test;
            this.assertions = assertions;
        }
    }

    /**
     * A test and what its statements gave.
     *
     * @param values of the statements that came to their ends; what differs between runs is {@link ObservedValue.Kind#NOTHING}
     */
    public record Observed(Kept test, List<ObservedValue> values) {
        public Observed {
            values = List.copyOf(values);
        }
    }

    /**
     * A written class.
     *
     * @param className binary name
     * @param source its text
     * @param methods by test, the name of its method
     */
    public record Written(String className, String source, List<String> methods) {
        public Written {
            methods = List.copyOf(methods);
        }

        /** Where it belongs in a folder of sources. */
        public String path() {
            return className.replace('.', '/') + ".java";
        }
    }

    /** A test that Java cannot say, or not without reflection. */
    private static final class Unwritable extends Exception {
        private static final long serialVersionUID = 1;

        Unwritable(String why) {
            super(why);
        }
    }

    public TestWriter(TypeFacts facts, Junit junit) {
        this.facts = facts;
        this.junit = junit;
        for (TypeFacts.Type type : facts.types()) {
            for (Member member : type.members()) {
                members.add(member);
                owners.add(type.name());
            }
        }
    }

    /** Whether Java can say a test. */
    public boolean canWrite(Observed test) {
        try {
            new Method(test).body();
            return true;
        } catch (Unwritable e) {
            return false;
        }
    }

    /** The simple name of the tests' class. */
    public String simpleName() {
        return String.join("", JavaTypes.className(facts.target()).simpleNames()) + "GeneratedTest";
    }

    /**
     * Writes tests that can be written.
     *
     * @throws IllegalArgumentException one cannot
     */
    public Written write(List<Observed> tests) {
        ClassName target = JavaTypes.className(facts.target());
        TypeSpec.Builder type = TypeSpec.classBuilder(simpleName());
        if (junit == Junit.JUNIT_4) {
            type.addModifiers(Modifier.PUBLIC);
        }
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (Observed test : tests) {
            try {
                Method method = new Method(test);
                CodeBlock body = method.body();
                String name = unique(taken, method.name());
                names.add(name);
                MethodSpec.Builder spec = MethodSpec.methodBuilder(name).addAnnotation(junit.test).addCode(body);
                if (junit == Junit.JUNIT_4) {
                    spec.addModifiers(Modifier.PUBLIC);
                }
                method.thrown().forEach(spec::addException);
                if (method.unchecked) {
                    spec.addAnnotation(AnnotationSpec.builder(SuppressWarnings.class).addMember("value", "$S", "unchecked").build());
                }
                type.addMethod(spec.build());
            } catch (Unwritable e) {
                throw new IllegalArgumentException(e.getMessage(), e);
            }
        }
        JavaFile.Builder file = JavaFile.builder(target.packageName(), type.build()).indent("    ").skipJavaLangImports(true);
        file.addStaticImport(junit.assertions, used(names.isEmpty(), type));
        String packageName = target.packageName();
        return new Written((packageName.isEmpty() ? "" : packageName + ".") + simpleName(), file.build().toString(), names);
    }

    /** The assertions that a class uses, for its imports. */
    private String[] used(boolean none, TypeSpec.Builder type) {
        String source = none ? "" : type.build().toString();
        return Arrays.stream(new String[] {"assertArrayEquals", "assertEquals", "assertFalse", "assertNull", "assertThrows", "assertTrue"})
                .filter(name -> source.contains(name + "("))
                .toArray(String[]::new);
    }

    private static String unique(Set<String> taken, String wanted) {
        String name = wanted;
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + (Character.isDigit(wanted.charAt(wanted.length() - 1)) ? "_" : "") + number;
        }
        return name;
    }

    /** One test as a method. */
    private final class Method {
        private final List<Step> steps;
        private final Observed test;
        /** By slot; null: it stands where it is used, or has none. */
        private final String[] variables;
        private final int[] uses;
        private final Set<String> names = new HashSet<>();
        private final Set<String> exceptions = new TreeSet<>();
        private boolean unchecked;

        Method(Observed test) {
            this.test = test;
            steps = test.test().steps();
            variables = new String[steps.size()];
            uses = new int[steps.size()];
            steps.forEach(step -> step.uses().forEach(slot -> uses[slot]++));
        }

        /** After the member that is called last, and what comes of it. */
        String name() {
            for (int at = steps.size() - 1; at >= 0; at--) {
                Step step = steps.get(at);
                if (step.member() < 0 || step.kind() == Kind.GET || !owners.get(step.member()).equals(facts.target()) && at > 0) {
                    continue;
                }
                Member member = members.get(step.member());
                String called = member.kind() == MemberKind.CONSTRUCTOR ? "constructor" : member.name();
                return called + outcome(at, member);
            }
            return "test";
        }

        private String outcome(int at, Member member) {
            if (test.test().exception() != null && at == steps.size() - 1) {
                String exception = test.test().exception();
                return "_throws" + exception.substring(Math.max(exception.lastIndexOf('.'), exception.lastIndexOf('$')) + 1);
            }
            if (member.kind() == MemberKind.CONSTRUCTOR || at >= test.values().size()) {
                return "";
            }
            ObservedValue value = test.values().get(at);
            if (!isMeaningful(steps.get(at), value)) {
                return "";
            }
            return switch (value.kind()) {
                case NULL -> "_returnsNull";
                case CONSTANT -> "_returns" + value.value();
                case LITERAL -> value.value() instanceof Boolean bool ? bool ? "_returnsTrue" : "_returnsFalse"
                        : value.value() instanceof Integer number && number >= 0 ? "_returns" + number
                        : "".equals(value.value()) ? "_returnsEmptyString" : "";
                default -> "";
            };
        }

        List<ClassName> thrown() {
            // One that says all: a list of checked exceptions would change with the code.
            return exceptions.isEmpty() ? List.of() : List.of(ClassName.get(Exception.class));
        }

        CodeBlock body() throws Unwritable {
            CodeBlock.Builder body = CodeBlock.builder();
            String exception = test.test().exception();
            for (int at = 0; at < steps.size(); at++) {
                Step step = steps.get(at);
                if (isInline(step)) {
                    continue;
                }
                boolean throwing = exception != null && at == steps.size() - 1;
                ObservedValue value = at < test.values().size() ? test.values().get(at) : null;
                CodeBlock code = expression(step);
                if (throwing) {
                    exceptions.clear();
                    body.addStatement("assertThrows($T.class, () -> $L)", exceptionClass(exception), asLambda(step, code));
                } else if (isVoid(step)) {
                    checked(step);
                    body.addStatement(code);
                } else {
                    checked(step);
                    assertValue(body, at, step, code, value);
                }
            }
            return body.build();
        }

        private void checked(Step step) {
            if (step.member() >= 0) {
                exceptions.addAll(members.get(step.member()).exceptions());
            }
        }

        private CodeBlock asLambda(Step step, CodeBlock code) {
            return step.kind() == Kind.SET || step.kind() == Kind.STORE || step.kind() == Kind.ELEMENT || step.kind() == Kind.GET
                    ? CodeBlock.of("{ $L$L; }", step.kind() == Kind.ELEMENT || step.kind() == Kind.GET ? "var value = " : "", code)
                    : code;
        }

        /** The nearest class that a test may name. */
        private TypeName exceptionClass(String binaryName) {
            String internal = binaryName.replace('.', '/');
            boolean known = facts.types().stream().anyMatch(type -> type.name().equals(internal) && type.accessible());
            if (known || binaryName.matches("java\\.(lang|util|io)\\.[A-Z]\\w*")) {
                return JavaTypes.className(internal);
            }
            return ClassName.get(Throwable.class);
        }

        private boolean isVoid(Step step) {
            return step.type().equals("V");
        }

        /** Literals, classes and constants of enums. */
        private boolean isInline(Step step) {
            return step.kind().isLiteral() || step.kind() == Kind.GET && members.get(step.member()).isStatic()
                    && members.get(step.member()).isFinal();
        }

        private void assertValue(CodeBlock.Builder body, int at, Step step, CodeBlock code, ObservedValue value) {
            boolean observed = value != null && step.kind() == Kind.INVOKE && members.get(step.member()).kind() == MemberKind.METHOD
                    && isMeaningful(step, value);
            boolean named = uses[at] > 0;
            CodeBlock actual = code;
            if (named) {
                String name = variable(step);
                variables[at] = name;
                body.addStatement("$T $N = $L", JavaTypes.of(step.type()), name, cast(step, code));
                actual = CodeBlock.of("$N", name);
            }
            if (observed) {
                body.addStatement(assertion(step, value, actual));
            } else if (!named && step.kind() == Kind.INVOKE) {
                body.addStatement(code);
            } else if (!named) {
                String name = variable(step);
                body.addStatement("$T $N = $L", JavaTypes.of(step.type()), name, cast(step, code));
            }
        }

        /** Hash codes and addresses say nothing of what the code is for. */
        private boolean isMeaningful(Step step, ObservedValue value) {
            if (members.get(step.member()).name().equals("hashCode")) {
                return false;
            }
            return switch (value.kind()) {
                case NULL, CONSTANT -> true;
                case LITERAL -> !(value.value() instanceof String text) || text.length() <= 1000 && !text.matches("(?s).*@[0-9a-f]{4,}.*");
                default -> false;
            };
        }

        private CodeBlock assertion(Step step, ObservedValue value, CodeBlock actual) {
            if (value.kind() == ObservedValue.Kind.NULL) {
                return CodeBlock.of("assertNull($L)", actual);
            }
            if (value.kind() == ObservedValue.Kind.CONSTANT) {
                return CodeBlock.of("assertEquals($T.$L, $L)", JavaTypes.className(value.className().replace('.', '/')), value.value(),
                        actual);
            }
            boolean primitive = step.type().length() == 1;
            Object literal = value.value();
            if (literal instanceof Boolean bool && primitive) {
                return CodeBlock.of("$L($L)", bool ? "assertTrue" : "assertFalse", actual);
            }
            CodeBlock expected = literal(literal, primitive);
            if (primitive && (literal instanceof Double || literal instanceof Float)) {
                return CodeBlock.of("assertEquals($L, $L, $L)", expected, actual, tolerance(literal));
            }
            return CodeBlock.of("assertEquals($L, $L)", expected, actual);
        }

        /** A billionth of the value, of a float a hundred thousandth: results of the math library differ in the last places. */
        private static String tolerance(Object real) {
            double value = Math.abs(((Number) real).doubleValue());
            boolean single = real instanceof Float;
            double share = single ? 1e-5 : 1e-9;
            if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
                return single ? "0f" : "0";
            }
            double power = Math.pow(10, Math.floor(Math.log10(value)));
            double tolerance = power * share;
            return single ? (float) tolerance + "f" : String.valueOf(tolerance);
        }

        /** @param primitive the other side is of a primitive type: then the literal alone will do */
        private CodeBlock literal(Object value, boolean primitive) {
            if (value instanceof String text) {
                return CodeBlock.of("$S", text);
            }
            CodeBlock literal = CodeBlock.of("$L", JavaLiterals.of(value));
            if (primitive) {
                return literal;
            }
            return CodeBlock.of("$T.valueOf($L)", value.getClass(), literal);
        }

        // ---- expressions ----------------------------------------------------------------------------------------------

        private CodeBlock expression(Step step) throws Unwritable {
            return switch (step.kind()) {
                case NULL -> CodeBlock.of("null");
                case STRING -> CodeBlock.of("$S", step.literal());
                case CLASS -> CodeBlock.of("$T.class", JavaTypes.erasure(step.literal()));
                case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> CodeBlock.of("$L", JavaLiterals.of(step.kind(), step.literal()));
                case INVOKE -> invoke(step);
                case GET -> CodeBlock.of("$L.$N", object(step), members.get(step.member()).name());
                case SET -> CodeBlock.of("$L.$N = $L", object(step), members.get(step.member()).name(), use(step.arguments().get(0)));
                case ARRAY -> array(step);
                case ELEMENT -> CodeBlock.of("$L[$L]", use(step.receiver()), step.number());
                case STORE -> CodeBlock.of("$L[$L] = $L", use(step.receiver()), step.number(), use(step.arguments().get(0)));
                case STUB -> stub(step);
            };
        }

        private CodeBlock array(Step step) {
            TypeName element = ((ArrayTypeName) JavaTypes.of(step.type())).componentType();
            int dimensions = 0;
            while (element instanceof ArrayTypeName nested) {
                element = nested.componentType();
                dimensions++;
            }
            if (element instanceof ParameterizedTypeName generic) {
                element = generic.rawType();
                unchecked = true;
            }
            return CodeBlock.of("new $T[$L]$L", element, step.number(), "[]".repeat(dimensions));
        }

        private CodeBlock use(int slot) throws Unwritable {
            Step step = steps.get(slot);
            if (variables[slot] != null) {
                return CodeBlock.of("$N", variables[slot]);
            }
            return expression(step);
        }

        private CodeBlock object(Step step) throws Unwritable {
            if (members.get(step.member()).isStatic()) {
                return CodeBlock.of("$T", JavaTypes.className(owners.get(step.member())));
            }
            Step receiver = steps.get(step.receiver());
            return receiver.kind().isLiteral() ? CodeBlock.of("($L)", typed(receiver, use(step.receiver()))) : use(step.receiver());
        }

        /** Null and boxed literals with their type. */
        private CodeBlock typed(Step step, CodeBlock code) {
            return CodeBlock.of("($T) $L", JavaTypes.of(step.type()), code);
        }

        private CodeBlock invoke(Step step) throws Unwritable {
            Member member = members.get(step.member());
            String owner = owners.get(step.member());
            boolean overloaded = isOverloaded(step.member());
            List<CodeBlock> arguments = new ArrayList<>();
            List<String> expected = Arrays.stream(Type.getArgumentTypes(member.descriptor())).map(Type::getDescriptor).toList();
            for (int i = 0; i < step.arguments().size(); i++) {
                Step argument = steps.get(step.arguments().get(i));
                CodeBlock code = use(step.arguments().get(i));
                boolean lambda = argument.kind() == Kind.STUB && variables[step.arguments().get(i)] == null;
                boolean last = member.varargs() && i == step.arguments().size() - 1;
                String given = erasure(argument.type());
                // A cast to the bound of a type variable would decide what the variable stands for.
                boolean variable = member.parameters().get(i).matches("\\[*T.*");
                boolean other = overloaded && !variable && !given.equals(expected.get(i));
                if (argument.kind() == Kind.NULL ? overloaded && !variable || last : lambda || other) {
                    code = CodeBlock.of("($T) $L", JavaTypes.erasure(expected.get(i)), code);
                }
                arguments.add(code);
            }
            if (member.kind() != MemberKind.CONSTRUCTOR) {
                return CodeBlock.of("$L.$N($L)", object(step), member.name(), CodeBlock.join(arguments, ", "));
            }
            if (facts.types().stream().anyMatch(type -> type.name().equals(owner) && type.isAbstract())) {
                throw new Unwritable(owner + " is abstract");
            }
            boolean generic = step.type().indexOf('<') >= 0;
            return CodeBlock.of("new $T$L($L)", JavaTypes.className(owner), generic ? "<>" : "", CodeBlock.join(arguments, ", "));
        }

        /** A result that is used as something else than the member says. */
        private CodeBlock cast(Step step, CodeBlock code) {
            String wanted = erasure(step.type());
            if (step.member() < 0 || wanted.length() == 1) {
                return code;
            }
            Member member = members.get(step.member());
            String given = member.descriptor().substring(member.descriptor().indexOf(')') + 1);
            // What a type variable stands for, the type of the receiver says, if it is not raw.
            boolean known = member.result().matches("\\[*T.*") && !(step.receiver() >= 0 && isRaw(steps.get(step.receiver())));
            boolean same = member.kind() == MemberKind.CONSTRUCTOR || wanted.equals(given) || known;
            return same ? code : CodeBlock.of("($T) $L", JavaTypes.of(step.type()), code);
        }

        private boolean isRaw(Step step) {
            return step.type().indexOf('<') < 0
                    && facts.types().stream().anyMatch(type -> !type.parameters().isEmpty() && step.type().equals('L' + type.name() + ';'));
        }

        private String erasure(String signature) {
            int generic = signature.indexOf('<');
            return generic < 0 ? signature : signature.substring(0, generic) + ";";
        }

        private boolean isOverloaded(int number) {
            Member member = members.get(number);
            int arity = member.parameters().size();
            int same = 0;
            for (int other = 0; other < members.size(); other++) {
                Member one = members.get(other);
                if (owners.get(other).equals(owners.get(number)) && one.name().equals(member.name())
                        && (one.parameters().size() == arity || one.varargs() || member.varargs())) {
                    same++;
                }
            }
            return same > 1;
        }

        /** A lambda; an interface without one abstract method would need a class. */
        private CodeBlock stub(Step step) throws Unwritable {
            String name = JavaTypes.erasure(step.type().indexOf('<') < 0 ? step.type() : erasure(step.type())) instanceof ClassName one
                    ? one.reflectionName().replace('.', '/') : "";
            TypeFacts.Type type = facts.types().stream().filter(known -> known.name().equals(name)).findFirst().orElse(null);
            if (type == null || type.sam() == null) {
                throw new Unwritable(name + " has not one abstract method");
            }
            Member sam = facts.types().get(type.sam().type()).members().get(type.sam().member());
            if (!sam.typeParameters().isEmpty()) {
                throw new Unwritable(name + " has a generic method");
            }
            List<String> parameters = new ArrayList<>();
            for (int i = 0; i < sam.parameters().size(); i++) {
                parameters.add(sam.parameters().size() == 1 ? "any" : "any" + (i + 1));
            }
            String head = parameters.size() == 1 ? parameters.get(0) : "(" + String.join(", ", parameters) + ")";
            if (sam.result().equals("V")) {
                return CodeBlock.of("$L -> { }", head);
            }
            CodeBlock result = step.arguments().isEmpty() ? CodeBlock.of("$L", JavaLiterals.zero(sam.result())) : use(step.arguments().get(0));
            return CodeBlock.of("$L -> $L", head, result);
        }

        // ---- names ----------------------------------------------------------------------------------------------------

        private String variable(Step step) {
            TypeName type = JavaTypes.erasure(erasure(step.type()));
            String plural = "";
            while (type instanceof ArrayTypeName array) {
                type = array.componentType();
                plural = "s";
            }
            String simple = type instanceof ClassName name ? name.simpleName() : type.toString();
            String base = Character.toLowerCase(simple.charAt(0)) + simple.substring(1) + plural;
            if (simple.length() > 1 && Character.isUpperCase(simple.charAt(1)) && plural.isEmpty()) {
                base = simple.toLowerCase(java.util.Locale.ROOT);
            }
            if (type.isPrimitive() && plural.isEmpty()) {
                base = "result";
            }
            if (SourceVersion.isKeyword(base)) {
                base = "the" + simple;
            }
            return unique(names, base);
        }
    }
}
