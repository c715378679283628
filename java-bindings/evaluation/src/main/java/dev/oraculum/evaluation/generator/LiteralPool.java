package dev.oraculum.evaluation.generator;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Where the literals of tests come from: boundary values and everyday ones, the same for every class under test, and the constants in the
 * code of the class itself (what EvoSuite calls seeding). Text is also put together from pieces and cut, numbers are drawn at random, so
 * that no literal is there for one fault.
 */
final class LiteralPool {
    private static final List<Long> INTEGERS = List.of(0L, 1L, -1L, 2L, 3L, 5L, 10L, 20L, 100L, 1000L);
    private static final List<Double> REALS = List.of(
            0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 2.0, 3.0, 10.0, 0.1, 1e10, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);
    private static final String CHARACTERS = "abcxyzABZ019 -_.,:*?/'\n\u00e9\0";
    private static final List<String> TEXTS =
            List.of("", " ", "a", "b", "ab", "abc", "aaa", "ABC", "foo", "Hello", "hello world", "0", "1", "-1", "1.5",
            "a-b", "a.b", "a,b,c", "x/y");
    /** The epoch, a second, noon, a day, a leap day, before the epoch. */
    private static final List<Long> INSTANTS = List.of(0L, 1000L, 43_200_000L, 86_400_000L, 951_782_400_000L, -1L);
    private static final int LONGEST_ARRAY = 4;
    private static final int LONGEST_WORD = 8;
    private static final int SHARE_OF_CONSTANTS = 25;
    private static final int SHARE_OF_RANDOM = 20;
    private static final int SHARE_OF_USED = 35;

    private final Random random;
    private final List<Long> integers = new ArrayList<>();
    private final List<Double> reals = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    LiteralPool(Class<?> subject, Random random) throws IOException {
        this.random = random;
        readConstants(subject);
    }

    private void readConstants(Class<?> subject) throws IOException {
        Set<Long> foundIntegers = new TreeSet<>();
        Set<Double> foundReals = new TreeSet<>();
        Set<String> foundTexts = new TreeSet<>();
        try (InputStream in = subject.getResourceAsStream("/" + subject.getName().replace('.', '/') + ".class")) {
            new ClassReader(in).accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                    return new MethodVisitor(Opcodes.ASM9) {
                        @Override
                        public void visitIntInsn(int opcode, int operand) {
                            if (opcode != Opcodes.NEWARRAY) {
                                foundIntegers.add((long) operand);
                            }
                        }

                        @Override
                        public void visitLdcInsn(Object value) {
                            if (value instanceof Integer || value instanceof Long) {
                                foundIntegers.add(((Number) value).longValue());
                            } else if (value instanceof Number number) {
                                foundReals.add(number.doubleValue());
                            } else if (value instanceof String text && text.length() <= 12) {
                                foundTexts.add(text);
                            }
                        }
                    };
                }
            }, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
        }
        integers.addAll(foundIntegers);
        reals.addAll(foundReals);
        texts.addAll(foundTexts);
    }

    /** A literal of the type or of a subtype, often one that is near to a literal of the same test; null if there is none. */
    Literal draw(Class<?> type, List<Literal> used) {
        List<Literal> alike = used.stream().filter(l -> l.type() == type || type == Object.class).filter(l -> !l.text().equals("null"))
                .toList();
        if (!alike.isEmpty() && random.nextInt(100) < SHARE_OF_USED) {
            return near(any(alike));
        }
        return draw(type);
    }

    /** The literal itself, its negation, or a part of it. */
    private Literal near(Literal literal) {
        Object value = literal.value().get();
        if (random.nextBoolean()) {
            return literal;
        }
        if (value instanceof Double real && literal.type() == double.class) {
            return primitive(double.class, -real);
        }
        if (value instanceof Integer integer && literal.type() == int.class) {
            return primitive(int.class, -integer);
        }
        if (value instanceof String text && !text.isEmpty()) {
            int start = random.nextInt(text.length());
            return primitive(String.class, text.substring(start, start + 1 + random.nextInt(text.length() - start)));
        }
        return literal;
    }

    private static Literal primitive(Class<?> type, Object value) {
        String text = Literal.textOf(value);
        return new Literal(type, text.startsWith("-") ? "(" + text + ")" : text, () -> value, true);
    }

    private Literal draw(Class<?> type) {
        Literal plain = plain(type);
        return plain != null ? plain : type.isArray() ? array(type) : object(type);
    }

    private Literal plain(Class<?> type) {
        Object value;
        if (type == boolean.class || type == Boolean.class) {
            value = random.nextBoolean();
        } else if (type == byte.class || type == Byte.class) {
            value = (byte) integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (type == short.class || type == Short.class) {
            value = (short) integer(Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (type == int.class || type == Integer.class) {
            value = (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            value = integer(Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (type == float.class || type == Float.class) {
            value = (float) real();
        } else if (type == double.class || type == Double.class) {
            value = real();
        } else if (type == char.class || type == Character.class) {
            value = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
        } else if (type == String.class || type == CharSequence.class) {
            value = text();
        } else {
            return null;
        }
        String text = Literal.textOf(value);
        String boxed = type.isPrimitive() || type == CharSequence.class
                || type == String.class ? text : type.getSimpleName() + ".valueOf(" + text + ")";
        return new Literal(type == CharSequence.class ? String.class : type, boxed.startsWith("-") ? "(" + boxed + ")" : boxed, () -> value,
                true);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private long integer(long least, long most) {
        int die = random.nextInt(100);
        long value = die < SHARE_OF_CONSTANTS && !integers.isEmpty() ? any(integers)
                : die < SHARE_OF_CONSTANTS + SHARE_OF_RANDOM ? random.nextInt(121) - 20
                : random.nextInt(5) == 0 ? (random.nextBoolean() ? least : most) : any(INTEGERS);
        return value < least || value > most ? any(INTEGERS) % most : value;
    }

    private double real() {
        int die = random.nextInt(100);
        return die < SHARE_OF_CONSTANTS / 2 && !reals.isEmpty() ? any(reals) : die < SHARE_OF_CONSTANTS + SHARE_OF_RANDOM
                ? (random.nextInt(121) - 20) / 2.0 : any(REALS);
    }

    private String text() {
        String text = random.nextInt(100) < SHARE_OF_CONSTANTS && !texts.isEmpty() ? any(texts) : any(TEXTS);
        return switch (random.nextInt(6)) {
            case 0 -> text + text();
            case 1 -> text.isEmpty() ? text : text.substring(random.nextInt(text.length()));
            case 2 -> text + any(TEXTS) + text;
            case 3 -> word();
            default -> text;
        };
    }

    /** Random small letters. */
    private String word() {
        return random.ints(1 + random.nextInt(LONGEST_WORD), 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    private Literal array(Class<?> type) {
        Class<?> element = type.getComponentType();
        List<Literal> elements = new ArrayList<>();
        for (int i = random.nextInt(LONGEST_ARRAY + 1); i > 0; i--) {
            Literal literal = draw(element);
            if (literal == null) {
                return null;
            }
            elements.add(literal);
        }
        String text = "new " + type.getCanonicalName() + " {" + String.join(", ", elements.stream().map(Literal::text).toList()) + "}";
        return new Literal(type, text, () -> {
            Object array = Array.newInstance(element, elements.size());
            for (int i = 0; i < elements.size(); i++) {
                Array.set(array, i, elements.get(i).value().get());
            }
            return array;
        }, false);
    }

    private Literal object(Class<?> type) {
        if (type == Object.class || type == Comparable.class) {
            return plain(any(List.of(String.class, Integer.class, Double.class, Long.class)));
        }
        if (type == Number.class) {
            return plain(any(List.of(Integer.class, Double.class, Long.class)));
        }
        if (type.isEnum()) {
            Object constant = any(Arrays.asList(type.getEnumConstants()));
            return new Literal(type, type.getCanonicalName() + "." + ((Enum<?>) constant).name(), () -> constant, true);
        }
        if (type == BigDecimal.class || type == BigInteger.class) {
            String number = type == BigInteger.class ? Long.toString(integer(Long.MIN_VALUE, Long.MAX_VALUE))
                    : String.valueOf(random.nextInt(100) / 4.0);
            return new Literal(type, "new " + type.getName() + "(\"" + number + "\")",
                    () -> type == BigInteger.class ? new BigInteger(number)
                    : new BigDecimal(number), true);
        }
        if (type == Date.class) {
            long instant = any(INSTANTS);
            return new Literal(type, "new java.util.Date(" + instant + "L)", () -> new Date(instant), false);
        }
        if (type == Calendar.class) {
            long instant = any(INSTANTS);
            return new Literal(type, "new java.util.Calendar.Builder().setTimeZone(java.util.TimeZone.getTimeZone(\"UTC\")).setInstant("
                    + instant + "L).build()",
                    () -> new Calendar.Builder().setTimeZone(TimeZone.getTimeZone("UTC")).setInstant(instant).build(), false);
        }
        if (type == Locale.class) {
            return new Literal(type, "java.util.Locale.ENGLISH", () -> Locale.ENGLISH, true);
        }
        if (type == TimeZone.class) {
            return new Literal(type, "java.util.TimeZone.getTimeZone(\"UTC\")", () -> TimeZone.getTimeZone("UTC"), true);
        }
        if (type == InputStream.class) {
            Literal bytes = array(byte[].class);
            return new Literal(type, "new java.io.ByteArrayInputStream(" + bytes.text() + ")",
                    () -> new ByteArrayInputStream((byte[]) bytes.value().get()),
                    false);
        }
        if (type == OutputStream.class) {
            return new Literal(type, "new java.io.ByteArrayOutputStream()", ByteArrayOutputStream::new, false);
        }
        return collection(type);
    }

    private Literal collection(Class<?> type) {
        if (type == Map.class) {
            Literal key = draw(Object.class);
            Literal value = draw(Object.class);
            return new Literal(type, "new java.util.HashMap(java.util.Collections.singletonMap(" + key.text() + ", " + value.text() + "))",
                    () -> new HashMap<>(java.util.Collections.singletonMap(key.value().get(), value.value().get())), false);
        }
        if (type == Collection.class || type == List.class || type == Set.class || type == Iterable.class) {
            Literal elements = array(Object[].class);
            String made = type == Set.class ? "new java.util.HashSet" : "new java.util.ArrayList";
            return new Literal(type, made + "(java.util.Arrays.asList(" + elements.text() + "))", () -> {
                List<Object> list = Arrays.asList((Object[]) elements.value().get());
                return type == Set.class ? new HashSet<>(list) : new ArrayList<>(list);
            }, false);
        }
        return null;
    }
}
