package dev.oraculum.evaluation.generator;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Feedback-directed random test generation (Pacheco, Lahiri, Ernst, Ball: Feedback-directed random test generation, ICSE 2007), with short
 * tests and assertions in the manner of EvoSuite.
 *
 * <p>Sequences that returned objects are kept and built upon; sequences that threw end there. Every public operation of the class is the
 * target of equally many attempts; what shows something new of its target is kept.
 */
final class Generator {
    private static final int MOST_TESTS = 400;
    /** So many there are of a class with few operations too, whether they show something new or not. */
    private static final int LEAST_TESTS = 100;
    private static final int ATTEMPTS_PER_OPERATION = 250;
    private static final int LEAST_ATTEMPTS = 8000;
    private static final int DEEPEST = 3;
    private static final int LONGEST = 10;
    private static final int KEPT_PER_TYPE = 40;
    private static final int MOST_CALLS = 2;
    private static final int MOST_KEPT_CALLS = 3;
    /** Operations whose results are random or of the moment, by their names. */
    private static final Pattern RANDOM = Pattern.compile("sample|random.*|reseed.*|now|main");

    /** A sequence and the place in it of the object that it was kept for. */
    private record Kept(Sequence sequence, int place) {}

    private final Class<?> subject;
    private final Random random;
    private final LiteralPool literals;
    private final List<Operation> operations;
    private final List<Literal> constants;
    private final Map<Class<?>, List<Kept>> kept = new HashMap<>();
    private final Map<Class<?>, List<Operation>> builders = new HashMap<>();
    private final Features features = new Features();
    private final BoundedExecution execution = new BoundedExecution();

    Generator(Class<?> subject, long seed) throws IOException {
        this.subject = subject;
        random = new Random(seed);
        literals = new LiteralPool(subject, random);
        operations = operations(subject);
        if (operations.isEmpty()) {
            throw new IllegalArgumentException(subject.getName() + " has no public constructor or method that can be called");
        }
        constants = constants(subject);
    }

    /** Its public constants that are objects of the class itself. */
    private static List<Literal> constants(Class<?> type) {
        return Arrays.stream(type.getFields())
                .filter(f -> f.getType() == type && Modifier.isStatic(f.getModifiers()) && Modifier.isFinal(f.getModifiers()))
                .sorted(Comparator.comparing(Field::getName))
                .map(f -> new Literal(type, type.getCanonicalName() + "." + f.getName(), () -> valueOf(f), true))
                .toList();
    }

    private static Object valueOf(Field constant) {
        try {
            return constant.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("public fields of public classes can be read", e);
        }
    }

    /** All public operations of the class, inherited ones but Object's too; in the order of their names and parameters. */
    private static List<Operation> operations(Class<?> type) {
        Map<String, Operation> found = new TreeMap<>();
        List<Executable> executables = new ArrayList<>();
        for (Constructor<?> constructor : type.getConstructors()) {
            if (!Modifier.isAbstract(type.getModifiers())) {
                executables.add(constructor);
            }
        }
        for (Method method : type.getMethods()) {
            boolean inheritedStatic = Modifier.isStatic(method.getModifiers()) && method.getDeclaringClass() != type;
            if (method.getDeclaringClass() != Object.class && !method.isBridge() && !method.isSynthetic() && !inheritedStatic) {
                executables.add(method);
            }
        }
        for (Executable executable : executables) {
            Operation operation = new Operation(executable, type);
            boolean nameable = operation.inputs().stream().allMatch(Generator::isPublic) && isPublic(operation.output());
            if (nameable && !RANDOM.matcher(operation.name()).matches()) {
                found.merge(operation.key(), operation, (a, b) -> a.output().isAssignableFrom(b.output()) ? b : a);
            }
        }
        return List.copyOf(found.values());
    }

    static boolean isPublic(Class<?> type) {
        Class<?> base = type;
        while (base.isArray()) {
            base = base.getComponentType();
        }
        return Modifier.isPublic(base.getModifiers()) && (base.getDeclaringClass() == null || isPublic(base.getDeclaringClass()));
    }

    /** The bodies of tests, all different, in the order they were found. */
    List<List<String>> generate() {
        int attempts = Math.max(LEAST_ATTEMPTS, ATTEMPTS_PER_OPERATION * operations.size());
        Set<List<String>> tests = new LinkedHashSet<>();
        Set<List<String>> others = new LinkedHashSet<>();
        Set<String> thrown = new HashSet<>();
        for (int attempt = 0; attempt < attempts && tests.size() < MOST_TESTS; attempt++) {
            Operation target = operations.get(attempt % operations.size());
            Sequence sequence = new Sequence();
            if (!execution.ends(target)) {
                continue;
            }
            if (target.hasReceiver() && random.nextBoolean() && input(sequence, subject, 0, true) instanceof Integer) {
                extend(sequence);
            }
            int place = call(sequence, target, 0);
            if (place < 0) {
                continue;
            }
            extend(sequence);
            Sequence.Outcome outcome = execution.run(sequence);
            if (outcome == null || sequence.statements.size() > LONGEST) {
                continue;
            }
            boolean rare = true;
            if (outcome.thrown() != null) {
                Operation last = sequence.statements.get(outcome.values().size()).operation();
                if (last == null || outcome.thrown() instanceof Error || !isPublic(outcome.thrown().getClass())
                        || !thrown.add(last.owner() + last.key() + outcome.thrown().getClass())) {
                    continue;
                }
            } else {
                keep(sequence, outcome);
                rare = features.isRare(target, sequence.inputs(sequence.statements.get(place), outcome.values()),
                        outcome.values().get(place));
                if (!rare && others.size() >= LEAST_TESTS) {
                    continue;
                }
            }
            List<String> body = new TestBody(sequence, outcome, subject, random).lines();
            if (body != null) {
                (rare ? tests : others).add(body);
            }
        }
        others.stream().filter(body -> !tests.contains(body)).limit(Math.max(0, LEAST_TESTS - tests.size())).toList().forEach(tests::add);
        return List.copyOf(tests);
    }

    /** Appends more calls on what the sequence has; some several times with other arguments (Randoop's repetition). */
    private void extend(Sequence sequence) {
        for (int more = random.nextInt(MOST_CALLS); more > 0; more--) {
            Operation next = operations.get(random.nextInt(operations.size()));
            if (!execution.ends(next) || next.hasReceiver()
                    && sequence.statements.stream().noneMatch(s -> subject.isAssignableFrom(s.type()))) {
                continue;
            }
            int times = random.nextInt(4) == 0 ? 2 + random.nextInt(3) : 1;
            for (int i = 0; i < times; i++) {
                Sequence longer = sequence.copy();
                if (call(longer, next, 1) >= 0) {
                    sequence.statements.clear();
                    sequence.statements.addAll(longer.statements);
                }
            }
        }
    }

    /** Appends a call and whatever its inputs need; returns its place, or -1 if an input cannot be made. */
    private int call(Sequence sequence, Operation operation, int depth) {
        List<Object> inputs = new ArrayList<>();
        boolean receiver = operation.hasReceiver();
        for (Class<?> type : operation.inputs()) {
            Object input = input(sequence, type, depth, receiver);
            if (input == null) {
                return -1;
            }
            receiver = false;
            inputs.add(input);
        }
        return sequence.add(operation, inputs);
    }

    private Object input(Sequence sequence, Class<?> type, int depth, boolean receiver) {
        if (!type.isPrimitive() && !receiver && random.nextInt(30) == 0) {
            return new Literal(type, "null", () -> null, true);
        }
        List<Integer> present = new ArrayList<>();
        for (int i = 0; i < sequence.statements.size(); i++) {
            Class<?> given = sequence.statements.get(i).type();
            if (given != void.class && (type == given || !type.isPrimitive() && !given.isPrimitive() && type.isAssignableFrom(given))) {
                present.add(i);
            }
        }
        boolean own = type == subject || type.isAssignableFrom(subject) && type != Object.class && type != Comparable.class;
        if (!present.isEmpty() && random.nextInt(100) < (receiver ? 75 : 45)) {
            return present.get(random.nextInt(present.size()));
        }
        if (type == Object.class && random.nextInt(3) == 0 && isBuildable()) {
            own = true;
        }
        Literal literal = own ? null : literals.draw(type, sequence.literals());
        if (literal != null) {
            return literal.inline() ? literal : (Object) sequence.add(literal);
        }
        Class<?> made = own ? subject : type;
        if (!receiver && !constants.isEmpty() && own && random.nextInt(6) == 0) {
            return constants.get(random.nextInt(constants.size()));
        }
        List<Kept> earlier = kept.getOrDefault(made, List.of());
        if (!earlier.isEmpty() && random.nextInt(100) < 40) {
            Kept one = earlier.get(random.nextInt(earlier.size()));
            return sequence.append(one.sequence) + one.place;
        }
        List<Operation> ways = builders.computeIfAbsent(made, this::buildersOf);
        if (depth < DEEPEST && !ways.isEmpty()) {
            int place = call(sequence, ways.get(random.nextInt(ways.size())), depth + 1);
            if (place >= 0) {
                return place;
            }
        }
        return present.isEmpty() ? null : present.get(random.nextInt(present.size()));
    }

    private boolean isBuildable() {
        return !builders.computeIfAbsent(subject, this::buildersOf).isEmpty();
    }

    /** Constructors and static factories of a class; those that need no object of the class itself. */
    private List<Operation> buildersOf(Class<?> type) {
        if (!isPublic(type) || type.isPrimitive() || type.isArray() || type.getName().startsWith("java.")) {
            return List.of();
        }
        return operations(type).stream()
                .filter(o -> o.output() == type && !o.hasReceiver() && !o.inputs().contains(type))
                .sorted(Comparator.comparing(Operation::key))
                .toList();
    }

    /** Keeps the sequence for tests to come, once for every object that it made. */
    private void keep(Sequence sequence, Sequence.Outcome outcome) {
        if (sequence.calls() > MOST_KEPT_CALLS) {
            return;
        }
        for (int i = 0; i < sequence.statements.size(); i++) {
            Class<?> type = sequence.statements.get(i).type();
            if (sequence.statements.get(i).operation() != null && !type.isPrimitive() && outcome.values().get(i) != null && !type.getName()
                    .startsWith("java.")) {
                List<Kept> list = kept.computeIfAbsent(type, t -> new ArrayList<>());
                if (list.size() < KEPT_PER_TYPE) {
                    list.add(new Kept(sequence.copy(), i));
                } else {
                    list.set(random.nextInt(KEPT_PER_TYPE), new Kept(sequence.copy(), i));
                }
            }
        }
    }
}
