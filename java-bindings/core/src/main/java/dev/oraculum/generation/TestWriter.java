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
import dev.oraculum.generation.KeptTests.Assertion;
import dev.oraculum.generation.KeptTests.Expected;
import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Modifier;
import org.objectweb.asm.Type;

/**
 * Writes tests as a JUnit class in the package of the class under test: plain Java, without reflection and without anything of ours.
 * Literals and constants stand where they are used, other values have variables; what is asserted stands behind the statements.
 */
public final class TestWriter {
    /** Signatures of types of the JDK that say whether they are empty. */
    private static final Pattern EMPTY = Pattern.compile("Ljava/util/(\\w*List|Collection|\\w*Set|\\w*Map|Vector|Stack)[<;].*");

    private static final List<String> ASSERTIONS = List.of(
            "assertArrayEquals", "assertEquals", "assertFalse", "assertNotNull", "assertNull", "assertSame", "assertThrows", "assertTrue");
    /** Methods that every object has, and those that tests call without the name of their class. */
    private static final Set<String> NOT_FOR_METHODS = Stream.concat(
                    ASSERTIONS.stream(),
                    Stream.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"))
            .collect(Collectors.toUnmodifiableSet());

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

    /** Why Java cannot say a test without reflection; empty: it can. */
    public Optional<String> whyNot(Kept test) {
        try {
            new Method(test).body();
            return Optional.empty();
        } catch (Unwritable e) {
            return Optional.of(e.getMessage());
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
    public Written write(List<Kept> tests) {
        ClassName target = JavaTypes.className(facts.target());
        TypeSpec.Builder type = TypeSpec.classBuilder(simpleName());
        if (junit == Junit.JUNIT_4) {
            type.addModifiers(Modifier.PUBLIC);
        }
        List<String> names = new ArrayList<>();
        Set<String> taken = new HashSet<>(NOT_FOR_METHODS);
        for (Kept test : tests) {
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
        String[] used = used(names.isEmpty(), type);
        if (used.length > 0) {
            file.addStaticImport(junit.assertions, used);
        }
        String packageName = target.packageName();
        return new Written((packageName.isEmpty() ? "" : packageName + ".") + simpleName(), file.build().toString(), names);
    }

    /** The assertions that a class uses, for its imports. */
    private String[] used(boolean none, TypeSpec.Builder type) {
        String source = none ? "" : type.build().toString();
        return ASSERTIONS.stream().filter(name -> source.contains(name + "(")).toArray(String[]::new);
    }

    private static String unique(Set<String> taken, String wanted) {
        String name = NOT_FOR_METHODS.contains(wanted) ? "test" + Character.toUpperCase(wanted.charAt(0)) + wanted.substring(1) : wanted;
        if (!name.equals(wanted)) {
            return unique(taken, name);
        }
        for (int number = 2; !taken.add(name); number++) {
            name = wanted + (Character.isDigit(wanted.charAt(wanted.length() - 1)) ? "_" : "") + number;
        }
        return name;
    }

    /** One test as a method. */
    private final class Method {
        private final List<Step> steps;
        private final Kept test;
        /** By slot; null: it stands where it is used, or has none. */
        private final String[] variables;
        private final int[] uses;
        private final Set<String> names = new HashSet<>();
        private final Set<String> exceptions = new TreeSet<>();
        private boolean unchecked;

        Method(Kept test) {
            this.test = test;
            steps = test.steps();
            variables = new String[steps.size()];
            uses = new int[steps.size()];
            steps.forEach(step -> step.uses().forEach(slot -> uses[slot]++));
            for (Assertion assertion : test.assertions()) {
                uses[assertion.slot()]++;
                if (assertion.is().form() == Form.SAME) {
                    uses[assertion.is().number()]++;
                }
            }
        }

        /** After the member that is called last, and what comes of it. */
        String name() {
            for (int at = test.statements() - 1; at >= 0; at--) {
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
            if (test.exception() != null && at == test.statements() - 1) {
                String exception = test.exception();
                return "_throws" + exception.substring(Math.max(exception.lastIndexOf('.'), exception.lastIndexOf('$')) + 1);
            }
            for (Assertion assertion : test.assertions()) {
                if (assertion.slot() == at && member.kind() != MemberKind.CONSTRUCTOR) {
                    return outcome(assertion.is(), steps.get(at).receiver());
                }
            }
            return "";
        }

        private String outcome(Expected is, int receiver) {
            return switch (is.form()) {
                case NULL -> "_returnsNull";
                case CONSTANT -> "_returns" + is.text();
                case BOOLEAN -> is.text().equals("true") ? "_returnsTrue" : "_returnsFalse";
                case INT -> is.text().startsWith("-") ? "_returnsNegative" : "_returns" + is.text();
                case STRING -> is.text().isEmpty() ? "_returnsEmptyString" : "";
                case SAME -> is.number() == receiver ? "_returnsItself" : "_returnsArgument";
                case ELEMENTS, LIST, SET, MAP -> is.all().isEmpty() ? "_returnsEmpty" : "";
                case ABSENT -> "_returnsEmpty";
                default -> "";
            };
        }

        List<ClassName> thrown() {
            // One that says all: a list of checked exceptions would change with the code.
            return exceptions.isEmpty() ? List.of() : List.of(ClassName.get(Exception.class));
        }

        CodeBlock body() throws Unwritable {
            CodeBlock.Builder body = CodeBlock.builder();
            int last = test.statements() - 1;
            boolean statements = false;
            boolean separated = false;
            for (int at = 0; at <= last; at++) {
                Step step = steps.get(at);
                if (isInline(step) || at == last && isAsserted()) {
                    continue;
                }
                CodeBlock code = expression(step);
                if (test.exception() != null && at == last) {
                    exceptions.clear();
                    for (int before = 0; before < last; before++) {
                        checked(steps.get(before));
                    }
                    separate(body, statements);
                    separated = true;
                    body.addStatement("assertThrows($T.class, () -> $L)", exceptionClass(test.exception()), asLambda(step, code));
                } else {
                    checked(step);
                    statement(body, at, code);
                }
                statements = true;
            }
            for (Assertion assertion : test.assertions()) {
                if (!separated) {
                    separate(body, statements);
                    separated = true;
                }
                checked(steps.get(assertion.slot()));
                body.addStatement(assertion(assertion));
            }
            return body.build();
        }

        /** A blank line between what is done and what is asserted. */
        private static void separate(CodeBlock.Builder body, boolean statements) {
            if (statements) {
                body.add("\n");
            }
        }

        /** Whether the last call stands in the one assertion there is. */
        private boolean isAsserted() {
            int last = test.statements() - 1;
            return test.exception() == null && test.assertions().size() == 1 && test.assertions().get(0).slot() == last && uses[last] == 1
                    && steps.get(last).kind() == Kind.INVOKE && members.get(steps.get(last).member()).kind() == MemberKind.METHOD;
        }

        private void statement(CodeBlock.Builder body, int at, CodeBlock code) {
            Step step = steps.get(at);
            if (isVoid(step) || uses[at] == 0 && step.kind() == Kind.INVOKE) {
                body.addStatement(code);
            } else {
                variables[at] = variable(step);
                body.addStatement("$T $N = $L", JavaTypes.of(step.type()), variables[at], cast(step, code));
            }
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

        // ---- assertions -----------------------------------------------------------------------------------------------

        private CodeBlock assertion(Assertion assertion) throws Unwritable {
            Step step = steps.get(assertion.slot());
            Expected is = assertion.is();
            CodeBlock actual = use(assertion.slot());
            boolean primitive = step.type().length() == 1;
            return switch (is.form()) {
                case NULL -> CodeBlock.of("assertNull($L)", actual);
                case NOT_NULL -> CodeBlock.of("assertNotNull($L)", actual);
                case SAME -> CodeBlock.of("assertSame($L, $L)", use(is.number()), actual);
                case LENGTH -> CodeBlock.of("assertEquals($L, $L.length)", is.number(), actual);
                case SIZE -> is.number() == 0 ? CodeBlock.of("assertTrue($L.isEmpty())", actual)
                        : CodeBlock.of("assertEquals($L, $L.size())", is.number(), actual);
                case ELEMENTS -> {
                    String type = erasure(step.type());
                    CodeBlock expected = CodeBlock.of("new $T $L", JavaTypes.erasure(type), elements(is));
                    yield CodeBlock.of("assertArrayEquals($L, $L$L)", expected, actual, exactly(type));
                }
                case LIST, SET, MAP -> is.all().isEmpty() && EMPTY.matcher(step.type()).matches() ? CodeBlock.of("assertTrue($L.isEmpty())", actual)
                        : CodeBlock.of("assertEquals($L, $L)", expected(is), actual);
                case BOOLEAN -> primitive ? CodeBlock.of("$L($L)", is.text().equals("true") ? "assertTrue" : "assertFalse", actual)
                        : CodeBlock.of("assertEquals($L, $L)", boxed(is, step.type()), actual);
                case FLOAT, DOUBLE -> primitive ? CodeBlock.of("assertEquals($L, $L$L)", expected(is), actual, tolerance(assertion))
                        : CodeBlock.of("assertEquals($L, $L)", boxed(is, step.type()), actual);
                case BYTE, SHORT, CHAR, INT, LONG -> CodeBlock.of(
                        "assertEquals($L, $L)", primitive ? expected(is) : boxed(is, step.type()), actual);
                default -> CodeBlock.of("assertEquals($L, $L)", expected(is), actual);
            };
        }

        /** JUnit 4 wants to be told that reals in an array, or alone, are equal only if they are. */
        private String exactly(String type) {
            return junit == Junit.JUNIT_5 ? "" : type.endsWith("[D") || type.equals("D") ? ", 0.0" : type.endsWith("[F") || type.equals("F") ? ", 0.0f" : "";
        }

        /** The engine says how near is near enough; NaN, infinities and zero are expected exactly, which JUnit 5 says without a delta. */
        private String tolerance(Assertion assertion) {
            boolean single = assertion.is().form() == Form.FLOAT;
            if (Double.isNaN(assertion.within())) {
                return exactly(single ? "F" : "D");
            }
            return ", " + (single ? (float) assertion.within() + "f" : String.valueOf(assertion.within()));
        }

        /** The box of a literal where JUnit has methods for it and for the primitive, and javac could not choose. */
        private CodeBlock boxed(Expected is, String type) {
            CodeBlock literal = expected(is);
            Object value = JavaLiterals.box(is.form(), is.text());
            return type.equals(Type.getDescriptor(value.getClass())) ? CodeBlock.of("$T.valueOf($L)", value.getClass(), literal) : literal;
        }

        /** A value as Java says it. */
        private CodeBlock expected(Expected is) {
            if (is.form().isPrimitive()) {
                return CodeBlock.of("$L", JavaLiterals.of(JavaLiterals.box(is.form(), is.text())));
            }
            return switch (is.form()) {
                case NULL -> CodeBlock.of("null");
                case STRING -> CodeBlock.of("$S", is.text());
                case CONSTANT -> CodeBlock.of("$T.$L", JavaTypes.className(is.className().replace('.', '/')), is.text());
                case CLASS -> CodeBlock.of("$T.class", JavaTypes.ofBinaryName(is.text()));
                case LIST -> list(is);
                case SET -> CodeBlock.of("$T.of($L)", Set.class, joined(is));
                case MAP -> CodeBlock.of("$T.of($L)", Map.class, joined(is));
                case PRESENT -> CodeBlock.of("$T.of($L)", Optional.class, joined(is));
                case ABSENT -> CodeBlock.of("$T.empty()", Optional.class);
                case ELEMENTS -> elements(is);
                default -> throw new IllegalArgumentException(is.form() + " is no value");
            };
        }

        private CodeBlock elements(Expected is) {
            return CodeBlock.of("{$L}", joined(is));
        }

        private CodeBlock list(Expected is) {
            boolean nulls = is.all().stream().anyMatch(element -> element.form() == Form.NULL);
            if (!nulls) {
                return CodeBlock.of("$T.of($L)", List.class, joined(is));
            }
            return is.all().size() == 1 ? CodeBlock.of("$T.singletonList(null)", Collections.class)
                    : CodeBlock.of("$T.asList($L)", Arrays.class, joined(is));
        }

        private CodeBlock joined(Expected is) {
            return CodeBlock.join(is.all().stream().map(this::expected).toList(), ", ");
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
            return cast(JavaTypes.of(step.type()), code);
        }

        /** {@code (Number) -1} would be a difference. */
        private static CodeBlock cast(TypeName type, CodeBlock code) {
            boolean negative = code.toString().startsWith("-") && !type.isPrimitive();
            return CodeBlock.of(negative ? "($T) ($L)" : "($T) $L", type, code);
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
                    code = cast(JavaTypes.erasure(expected.get(i)), code);
                }
                arguments.add(code);
            }
            if (member.kind() != MemberKind.CONSTRUCTOR) {
                return CodeBlock.of("$L.$N($L)", object(step), member.name(), CodeBlock.join(arguments, ", "));
            }
            if (facts.types().stream().anyMatch(type -> type.name().equals(owner) && type.isAbstract())) {
                throw new Unwritable(owner.replace('/', '.') + " is abstract");
            }
            String diamond = step.type().indexOf('<') >= 0 ? "<>" : "";
            if (facts.types().stream().anyMatch(type -> type.name().equals(owner) && type.inner())) {
                Step outer = steps.get(step.arguments().get(0));
                if (outer.kind() == Kind.NULL) {
                    throw new Unwritable(owner.replace('/', '.') + " needs an object of the class around it");
                }
                CodeBlock others = CodeBlock.join(arguments.subList(1, arguments.size()), ", ");
                return CodeBlock.of("$L.new $L$L($L)", use(step.arguments().get(0)), JavaTypes.className(owner).simpleName(), diamond, others);
            }
            return CodeBlock.of("new $T$L($L)", JavaTypes.className(owner), diamond, CodeBlock.join(arguments, ", "));
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
            return same ? code : cast(JavaTypes.of(step.type()), code);
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
                throw new Unwritable(name.replace('/', '.') + " has not one abstract method");
            }
            Member sam = facts.types().get(type.sam().type()).members().get(type.sam().member());
            if (!sam.typeParameters().isEmpty()) {
                throw new Unwritable(name.replace('/', '.') + " has a generic method");
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
            String asked = step.kind() == Kind.INVOKE ? asked(members.get(step.member()), step.type()) : "";
            if (!asked.isEmpty() && !SourceVersion.isKeyword(asked)) {
                return unique(names, asked);
            }
            TypeName type = JavaTypes.erasure(erasure(step.type()));
            String plural = "";
            while (type instanceof ArrayTypeName array) {
                type = array.componentType();
                plural = "s";
            }
            String simple = type instanceof ClassName name ? name.simpleName() : type.toString();
            String base = decapitalised(simple) + plural;
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

        /** What a method is asked for, by its name: {@code getSize}, {@code isEmpty}, {@code words}; empty: it is not asked, but told. */
        private String asked(Member member, String type) {
            boolean says = member.kind() == MemberKind.METHOD && member.parameters().isEmpty() && !type.equals("L" + facts.target() + ";");
            if (!says || member.name().matches("(to|as|next)[A-Z]\\w*|[a-z]+And[A-Z]\\w*|hashCode|clone|next|pop|poll|remove|\\w{1,2}")) {
                return "";
            }
            String bare = member.name().replaceFirst("^(get|is|has)(?=[A-Z])", "");
            return bare.matches("[A-Z]{2}\\w*") ? "" : decapitalised(bare);
        }

        private static String decapitalised(String name) {
            return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        }
    }
}
