package dev.oraculum.generation.carving;

import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Abstract interpretation of one test: what its instructions do becomes statements, and what cannot be said becomes a value of which
 * nothing is known. Whatever would need such a value is left out.
 */
final class Interpretation extends Interpreter<Value> {
    /** Statements of a test, at most: the rest of a longer one is left out. */
    private static final int MOST_STATEMENTS = 100;
    /** Elements of an array. */
    private static final int MOST_ELEMENTS = 1_000;
    /** Code units of a text. */
    private static final int MOST_TEXT = 1_000;
    /** What ASM's own interpreter computes from; only the sizes of its results are looked at. */
    private static final SourceValue ANY = new SourceValue(1);

    /** The test is as long as it may be. */
    static final class FullException extends RuntimeException {
        private static final long serialVersionUID = 1;

        FullException() {
            super(null, null, false, false);
        }
    }

    private final TestCode code;
    private final SourceInterpreter sizes = new SourceInterpreter();
    private final CharsetEncoder unicode = StandardCharsets.UTF_8.newEncoder();
    private final Walk walk;
    private List<Statement> statements = new ArrayList<>();
    /** Values that a statement defines. */
    private final List<Value> placed = new ArrayList<>();
    /** Fields of the test object and static ones of the tests' classes, by owner and name. */
    private final Map<String, Value> fields = new HashMap<>();
    private final Set<String> initialised = new HashSet<>();
    private final Set<String> types = new LinkedHashSet<>();
    private final Set<Object> constants = new LinkedHashSet<>();
    /** What the test does up to a call that it expects to throw. */
    private final List<List<Statement>> expectingThrow = new ArrayList<>();
    private Value returned;

    Interpretation(TestCode code) {
        super(Opcodes.ASM9);
        this.code = code;
        walk = new Walk(this);
    }

    Walk walk() {
        return walk;
    }

    List<Statement> statements() {
        return List.copyOf(statements);
    }

    List<List<Statement>> expectingThrow() {
        return expectingThrow;
    }

    Set<String> types() {
        return types;
    }

    Set<Object> constants() {
        return constants;
    }

    /** What the method returned; null: nothing yet. */
    Value returned() {
        return returned;
    }

    void setReturned(Value value) {
        returned = value;
    }

    // ---- statements ----------------------------------------------------------------------------------------------

    int length() {
        return statements.size();
    }

    /** What the test does until here is a test of its own, as what follows is not run; it goes on as it was before. */
    void forkAndGoBack(int length) {
        if (statements.size() > length) {
            expectingThrow.add(List.copyOf(statements));
        }
        statements = new ArrayList<>(statements.subList(0, length));
        placed.stream().filter(value -> value.place >= length).forEach(value -> value.place = Value.NOWHERE);
        placed.removeIf(value -> value.place == Value.NOWHERE);
    }

    private int add(Statement statement) {
        if (statements.size() == MOST_STATEMENTS) {
            throw new FullException();
        }
        statements.add(statement);
        return statements.size() - 1;
    }

    private Value define(Statement statement) {
        Value value = Value.at(add(statement), Type.getType(statement.type()).getSize());
        placed.add(value);
        return value;
    }

    private void place(Value value, Statement statement) {
        value.place = add(statement);
        placed.add(value);
    }

    /** The place of a value where a type is expected; {@link Value#NOWHERE}: it cannot be said. */
    private int use(Value value, String expected) {
        if (value.constant != null) {
            return constant(value, expected);
        }
        if (value.kind == Value.Kind.NULL) {
            return expected.length() == 1 ? Value.NOWHERE : add(new Statement.Null(expected));
        }
        if (value.kind == Value.Kind.LAMBDA && value.place == Value.NOWHERE) {
            types.add(value.className);
            place(value, new Statement.Lambda(Type.getObjectType(value.className).getDescriptor()));
        }
        return value.place;
    }

    private int constant(Value value, String expected) {
        Statement statement;
        if (value.constant instanceof String text) {
            statement = new Statement.Text("Ljava/lang/String;", text);
        } else if (value.constant instanceof Type type) {
            String name = (type.getSort() == Type.ARRAY ? type.getElementType() : type).getInternalName();
            types.add(name);
            statement = new Statement.ClassObject("Ljava/lang/Class;", type.getDescriptor());
        } else {
            char letter = expected.length() == 1 ? expected.charAt(0) : Constants.letter(value.constant);
            statement = Constants.as(letter, value.constant);
        }
        if (statement == null) {
            return Value.NOWHERE;
        }
        if (value.place != Value.NOWHERE && statements.get(value.place).equals(statement)) {
            return value.place;
        }
        place(value, statement);
        return value.place;
    }

    /** The places of arguments; null: one of them cannot be said. */
    private List<Integer> uses(List<Value> values, Type[] expected) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < expected.length; i++) {
            int place = use(values.get(i), expected[i].getDescriptor());
            if (place == Value.NOWHERE) {
                return null;
            }
            places.add(place);
        }
        return places;
    }

    /** A constant of the tests, for the pools of the search. */
    void remember(Object constant) {
        boolean text = constant instanceof String string && string.length() <= MOST_TEXT && unicode.canEncode(string);
        if (text || constant instanceof Number || constant instanceof Character) {
            constants.add(constant);
        }
    }

    /** A value of a constant that the tests' class files have. */
    Value known(Object constant) {
        if (constant instanceof String text && (text.length() > MOST_TEXT || !unicode.canEncode(text))) {
            return Value.unknown(1);
        }
        remember(constant);
        return Value.constant(constant);
    }

    // ---- instructions --------------------------------------------------------------------------------------------

    @Override
    public Value newValue(Type type) {
        return type == Type.VOID_TYPE ? null : Value.unknown(type == null ? 1 : type.getSize());
    }

    @Override
    public Value newOperation(AbstractInsnNode insn) {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.ACONST_NULL) {
            return Value.of(Value.Kind.NULL, null);
        }
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return Value.constant(opcode - Opcodes.ICONST_0);
        }
        if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return Value.constant((long) (opcode - Opcodes.LCONST_0));
        }
        if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return Value.constant((float) (opcode - Opcodes.FCONST_0));
        }
        if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return Value.constant((double) (opcode - Opcodes.DCONST_0));
        }
        if (insn instanceof IntInsnNode number) {
            return known(number.operand);
        }
        if (insn instanceof LdcInsnNode ldc) {
            boolean known = !(ldc.cst instanceof Handle || ldc.cst instanceof ConstantDynamic)
                    && !(ldc.cst instanceof Type type && type.getSort() == Type.METHOD);
            return known ? known(ldc.cst) : Value.unknown(sizes.newOperation(insn).size);
        }
        if (opcode == Opcodes.NEW) {
            return Value.of(Value.Kind.NEW, ((TypeInsnNode) insn).desc);
        }
        return insn instanceof FieldInsnNode field ? getField(field, null) : Value.unknown(sizes.newOperation(insn).size);
    }

    @Override
    public Value copyOperation(AbstractInsnNode insn, Value value) {
        return value;
    }

    @Override
    public Value unaryOperation(AbstractInsnNode insn, Value value) {
        int opcode = insn.getOpcode();
        if (insn instanceof IincInsnNode increment) {
            Object sum = Constants.binary(Opcodes.IADD, value.constant, increment.incr);
            return sum == null ? Value.unknown(1) : Value.constant(sum);
        }
        if (opcode == Opcodes.PUTSTATIC) {
            putField((FieldInsnNode) insn, null, value);
            return null;
        }
        if (opcode == Opcodes.GETFIELD) {
            return getField((FieldInsnNode) insn, value);
        }
        if (opcode == Opcodes.CHECKCAST) {
            cast(value, ((TypeInsnNode) insn).desc);
            return value;
        }
        if (opcode == Opcodes.NEWARRAY) {
            return array("[" + "ZCFDBSIJ".charAt(((IntInsnNode) insn).operand - Opcodes.T_BOOLEAN), value);
        }
        if (opcode == Opcodes.ANEWARRAY) {
            String element = ((TypeInsnNode) insn).desc;
            Type type = Type.getObjectType(element);
            types.add(type.getSort() == Type.ARRAY ? type.getElementType().getInternalName() : element);
            return array("[" + type.getDescriptor(), value);
        }
        if (opcode == Opcodes.ARRAYLENGTH && value.place != Value.NOWHERE
                && statements.get(value.place) instanceof Statement.NewArray made) {
            return Value.constant(made.length());
        }
        Object result = Constants.unary(opcode, value.constant);
        return result == null ? Value.unknown(sizes.unaryOperation(insn, ANY).size) : Value.constant(result);
    }

    /** Of a result the type that it is used as; of a constant its own. */
    private void cast(Value value, String to) {
        if (value.place == Value.NOWHERE || to.equals("java/lang/Object")) {
            return;
        }
        Type type = Type.getObjectType(to);
        String descriptor = type.getDescriptor();
        Statement before = statements.get(value.place);
        Statement after = before;
        if (before instanceof Statement.Call call) {
            after = new Statement.Call(descriptor, call.owner(), call.name(), call.descriptor(), call.receiver(), call.arguments());
        } else if (before instanceof Statement.GetField field) {
            after = new Statement.GetField(descriptor, field.owner(), field.name(), field.descriptor(), field.object());
        } else if (before instanceof Statement.Element element) {
            after = new Statement.Element(descriptor, element.array(), element.index());
        }
        statements.set(value.place, after);
        types.add(type.getSort() == Type.ARRAY ? type.getElementType().getDescriptor() : to);
    }

    private Value array(String type, Value length) {
        boolean known = length.constant instanceof Integer count && count >= 0 && count <= MOST_ELEMENTS;
        return known ? define(new Statement.NewArray(type, (Integer) length.constant)) : Value.unknown(1);
    }

    /** Type of an array's elements; null: it is no array that the test has. */
    private String element(Value array, Value index) {
        boolean known = array.place != Value.NOWHERE && index.constant instanceof Integer place && place >= 0;
        String type = known ? statements.get(array.place).type() : "";
        return type.startsWith("[") ? type.substring(1) : null;
    }

    @Override
    public Value binaryOperation(AbstractInsnNode insn, Value left, Value right) {
        int opcode = insn.getOpcode();
        if (opcode == Opcodes.PUTFIELD) {
            putField((FieldInsnNode) insn, left, right);
            return null;
        }
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            String element = element(left, right);
            if (element != null) {
                return define(new Statement.Element(element, left.place, (Integer) right.constant));
            }
        }
        Object result = Constants.binary(opcode, left.constant, right.constant);
        if (result != null) {
            return Value.constant(result);
        }
        boolean compares = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        return compares ? null : Value.unknown(sizes.binaryOperation(insn, ANY, ANY).size);
    }

    @Override
    public Value ternaryOperation(AbstractInsnNode insn, Value array, Value index, Value value) {
        String element = element(array, index);
        int stored = element == null ? Value.NOWHERE : use(value, element);
        if (stored != Value.NOWHERE) {
            add(new Statement.PutElement("V", array.place, (Integer) index.constant, stored));
        }
        return null;
    }

    @Override
    public void returnOperation(AbstractInsnNode insn, Value value, Value expected) {
        returned = value;
    }

    @Override
    public Value merge(Value a, Value b) {
        throw new UnsupportedOperationException("one way through the code is followed");
    }

    // ---- fields --------------------------------------------------------------------------------------------------

    private Value getField(FieldInsnNode field, Value object) {
        int size = Type.getType(field.desc).getSize();
        boolean ofTests = code.find(field.owner).isPresent();
        if (ofTests || object != null && object.isSelf()) {
            initialise(field.owner, object);
            boolean outer = field.name.startsWith("this$") && object != null && object.isSelf();
            return outer ? object : fields.getOrDefault(key(field), Value.unknown(size));
        }
        if (TestCode.isLibrary(field.owner) || object != null && object.place == Value.NOWHERE) {
            return Value.unknown(size);
        }
        types.add(field.owner);
        Integer place = object == null ? null : object.place;
        return define(new Statement.GetField(field.desc, field.owner, field.name, field.desc, place));
    }

    private void putField(FieldInsnNode field, Value object, Value value) {
        if (code.find(field.owner).isPresent() || object != null && object.isSelf()) {
            if (object == null || object.isSelf()) {
                initialise(field.owner, object);
                fields.put(key(field), value);
            }
            return;
        }
        int stored = TestCode.isLibrary(field.owner) ? Value.NOWHERE : use(value, field.desc);
        if (stored == Value.NOWHERE || object != null && object.place == Value.NOWHERE) {
            return;
        }
        types.add(field.owner);
        add(new Statement.PutField("V", field.owner, field.name, field.desc, object == null ? null : object.place, stored));
    }

    private static String key(FieldInsnNode field) {
        return field.owner + "." + field.name;
    }

    /** The static initializer of a class of the tests runs when it is first needed. */
    private void initialise(String owner, Value object) {
        if (object == null && initialised.add(owner)) {
            code.method(owner, "<clinit>", "()V").filter(found -> found.owner().name.equals(owner)).ifPresent(
                    found -> walk.run(found, List.of()));
        }
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    @Override
    public Value naryOperation(AbstractInsnNode insn, List<? extends Value> values) throws AnalyzerException {
        if (insn instanceof MethodInsnNode call) {
            Type[] parameters = Type.getArgumentTypes(call.desc);
            int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
            List<Value> arguments = new ArrayList<>(values.subList(first, values.size()));
            return call(call.owner, call.name, call.desc, first == 0 ? null : values.get(0), arguments, parameters);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            return dynamic(dynamic, new ArrayList<>(values));
        }
        return Value.unknown(1);
    }

    private Value call(String owner, String name, String descriptor, Value receiver, List<Value> arguments, Type[] parameters) {
        if (name.equals("<init>")) {
            construct(owner, descriptor, receiver, arguments, parameters);
            return null;
        }
        Value unknown = newValue(Type.getReturnType(descriptor));
        if (TestCode.isLibrary(owner)) {
            runLambdas(name, arguments);
            return unknown;
        }
        boolean ofTests = code.find(owner).isPresent();
        if (ofTests || receiver != null && receiver.isSelf()) {
            TestCode.Found helper = code.method(owner, name, descriptor).orElse(null);
            if (helper == null) {
                // Inherited from a test library, as assertions of JUnit 3 are.
                runLambdas(name, arguments);
                return unknown;
            }
            if (receiver != null && !receiver.isSelf()) {
                return unknown;
            }
            initialise(helper.owner().name, receiver);
            List<Value> all = new ArrayList<>(arguments);
            if (receiver != null) {
                all.add(0, receiver);
            }
            Value result = walk.run(helper, all);
            return unknown == null ? null : result == null ? unknown : result;
        }
        Value same = boxing(owner, name, receiver, arguments);
        if (same != null) {
            return same;
        }
        boolean onNull = receiver != null && receiver.kind == Value.Kind.NULL;
        int on = receiver == null ? 0 : use(receiver, Type.getObjectType(owner).getDescriptor());
        List<Integer> uses = onNull || on == Value.NOWHERE ? null : uses(arguments, parameters);
        if (uses == null) {
            return unknown;
        }
        Type declaring = Type.getObjectType(owner);
        types.add(declaring.getSort() == Type.ARRAY ? "java/lang/Object" : owner);
        String type = Type.getReturnType(descriptor).getDescriptor();
        Statement.Call call = new Statement.Call(type, owner, name, descriptor, receiver == null ? null : on, uses);
        if (unknown == null) {
            add(call);
            return null;
        }
        return define(call);
    }

    private void construct(String owner, String descriptor, Value object, List<Value> arguments, Type[] parameters) {
        if (object.isSelf()) {
            code.method(owner, "<init>", descriptor).filter(found -> found.owner().name.equals(owner)).ifPresent(found -> {
                List<Value> all = new ArrayList<>(arguments);
                all.add(0, object);
                walk.run(found, all);
            });
            return;
        }
        if (object.kind != Value.Kind.NEW || code.find(owner).isPresent() || TestCode.isLibrary(owner)) {
            return;
        }
        List<Integer> uses = uses(arguments, parameters);
        if (uses != null) {
            types.add(owner);
            place(object, new Statement.Construct(Type.getObjectType(owner).getDescriptor(), owner, descriptor, uses));
        }
    }

    /** A box and what is in it are one value; null: it is no such call. */
    private static Value boxing(String owner, String name, Value receiver, List<Value> arguments) {
        boolean box = switch (owner) {
            case "java/lang/Boolean", "java/lang/Byte", "java/lang/Short", "java/lang/Character", "java/lang/Integer", "java/lang/Long",
                    "java/lang/Float", "java/lang/Double" -> true;
            default -> false;
        };
        if (box && receiver == null && name.equals("valueOf") && arguments.size() == 1 && !(arguments.get(0).constant instanceof String)) {
            Value value = arguments.get(0);
            return value.constant == null ? sized(value, 1) : Value.constant(Constants.boxed(owner, value.constant));
        }
        if (box && receiver != null && name.endsWith("Value") && receiver.constant != null) {
            return receiver.constant instanceof Long || receiver.constant instanceof Double || name.startsWith("long")
                            || name.startsWith("double")
                    ? null
                    : receiver;
        }
        return null;
    }

    private static Value sized(Value value, int size) {
        if (value.getSize() == size) {
            return value;
        }
        return value.place == Value.NOWHERE ? Value.unknown(size) : Value.at(value.place, size);
    }

    private Value dynamic(InvokeDynamicInsnNode call, List<Value> values) {
        if (call.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory") && call.bsmArgs[1] instanceof Handle implementation) {
            return Value.lambda(Type.getReturnType(call.desc).getInternalName(), implementation, values);
        }
        if (call.name.equals("makeConcatWithConstants") && call.bsmArgs[0] instanceof String recipe && recipe.indexOf('\2') < 0) {
            StringBuilder text = new StringBuilder();
            int next = 0;
            for (char unit : recipe.toCharArray()) {
                Object part = unit == '\1' ? values.get(next++).constant : (Object) unit;
                if (part == null || part instanceof Type) {
                    return Value.unknown(1);
                }
                text.append(part);
            }
            return known(text.toString());
        }
        return Value.unknown(Type.getReturnType(call.desc).getSize());
    }

    /** A test library calls the lambdas that it is given: what one does that is expected to throw ends a test. */
    private void runLambdas(String name, List<Value> arguments) {
        boolean throwing = name.contains("Throw") && !name.contains("DoesNot") || name.startsWith("catchThrowable");
        if (name.equals("fail")) {
            walk.failed();
        }
        for (Value lambda : arguments) {
            if (lambda.kind == Value.Kind.LAMBDA) {
                int before = length();
                call(lambda.code, lambda.captured);
                if (throwing) {
                    forkAndGoBack(before);
                }
            }
        }
    }

    private void call(Handle method, List<Value> values) {
        boolean isStatic = method.getTag() == Opcodes.H_INVOKESTATIC;
        Type[] parameters = Type.getArgumentTypes(method.getDesc());
        if (method.getTag() == Opcodes.H_NEWINVOKESPECIAL || values.size() != parameters.length + (isStatic ? 0 : 1)) {
            return;
        }
        Value receiver = isStatic ? null : values.get(0);
        call(method.getOwner(), method.getName(), method.getDesc(), receiver, values.subList(isStatic ? 0 : 1, values.size()), parameters);
    }
}
