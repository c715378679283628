package dev.oraculum.generation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.testing.Compiled;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java source may say of classes, where their class files alone do not tell. */
class DeclarationsTest {
    /** {@code tree.new Keys()} is then of the class that hides the other one, or no compiler takes it. */
    @Test
    void aClassHidesAnInnerOneOfTheSameNameThatItInherits(@TempDir Path folder) throws Exception {
        Compiled.of("""
                package p;
                class Map { class Keys {} class Values {} }
                class Tree extends Map { private class Keys {} }
                class Red extends Tree {}
                class Plain extends Map {}
                """).writeTo(folder);
        try (ClassPath classPath = ClassPath.open(List.of(folder))) {
            Declarations declarations = new Declarations(classPath, "p/Map");
            assertTrue(declarations.hidesInner("p/Tree", "p/Map$Keys"));
            assertTrue(declarations.hidesInner("p/Red", "p/Map$Keys"), "by way of the class above it");
            for (String other : List.of("p/Map", "p/Plain")) {
                assertFalse(declarations.hidesInner(other, "p/Map$Keys"), other);
            }
            assertFalse(declarations.hidesInner("p/Tree", "p/Map$Values"), "of another name");
            assertFalse(declarations.hidesInner("p/Tree", "p/Tree$Keys"), "its own");
        }
    }
}
