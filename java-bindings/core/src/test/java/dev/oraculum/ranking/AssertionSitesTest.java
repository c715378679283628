package dev.oraculum.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.oraculum.ranking.FlowRecords.Reached;
import dev.oraculum.runtime.FlowPlan.Form;
import dev.oraculum.testing.Compiled;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Assertions as they are written with each library, found in compiled test classes. */
class AssertionSitesTest {
    /** By method, the assertions found: form (but for calls), kind and line within the source. */
    private static Map<String, List<String>> scan(String source) {
        Compiled compiled = Compiled.of(source, "-g", "-cp", System.getProperty("java.class.path"));
        Map<String, List<String>> found = new TreeMap<>();
        compiled.classes().forEach((name, bytes) -> {
            for (AssertionSites.Found site : AssertionSites.of(bytes, other -> Optional.ofNullable(compiled.bytes(other)))) {
                String text = (site.form() == Form.CALL ? "" : site.form() + " ") + site.kind() + ":" + site.line();
                found.merge(name + "." + site.method(), List.of(text),
                        (a, b) -> java.util.stream.Stream.concat(a.stream(), b.stream()).toList());
            }
        });
        return found;
    }

    @Test
    void junit3() {
        assertEquals(
                Map.of("T.testA", List.of("assertEquals:4", "assertTrue:5", "CATCH fail:8"), "T.check", List.of("assertNull:17"), "U.testB",
                        List.of("assertSame:22")),
                scan("""
                        import junit.framework.TestCase;
                        public class T extends TestCase {
                            public void testA() {
                                assertEquals(1, "a".length());
                                assertTrue("message", "a".isEmpty() || true);
                                try {
                                    Integer.parseInt("x");
                                    fail();
                                } catch (NumberFormatException e) {
                                    // expected
                                }
                                assertOwn(3);
                                fail("no assertion by itself");
                            }
                            static void assertOwn(int x) {}
                            static void check(Object o) {
                                assertNull(o);
                            }
                        }
                        class U extends T {
                            public void testB() {
                                assertSame("a", "a");
                            }
                        }
                        """));
    }

    @Test
    void junit4AndHamcrest() {
        assertEquals(
                Map.of("T.a", List.of("assertArrayEquals:7", "assertThat:8", "assertThat:9", "THROWS assertThrows:10", "CATCH fail:14")),
                scan("""
                        import static org.junit.Assert.*;
                        import org.hamcrest.CoreMatchers;
                        import org.hamcrest.MatcherAssert;
                        public class T {
                            @org.junit.Test
                            public void a() throws Exception {
                                assertArrayEquals(new int[] {1}, new int[] {1});
                                MatcherAssert.assertThat("a", CoreMatchers.is("a"));
                                org.junit.Assert.assertThat(1, CoreMatchers.equalTo(1));
                                assertThrows(RuntimeException.class, () -> Integer.parseInt("x"));
                                org.junit.Assume.assumeTrue(true);
                                try {
                                    Integer.parseInt("y");
                                    org.junit.Assert.fail("Expected");
                                } catch (NumberFormatException | NullPointerException e) {
                                    System.out.println(e);
                                } finally {
                                    System.out.println();
                                }
                            }
                        }
                        """));
    }

    @Test
    void jupiter() {
        assertEquals(
                Map.of("T.a", List.of("assertEquals:5", "THROWS assertThrowsExactly:6", "THROWS assertDoesNotThrow:7"), "T.lambda$a$2",
                        List.of("assertTrue:8")),
                scan("""
                        import static org.junit.jupiter.api.Assertions.*;
                        public class T {
                            @org.junit.jupiter.api.Test
                            void a() {
                                assertEquals(1.0, Math.abs(1.0), 0.1, () -> "message");
                                assertThrowsExactly(NumberFormatException.class, () -> Integer.parseInt("x"));
                                assertDoesNotThrow(() -> 3);
                                assertAll(() -> assertTrue(true));
                            }
                        }
                        """.replace("() -> \"message\"", "\"message\"")));
    }

    @Test
    void oneAssertionPerFluentStatement() {
        assertEquals(
                Map.of(
                        "T.a",
                        List.of("assertThat.isEqualTo:5", "assertThat.isNotEmpty:9", "THROWS assertThatThrownBy.hasMessage:10",
                                "THROWS assertThatExceptionOfType.isThrownBy:11"),
                        "T.b", List.of("assertThat.isEqualTo:14", "assertThat.isNotEmpty:15", "assertWithMessage.isTrue:16",
                                "assertThat.isNull:18")),
                scan("""
                        import static org.assertj.core.api.Assertions.*;
                        import com.google.common.truth.Truth;
                        public class T {
                            void a() {
                                assertThat(3 - 1).isEqualTo(2);
                                assertThat(java.util.List.of("a", "b"))
                                    .as("list")
                                    .contains("a")
                                    .isNotEmpty();
                                assertThatThrownBy(() -> Integer.parseInt("x")).isInstanceOf(RuntimeException.class).hasMessage("For");
                                assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> Integer.parseInt("x"));
                            }
                            void b() {
                                Truth.assertThat("a").isEqualTo("a");
                                Truth.assertThat(java.util.List.of(1)).isNotEmpty();
                                Truth.assertWithMessage("m").that(true).isTrue();
                                Object o = null;
                                Truth.assertThat(o).isNull();
                            }
                        }
                        """));
    }

    @Test
    void evosuitesCheckOfAnExceptionBelongsToItsTryBlock() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, "T", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "test0", "()V", null, null);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, "java/lang/NumberFormatException");
        method.visitLabel(start);
        method.visitLdcInsn("x");
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", false);
        method.visitInsn(Opcodes.POP);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(handler);
        method.visitLineNumber(7, handler);
        method.visitVarInsn(Opcodes.ASTORE, 0);
        method.visitLdcInsn("java.lang.Integer");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "org/evosuite/runtime/EvoAssertions", "verifyException",
                "(Ljava/lang/String;Ljava/lang/Throwable;)V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        writer.visitEnd();
        assertEquals(
                List.of(new AssertionSites.Found("T", "test0", "()V", 4, Form.CATCH, "verifyException", 7)),
                AssertionSites.of(writer.toByteArray(), name -> Optional.empty()));
    }

    @Test
    void flowRecordsThatAreNoneAreRefused() {
        byte[] record = {24, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0};
        assertEquals(List.of(new Reached(1, 2, 3, 0, List.of(9))), FlowRecords.decode(record));
        assertThrows(IllegalArgumentException.class, () -> FlowRecords.decode(java.util.Arrays.copyOf(record, 20)));
        record[20] = 2;
        assertThrows(IllegalArgumentException.class, () -> FlowRecords.decode(record));
    }
}
