package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MemberKind;
import dev.oraculum.generation.TypeFacts.Type;
import dev.oraculum.generation.TypeFacts.TypeKind;
import dev.oraculum.generation.TypeFacts.TypeParameter;
import java.util.ArrayList;
import java.util.List;

/** Interfaces that nothing implements: as type facts, and as the source that these are of. */
final class StubTypes {
    static final String SOURCE =
            """
            class Box {
                void listen(Sensor sensor) {}
                void ask(Source source) {}
            }
            interface Named {
                String name();
                boolean isOn();
                long size();
                Comparable<String> order();
                boolean equals(Object other);
            }
            interface Sensor extends Named {
                int level();
                double at(long index, String... names);
                void close();
                default long size() { return 3; }
                static int max() { return 9; }
            }
            interface Pair<A, B> {
                Object get(List<A> all);
                B second();
            }
            interface Source<K extends Number> extends Pair<K, String> {
                K get(List<K> all);
                <T extends Comparable<T>> T pick(T[] all, K key);
            }
            """;

    static final List<Type> ALL = types();

    private StubTypes() {}

    private static List<Type> types() {
        Type named = type(
                "p/Named", true, List.of(), List.of(),
                method("name", "()Ljava/lang/String;", List.of(), "Ljava/lang/String;"),
                method("isOn", "()Z", List.of(), "Z"),
                method("size", "()J", List.of(), "J"),
                method("order", "()Ljava/lang/Comparable;", List.of(), "Ljava/lang/Comparable<Ljava/lang/String;>;"),
                method("equals", "(Ljava/lang/Object;)Z", List.of("Ljava/lang/Object;"), "Z"));
        Type sensor = type(
                "p/Sensor", true, List.of(), List.of("Lp/Named;"),
                method("level", "()I", List.of(), "I"),
                member("at", "(J[Ljava/lang/String;)D", false, true, true, List.of(), List.of("J", "[Ljava/lang/String;"), "D"),
                method("close", "()V", List.of(), "V"),
                member("size", "()J", false, false, false, List.of(), List.of(), "J"),
                member("max", "()I", true, false, false, List.of(), List.of(), "I"));
        TypeParameter a = new TypeParameter("A", List.of("Ljava/lang/Object;"));
        TypeParameter b = new TypeParameter("B", List.of("Ljava/lang/Object;"));
        Type pair = type(
                "p/Pair", true, List.of(a, b), List.of(),
                method("get", "(Ljava/util/List;)Ljava/lang/Object;", List.of("Ljava/util/List<TA;>;"), "Ljava/lang/Object;"),
                method("second", "()Ljava/lang/Object;", List.of(), "TB;"));
        TypeParameter k = new TypeParameter("K", List.of("Ljava/lang/Number;"));
        TypeParameter t = new TypeParameter("T", List.of("Ljava/lang/Comparable<TT;>;"));
        Type source = type(
                "p/Source", true, List.of(k), List.of("Lp/Pair<TK;Ljava/lang/String;>;"),
                method("get", "(Ljava/util/List;)Ljava/lang/Number;", List.of("Ljava/util/List<TK;>;"), "TK;"),
                member("pick", "([Ljava/lang/Comparable;Ljava/lang/Number;)Ljava/lang/Comparable;", false, true, false, List.of(t),
                        List.of("[TT;", "TK;"), "TT;"));
        List<Member> many = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            many.add(method("m" + i, "()V", List.of(), "V"));
        }
        Type big = type("p/Big", true, List.of(), List.of(), many.toArray(Member[]::new));
        Type hidden = type("q/Hidden", false, List.of(), List.of());
        Type hiding = type(
                "p/Hiding", true, List.of(), List.of(), method("hide", "()[Lq/Hidden;", List.of(), "[Lq/Hidden;"),
                method("seek", "()V", List.of(), "V"));
        return List.of(named, sensor, pair, source, big, hidden, hiding);
    }

    private static Type type(
            String name, boolean accessible, List<TypeParameter> parameters, List<String> interfaces, Member... members) {
        return new Type(
                name, TypeKind.INTERFACE, true, accessible, false, false, parameters, "Ljava/lang/Object;", interfaces, null,
                List.of(members));
    }

    private static Member method(String name, String descriptor, List<String> parameters, String result) {
        return member(name, descriptor, false, true, false, List.of(), parameters, result);
    }

    private static Member member(
            String name, String descriptor, boolean isStatic, boolean isAbstract, boolean varargs, List<TypeParameter> variables,
            List<String> parameters, String result) {
        return new Member(
                MemberKind.METHOD, name, descriptor, isStatic, false, isAbstract, varargs, variables, parameters, result, List.of(), false);
    }
}
