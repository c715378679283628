package dev.oraculum.generation;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import dev.oraculum.generation.KeptTests.Answer;
import dev.oraculum.generation.KeptTests.Assertion;
import dev.oraculum.generation.KeptTests.Expected;
import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.KeptTests.Kind;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TestWriter.Junit;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;
import org.objectweb.asm.Type;

/** One test as a method: its statements, its name, and what it declares to throw. */
final class TestMethod {
    private static final String EXCEPTION = "java/lang/Exception";
    /** In signatures. */
    private static final Pattern WILDCARD = Pattern.compile("[<;][*+-]");
    private static final Pattern VARIABLE_AS_ARGUMENT = Pattern.compile("[<;*+-]\\[*T\\w+;");

    private final MemberTable table;
    private final Declarations declarations;
    private final Overloads overloads;
    private final AssertionCode assertions;
    private final List<Step> steps;
    private final Kept test;
    /** By slot; null: it stands where it is used, or has none. */
    private final String[] variables;
    private final int[] uses;
    private final Set<String> names = new HashSet<>();
    private final StubCode stubs;
    private final ArrayContents arrays;
    /** By slot of a made-up object, the list of what it is called with; null: nobody asks. */
    private final String[] received;
    private final Set<String> exceptions = new TreeSet<>();
    private boolean unchecked;
    /** Null: it is not of a contract. */
    private ContractTest contract;
    private boolean guarded;

    /** A test that Java cannot say, or not without reflection. */
    static final class Unwritable extends Exception {
        private static final long serialVersionUID = 1;

        Unwritable(String why) {
            super(why);
        }
    }

    /** @param declarations of the classes that exceptions may be of */
    TestMethod(MemberTable table, Declarations declarations, Overloads overloads, Junit junit, Kept test) {
        this.table = table;
        this.declarations = declarations;
        this.overloads = overloads;
        assertions = new AssertionCode(junit);
        this.test = test;
        stubs = new StubCode(table, names);
        steps = test.steps();
        // One that throws stands alone.
        arrays = new ArrayContents(steps, test.exception() == null ? test.statements() : test.statements() - 1, this::isInline);
        variables = new String[steps.size()];
        received = new String[steps.size()];
        uses = new int[steps.size()];
        steps.forEach(step -> step.uses().forEach(slot -> uses[slot]++));
        for (Assertion assertion : test.assertions()) {
            uses[assertion.slot()]++;
            if (assertion.is().form() == Form.SAME) {
                uses[assertion.is().number()]++;
            }
        }
    }

    /**
     * A test of a contract.
     *
     * @param guarded objects that are null end it
     */
    TestMethod(
            MemberTable table, Declarations declarations, Overloads overloads, Junit junit, ContractTest contract, boolean guarded) {
        this(table, declarations, overloads, junit, contract.test());
        this.contract = contract;
        this.guarded = guarded;
        uses[contract.first()]++;
        uses[contract.second()]++;
    }

    /** Whether it makes arrays of generic types, or casts to them, about which javac warns. */
    boolean isUnchecked() {
        return unchecked;
    }

    /** Whether it makes objects by {@link StubCode#helper}. */
    boolean usesHelper() {
        return stubs.usesHelper();
    }

    /** After the member that is called last, and what comes of it. */
    String name() {
        int at = focal();
        if (at < 0) {
            return "test";
        }
        Member member = table.member(steps.get(at).member());
        String owner = table.owner(steps.get(at).member());
        boolean own = owner.equals(table.facts().target());
        String made = own ? "constructor" : decapitalised(JavaTypes.className(owner).simpleName()) + "Constructor";
        return (member.kind() == MemberKind.CONSTRUCTOR ? made : member.name()) + outcome(at, member);
    }

    /** Number of the member that the test is of: those of the class under test come first. Of no member: the largest. */
    int member() {
        int at = focal();
        return at < 0 ? Integer.MAX_VALUE : steps.get(at).member();
    }

    /**
     * The last call of the class under test or of what is nested in it, also of what such an object inherits, else the last call; -1: there
     * is none.
     */
    private int focal() {
        int last = -1;
        for (int at = test.statements() - 1; at >= 0; at--) {
            Step step = steps.get(at);
            if (step.kind() == Kind.INVOKE || step.kind() == Kind.SET) {
                if (isTarget(table.owner(step.member())) || step.receiver() >= 0 && isTarget(internalName(steps.get(step.receiver())))) {
                    return at;
                }
                last = Math.max(last, at);
            }
        }
        return last;
    }

    private boolean isTarget(String owner) {
        String target = table.facts().target();
        return owner.equals(target) || owner.startsWith(target + "$");
    }

    /** Of the class of its value; of an array or a number the descriptor. */
    private static String internalName(Step step) {
        String type = JavaTypes.erased(step.type());
        return type.startsWith("L") ? type.substring(1, type.length() - 1) : type;
    }

    private String outcome(int at, Member member) {
        if (test.exception() != null && at == test.statements() - 1) {
            String exception = test.exception();
            return "_throws" + exception.substring(Math.max(exception.lastIndexOf('.'), exception.lastIndexOf('$')) + 1);
        }
        for (Assertion assertion : test.assertions()) {
            if (assertion.slot() == at && member.kind() != MemberKind.CONSTRUCTOR) {
                return outcome(assertion.is(), steps.get(at));
            }
        }
        return "";
    }

    private String outcome(Expected is, Step call) {
        return switch (is.form()) {
            case NULL -> "_returnsNull";
            case CONSTANT -> "_returns" + is.text();
            case BOOLEAN -> is.text().equals("true") ? "_returnsTrue" : "_returnsFalse";
            case INT -> is.text().startsWith("-") ? "_returnsNegative" : "_returns" + is.text();
            case STRING -> is.text().isEmpty() ? "_returnsEmptyString" : "";
            case SAME -> is.number() == call.receiver() ? "_returnsItself"
                    : call.arguments().contains(is.number()) ? "_returnsArgument" : "";
            case ELEMENTS, LIST, SET, MAP -> is.all().isEmpty() ? "_returnsEmpty" : "";
            case ABSENT -> "_returnsEmpty";
            default -> "";
        };
    }

    List<ClassName> thrown() {
        // One that says all: a list of checked exceptions would change with the code.
        Predicate<String> isException = name -> name.equals(EXCEPTION) || declarations.supertypes(name).contains(EXCEPTION);
        boolean all = exceptions.stream().allMatch(isException);
        return exceptions.isEmpty() ? List.of() : List.of(ClassName.get(all ? Exception.class : Throwable.class));
    }

    CodeBlock body() throws Unwritable {
        CodeBlock.Builder body = CodeBlock.builder();
        int last = test.statements() - 1;
        boolean statements = false;
        boolean separated = false;
        for (int at = 0; at <= last; at++) {
            Step step = steps.get(at);
            if (isInline(step) || arrays.isWritten(at) || at == last && isAsserted()) {
                continue;
            }
            if (isReceiving(at)) {
                received[at] = Names.unique(names, "received");
                TypeName objects = ParameterizedTypeName.get(ClassName.get(List.class), ClassName.OBJECT);
                body.addStatement("$T $N = new $T<>()", objects, received[at], ArrayList.class);
            }
            CodeBlock code = expression(at);
            if (test.exception() != null && at == last) {
                exceptions.clear();
                for (int before = 0; before < last; before++) {
                    checked(steps.get(before));
                }
                separate(body, statements);
                separated = true;
                ClassName type = exceptionClass(test.exception());
                CodeBlock thrown = CodeBlock.of("assertThrows($T.class, () -> $L)", type, asLambda(step, code));
                if (test.assertions().stream().noneMatch(assertion -> assertion.slot() == last)) {
                    body.addStatement(thrown);
                } else {
                    variables[at] = Names.unique(names, "exception");
                    body.addStatement("$T $N = $L", type, variables[at], thrown);
                }
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
            if (assertion.is().form() != Form.MESSAGE) {
                asserted(assertion.slot());
            }
            Step about = steps.get(assertion.slot());
            CodeBlock other = assertion.is().form() == Form.SAME ? use(assertion.is().number()) : null;
            body.addStatement(assertions.of(assertion, about, use(assertion.slot()), other));
        }
        if (contract != null) {
            separate(body, statements);
            for (int slot : guarded ? new int[] {contract.first(), contract.second()} : new int[0]) {
                body.beginControlFlow("if ($L == null)", use(slot)).addStatement("return").endControlFlow();
            }
            body.addStatement(contract.contract().statement(use(contract.first()).toString(), use(contract.second()).toString()));
        }
        return body.build();
    }

    /** Whether it is asserted what a made-up object was called with. */
    private boolean isReceiving(int at) {
        List<Step> shown = steps.subList(test.statements(), steps.size());
        return steps.get(at).kind() == Kind.STUB
                && shown.stream().anyMatch(step -> step.kind() == Kind.RECEIVED && step.receiver() == at);
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
                && steps.get(last).kind() == Kind.INVOKE && table.member(steps.get(last).member()).kind() == MemberKind.METHOD;
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
            exceptions.addAll(table.member(step.member()).exceptions());
        }
    }

    /** What an assertion says something of, and what leads to it, stand in the assertion. */
    private void asserted(int slot) {
        Step step = steps.get(slot);
        checked(step);
        if (slot >= test.statements() && step.receiver() >= 0) {
            asserted(step.receiver());
        }
    }

    private CodeBlock asLambda(Step step, CodeBlock code) {
        return step.kind() == Kind.SET || step.kind() == Kind.STORE || step.kind() == Kind.ELEMENT || step.kind() == Kind.GET
                ? CodeBlock.of("{ $L$L; }", step.kind() == Kind.ELEMENT || step.kind() == Kind.GET ? "var value = " : "", code)
                : code;
    }

    /** The nearest class that a test may name. */
    private ClassName exceptionClass(String binaryName) {
        return declarations.nearestClass(binaryName.replace('.', '/')).map(JavaTypes::className).orElse(ClassName.get(Throwable.class));
    }

    private boolean isVoid(Step step) {
        return step.type().equals("V");
    }

    /** Literals, classes and constants of enums. */
    private boolean isInline(Step step) {
        return step.kind().isLiteral() || step.kind() == Kind.GET && table.member(step.member()).isStatic()
                && table.member(step.member()).isFinal();
    }

    // ---- expressions ----------------------------------------------------------------------------------------------

    private CodeBlock expression(int at) throws Unwritable {
        Step step = steps.get(at);
        return switch (step.kind()) {
            case NULL -> CodeBlock.of("null");
            case STRING -> CodeBlock.of("$S", step.literal());
            case CLASS -> CodeBlock.of("$T.class", JavaTypes.erasure(step.literal()));
            case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE -> CodeBlock.of("$L", JavaLiterals.of(step.kind(), step.literal()));
            case INVOKE -> invoke(step);
            case GET -> CodeBlock.of("$L.$N", object(step), table.member(step.member()).name());
            case SET -> CodeBlock.of("$L.$N = $L", object(step), table.member(step.member()).name(), use(step.arguments().get(0)));
            case ARRAY -> array(at);
            case ELEMENT -> CodeBlock.of("$L[$L]", use(step.receiver()), step.number());
            case ITEM -> CodeBlock.of("$L.get($L)", use(step.receiver()), step.number());
            case FIRST -> CodeBlock.of("$L.iterator().next()", use(step.receiver()));
            case FIRSTVALUE -> CodeBlock.of("$L.values().iterator().next()", use(step.receiver()));
            case PRESENT -> CodeBlock.of("$L.get()", use(step.receiver()));
            case RECEIVED -> CodeBlock.of("$N", received[step.receiver()]);
            case STORE -> CodeBlock.of("$L[$L] = $L", use(step.receiver()), step.number(), use(step.arguments().get(0)));
            case STUB -> stub(step, received[at]);
        };
    }

    /** A new array, with its contents if it is filled at once. */
    private CodeBlock array(int at) throws Unwritable {
        Step step = steps.get(at);
        TypeName element = ((ArrayTypeName) JavaTypes.of(step.type())).componentType();
        String dimensions = "";
        while (element instanceof ArrayTypeName nested) {
            element = nested.componentType();
            dimensions += "[]";
        }
        boolean warns = false;
        if (element instanceof ParameterizedTypeName generic) {
            // Of other generic types Java has no arrays (JLS 10.6, 15.10.1).
            warns = !generic.typeArguments().stream().allMatch(WildcardTypeName.subtypeOf(Object.class)::equals);
            element = generic.rawType();
            unchecked |= warns;
        }
        Optional<List<Optional<Integer>>> contents = arrays.of(at);
        if (contents.isEmpty()) {
            return CodeBlock.of("new $T[$L]$L", element, step.number(), dimensions);
        }
        List<CodeBlock> elements = new ArrayList<>();
        for (Optional<Integer> slot : contents.get()) {
            elements.add(slot.isEmpty() ? CodeBlock.of(JavaLiterals.zero(step.type().substring(1))) : element(step, slot.get()));
        }
        CodeBlock all = CodeBlock.of("{$L}", CodeBlock.join(elements, ", "));
        return warns ? CodeBlock.of("new $T[]$L $L", element, dimensions, all) : all;
    }

    /** A literal among the elements of an array needs no cast to their type. */
    private CodeBlock element(Step array, int slot) throws Unwritable {
        Step step = steps.get(slot);
        boolean plain = step.kind() == Kind.BYTE || step.kind() == Kind.SHORT;
        return plain && step.type().equals(array.type().substring(1)) ? CodeBlock.of("$L", step.literal()) : use(slot);
    }

    private CodeBlock use(int slot) throws Unwritable {
        return variables[slot] == null ? expression(slot) : CodeBlock.of("$N", variables[slot]);
    }

    private CodeBlock object(Step step) throws Unwritable {
        if (table.member(step.member()).isStatic()) {
            return CodeBlock.of("$T", JavaTypes.className(table.owner(step.member())));
        }
        Step receiver = steps.get(step.receiver());
        if (receiver.kind() == Kind.CLASS && receiver.type().equals("Ljava/lang/Class<" + receiver.literal() + ">;")) {
            return use(step.receiver());
        }
        if (receiver.kind().isLiteral()) {
            return CodeBlock.of("($L)", typed(receiver, use(step.receiver())));
        }
        String owner = table.owner(step.member());
        return declarations.isUsableOf(JavaTypes.erased(receiver.type()), owner, table.member(step.member())) ? use(step.receiver())
                : CodeBlock.of("($L)", cast(JavaTypes.className(owner), use(step.receiver())));
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

    /** The type of what stands for a value, without type arguments. */
    private String writtenType(int slot) {
        Step step = steps.get(slot);
        return switch (step.kind()) {
            case NULL -> Overloads.NULL;
            case BOOLEAN -> "Z";
            case BYTE -> "B";
            case SHORT -> "S";
            case CHAR -> "C";
            case INT -> "I";
            case LONG -> "J";
            case FLOAT -> "F";
            case DOUBLE -> "D";
            default -> isInline(step) && step.member() >= 0 ? table.member(step.member()).descriptor() : JavaTypes.erased(step.type());
        };
    }

    /** A value as one of another type: a whole number has literals of most, all else is cast. */
    private CodeBlock as(String type, int slot, CodeBlock code) {
        boolean whole = Set.of(Kind.BYTE, Kind.SHORT, Kind.INT).contains(steps.get(slot).kind());
        String suffix = !whole ? "" : switch (type) {
            case "J" -> "L";
            case "F" -> ".0f";
            case "D" -> ".0";
            default -> "";
        };
        return suffix.isEmpty() ? cast(JavaTypes.erasure(type), code) : CodeBlock.of("$L", steps.get(slot).literal() + suffix);
    }

    private CodeBlock invoke(Step step) throws Unwritable {
        Member member = table.member(step.member());
        String owner = table.owner(step.member());
        List<String> expected = Arrays.stream(Type.getArgumentTypes(member.descriptor())).map(Type::getDescriptor).toList();
        List<String> given = step.arguments().stream().map(this::writtenType).toList();
        boolean ambiguous = overloads.mayMeanAnother(step.member(), given);
        List<CodeBlock> arguments = new ArrayList<>();
        for (int i = 0; i < step.arguments().size(); i++) {
            int slot = step.arguments().get(i);
            CodeBlock code = use(slot);
            boolean lambda = steps.get(slot).kind() == Kind.STUB && variables[slot] == null;
            boolean last = member.varargs() && i == step.arguments().size() - 1;
            // A cast to the bound of a type variable would decide what the variable stands for.
            boolean variable = Overloads.isVariable(member, i);
            boolean other = ambiguous && !variable && !given.get(i).equals(expected.get(i));
            boolean isNull = given.get(i).equals(Overloads.NULL);
            if (isNull ? other || last : lambda || other) {
                code = as(expected.get(i), slot, code);
            }
            arguments.add(code);
        }
        if (member.kind() != MemberKind.CONSTRUCTOR) {
            return CodeBlock.of("$L.$N($L)", object(step), member.name(), CodeBlock.join(arguments, ", "));
        }
        if (table.facts().types().stream().anyMatch(type -> type.name().equals(owner) && type.isAbstract())) {
            throw new Unwritable(owner.replace('/', '.') + " is abstract");
        }
        String diamond = step.type().indexOf('<') >= 0 ? "<>" : "";
        if (table.facts().types().stream().anyMatch(type -> type.name().equals(owner) && type.inner())) {
            Step outer = steps.get(step.arguments().get(0));
            if (outer.kind() == Kind.NULL) {
                throw new Unwritable(owner.replace('/', '.') + " needs an object of the class around it");
            }
            CodeBlock others = CodeBlock.join(arguments.subList(1, arguments.size()), ", ");
            CodeBlock around = use(step.arguments().get(0));
            if (declarations.hidesInner(internalName(outer), owner)) {
                around = CodeBlock.of("($L)", cast(JavaTypes.erasure(expected.get(0)), around));
            }
            return CodeBlock.of("$L.new $L$L($L)", around, JavaTypes.className(owner).simpleName(), diamond, others);
        }
        return CodeBlock.of("new $T$L($L)", JavaTypes.className(owner), diamond, CodeBlock.join(arguments, ", "));
    }

    /** A result that is used as something else than the member says. */
    private CodeBlock cast(Step step, CodeBlock code) {
        String wanted = JavaTypes.erased(step.type());
        if (step.member() < 0 || wanted.length() == 1) {
            return code;
        }
        Member member = table.member(step.member());
        String given = member.descriptor().substring(member.descriptor().indexOf(')') + 1);
        // What a type variable stands for, the type of the receiver says, if it is not raw.
        boolean known = member.result().matches("\\[*T.*") && !(step.receiver() >= 0 && isRaw(steps.get(step.receiver())));
        boolean same = member.kind() == MemberKind.CONSTRUCTOR || wanted.equals(given) && !isCaptured(step, member) || known;
        unchecked |= !same && step.type().indexOf('<') >= 0;
        return same ? code : cast(JavaTypes.of(step.type()), code);
    }

    /** Called on a {@code Predicate<? super String>}, {@code negate} gives one of a type that nobody can name (JLS 5.1.10). */
    private boolean isCaptured(Step step, Member member) {
        return step.receiver() >= 0 && WILDCARD.matcher(steps.get(step.receiver()).type()).find()
                && VARIABLE_AS_ARGUMENT.matcher(member.result()).find();
    }

    private boolean isRaw(Step step) {
        return step.type().indexOf('<') < 0
                && table.facts().types().stream().anyMatch(type -> !type.parameters().isEmpty()
                        && step.type().equals('L' + type.name() + ';'));
    }

    /** @param received name of the list of what it is called with; null: nobody asks */
    private CodeBlock stub(Step step, String received) throws Unwritable {
        List<StubCode.Answer> answers = new ArrayList<>();
        for (Answer answer : step.answers()) {
            StubCode.Value then = answer.then() < 0 ? null : value(answer.then());
            answers.add(new StubCode.Answer(table.member(answer.method()), value(answer.first()), then));
        }
        CodeBlock code = received == null ? stubs.of(step.type(), answers) : stubs.receiving(step.type(), received);
        unchecked |= stubs.isUnchecked();
        return code;
    }

    private StubCode.Value value(int slot) throws Unwritable {
        return new StubCode.Value(steps.get(slot).type(), use(slot));
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    private String variable(Step step) {
        String asked = step.kind() == Kind.INVOKE ? asked(table.member(step.member()), step.type()) : "";
        if (!asked.isEmpty() && !SourceVersion.isKeyword(asked)) {
            return Names.unique(names, asked);
        }
        TypeName type = JavaTypes.erasure(JavaTypes.erased(step.type()));
        String plural = "";
        while (type instanceof ArrayTypeName array) {
            type = array.componentType();
            plural = "s";
        }
        String simple = type instanceof ClassName name ? name.simpleName() : type.toString();
        if (simple.endsWith("ss") && !plural.isEmpty()) {
            plural = "es";
        }
        String base = decapitalised(simple) + plural;
        if (type.isPrimitive() && plural.isEmpty()) {
            base = "result";
        }
        if (SourceVersion.isKeyword(base)) {
            base = "the" + simple;
        }
        return Names.unique(names, base);
    }

    /** What a method is asked for, by its name: {@code getSize}, {@code isEmpty}, {@code words}; empty: it is not asked, but told. */
    private String asked(Member member, String type) {
        boolean says = member.kind() == MemberKind.METHOD && member.parameters().isEmpty()
                && !type.equals("L" + table.facts().target() + ";");
        if (!says || member.name().matches("(to|as|next)[A-Z]\\w*|[a-z]+And[A-Z]\\w*|hashCode|clone|next|pop|poll|remove|\\w{1,2}")) {
            return "";
        }
        String bare = member.name().replaceFirst("^(get|is|has)(?=[A-Z])", "");
        return decapitalised(bare);
    }

    /** As a name of a variable: {@code HtmlPage} as {@code htmlPage}, {@code URLPath} as {@code urlPath}, {@code URL} as {@code url}. */
    private static String decapitalised(String name) {
        int end = 0;
        while (end < name.length() && Character.isUpperCase(name.charAt(end))) {
            end++;
        }
        // The last one begins the next word.
        boolean word = end > 1 && end < name.length() && Character.isLowerCase(name.charAt(end));
        int small = Math.max(1, word ? end - 1 : end);
        return name.substring(0, small).toLowerCase(Locale.ROOT) + name.substring(small);
    }
}
