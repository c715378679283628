package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which members tests may look up by their names. */
class ReflectedMembersTest {
    @TempDir
    private Path directory;

    /** Of each kind that code takes; of fields of equal types one, and what the compiler adds never. */
    @Test
    void membersAreLookedUpWhereCodeTakesThem() throws Exception {
        Compiled.of("""
                package p;
                import java.lang.reflect.*;
                class TakesField { private int first, second; static int third; private String text; void take(Field field) {} }
                class TakesBoth {
                    private TakesBoth(char hidden) {}
                    TakesBoth(int[] seen, Column other) {}
                    void take(Executable one) {}
                    class Column {}
                }
                class TakesNone { int first; void take(Class<?> one) {} }
                """).writeTo(directory);
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            assertEquals(
                    List.of("p/TakesField FIELD first []", "p/TakesField FIELD third []", "p/TakesField FIELD text []"),
                    lookedUp(classPath, "p/TakesField"));
            List<String> both = lookedUp(classPath, "p/TakesBoth");
            assertEquals(
                    List.of("p/TakesBoth METHOD take [Ljava/lang/reflect/Executable;]",
                            "p/TakesBoth CONSTRUCTOR <init> [[I, Lp/TakesBoth$Column;]",
                            "p/TakesBoth$Column CONSTRUCTOR <init> [Lp/TakesBoth;]"),
                    both.stream().filter(member -> member.startsWith("p/")).toList());
            assertEquals(8, both.stream().filter(member -> member.startsWith("java/lang/String METHOD")).count(), both.toString());
            assertEquals(List.of(), lookedUp(classPath, "p/TakesNone"));
        }
    }

    private static List<String> lookedUp(ClassPath classPath, String target) {
        return TypeFacts.collect(classPath, target).reflected().stream()
                .map(member -> member.owner() + " " + member.kind() + " " + member.name() + " " + member.parameters()).toList();
    }
}
