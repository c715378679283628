package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What javac chooses is what is meant, where it is said that nothing else can be. */
class OverloadsTest {
    private static final String SOURCE = """
            package p;
            public class Many<T> {
                public static Integer boxed = 1;
                public static Object object = "";
                public static int[] ints = {};
                public static java.util.ArrayList<String> list = new java.util.ArrayList<>();
                public static void m(Object o) {}
                public static void m(CharSequence o) {}
                public static void m(String o) {}
                public static void m(long o) {}
                public static void m(double o) {}
                public static void m(Number o) {}
                public static void m(Object[] o) {}
                public static void m(int[] o) {}
                public static void m(java.util.Collection<String> o) {}
                public static void n(int a, Object b) {}
                public static void n(int a, String b) {}
                public static void n(long a, CharSequence b) {}
                public static void n(Object a, Object b) {}
                public static void n(short a, int b) {}
                public static void n(Integer a, String b) {}
                public static void v(Object... o) {}
                public static void v(Object o) {}
            }
            """;
    /** Expressions by what they are of. */
    private static final Map<String, String> EXPRESSIONS = new LinkedHashMap<>();

    static {
        EXPRESSIONS.put("I", "5");
        EXPRESSIONS.put("J", "5L");
        EXPRESSIONS.put("S", "(short) 5");
        EXPRESSIONS.put("C", "'c'");
        EXPRESSIONS.put("Ljava/lang/String;", "\"s\"");
        EXPRESSIONS.put(Overloads.NULL, "null");
        EXPRESSIONS.put("Ljava/lang/Integer;", "p.Many.boxed");
        EXPRESSIONS.put("Ljava/lang/Object;", "p.Many.object");
        EXPRESSIONS.put("D", "5.0");
        EXPRESSIONS.put("[I", "p.Many.ints");
        EXPRESSIONS.put("Ljava/util/ArrayList;", "p.Many.list");
    }

    @TempDir
    private Path folder;

    @Test
    void javacChoosesWhatIsMeant() throws Exception {
        Compiled.of(SOURCE).writeTo(folder);
        List<List<String>> one = EXPRESSIONS.keySet().stream().map(List::of).toList();
        List<String> few = EXPRESSIONS.keySet().stream().limit(6).toList();
        List<List<String>> two = few.stream().flatMap(a -> few.stream().map(b -> List.of(a, b))).toList();
        try (ClassPath classPath = ClassPath.open(List.of(folder))) {
            MemberTable table = MemberTable.of(TypeFacts.collect(classPath, "p/Many"));
            Overloads overloads = new Overloads(table, new Declarations(classPath, "p/Many"));
            List<String> plain = new ArrayList<>();
            for (List<String> given : Stream.concat(one.stream(), two.stream()).toList()) {
                String name = given.size() == 1 ? "m" : "n";
                Optional<String> chosen = chosen(name, given);
                for (int number : numbers(table, name)) {
                    String descriptor = table.member(number).descriptor();
                    boolean sure = !overloads.mayMeanAnother(number, given);
                    boolean isChosen = chosen.equals(Optional.of(descriptor));
                    // What does not take the arguments at all is never meant with them.
                    if (sure && takes(name, descriptor, given)) {
                        assertTrue(isChosen, name + descriptor + " for " + given + ", and javac chooses " + chosen);
                        plain.add(name + given);
                    }
                }
            }
            for (String known : List.of(
                    "m[I]", "m[C]", "m[Ljava/lang/String;]", "m[[I]", "m[Ljava/util/ArrayList;]", "m[Ljava/lang/Integer;]",
                    "n[I, Ljava/lang/String;]", "n[J, Ljava/lang/String;]", "n[S, I]")) {
                assertTrue(plain.contains(known), known + " needs no cast, as all of " + plain);
            }
            assertFalse(plain.contains("m[null]"), plain.toString());
            int variable = numbers(table, "v").get(0);
            assertTrue(overloads.mayMeanAnother(variable, List.of("Ljava/lang/Object;")), "one of so many arguments as there are");
        }
    }

    private static List<Integer> numbers(MemberTable table, String name) {
        return IntStream.range(0, table.members().size())
                .filter(number -> table.owner(number).equals("p/Many") && table.member(number).name().equals(name)).boxed().toList();
    }

    /** Whether a call is right where no other method of the name is. */
    private boolean takes(String name, String descriptor, List<String> given) {
        String parameters = IntStream.range(0, given.size())
                .mapToObj(i -> org.objectweb.asm.Type.getArgumentTypes(descriptor)[i].getClassName() + " a" + i)
                .reduce((a, b) -> a + ", " + b).orElseThrow();
        return calls("static void alone(" + parameters + ") {}", "alone", given).isPresent();
    }

    /** The descriptor of the method that javac chooses; empty: the call is ambiguous, or none takes the arguments. */
    private Optional<String> chosen(String name, List<String> given) {
        return calls("", "p.Many." + name, given);
    }

    private Optional<String> calls(String also, String method, List<String> given) {
        String arguments = given.stream().map(EXPRESSIONS::get).reduce((a, b) -> a + ", " + b).orElseThrow();
        Compiled compiled;
        try {
            compiled = Compiled.of("class Call { " + also + " void call() { " + method + "(" + arguments + "); } }", "-cp",
                    folder.toString());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        ClassNode node = new ClassNode();
        new ClassReader(compiled.classes().get("Call")).accept(node, 0);
        String called = method.substring(method.lastIndexOf('.') + 1);
        List<String> found = node.methods.stream().flatMap(m -> Stream.of(m.instructions.toArray()))
                .filter(insn -> insn instanceof MethodInsnNode call && call.name.equals(called))
                .map(insn -> ((MethodInsnNode) insn).desc).toList();
        assertEquals(1, found.size(), method);
        return Optional.of(found.get(0));
    }
}
