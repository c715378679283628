package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which classes have streams of objects among their types. */
class SerializationTest {
    @TempDir
    private Path directory;

    /** Where the class, or one nested in it, has code for serialization. */
    @Test
    void streamsOfObjectsAreThereForCopies() throws Exception {
        Compiled.of("""
                package p;
                import java.io.*;
                class Hooks implements Serializable { private void writeObject(ObjectOutputStream out) {} }
                class Around { static class In extends Hooks { Object readResolve() { return this; } } }
                class Plain implements Serializable { int value; }
                class NotSerializable { private void writeObject(ObjectOutputStream out) {} }
                """).writeTo(directory);
        try (ClassPath classPath = ClassPath.open(List.of(directory))) {
            for (String target : List.of("p/Hooks", "p/Around", "p/Plain", "p/NotSerializable")) {
                List<String> names = TypeFacts.collect(classPath, target).types().stream().map(TypeFacts.Type::name).toList();
                boolean copied = target.equals("p/Hooks") || target.equals("p/Around");
                assertEquals(copied, names.containsAll(Serialization.STREAMS), target + " " + names);
            }
        }
    }
}
