package dev.oraculum.generation;

import com.palantir.javapoet.CodeBlock;
import dev.oraculum.generation.KeptTests.Assertion;
import dev.oraculum.generation.KeptTests.Expected;
import dev.oraculum.generation.KeptTests.Form;
import dev.oraculum.generation.KeptTests.Step;
import dev.oraculum.generation.TestWriter.Junit;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Type;

/** Assertions as statements of JUnit 4 or 5. */
final class AssertionCode {
    /** Signatures of types of the JDK that say whether they are empty. */
    private static final Pattern EMPTY = Pattern.compile("Ljava/util/(\\w*List|Collection|\\w*Set|\\w*Map|Vector|Stack)[<;].*");

    private final Junit junit;

    AssertionCode(Junit junit) {
        this.junit = junit;
    }

    /**
     * An assertion as a statement.
     *
     * @param step the one whose value it is about
     * @param actual the code of that value
     * @param other of {@link Form#SAME} the code of the object that it is; else null
     */
    CodeBlock of(Assertion assertion, Step step, CodeBlock actual, CodeBlock other) {
        Expected is = assertion.is();
        boolean primitive = step.type().length() == 1;
        return switch (is.form()) {
            case NULL -> CodeBlock.of("assertNull($L)", actual);
            case NOT_NULL -> CodeBlock.of("assertNotNull($L)", actual);
            // Java 8 and JUnit 4 know it, too.
            case OF_CLASS -> CodeBlock.of("assertEquals($T.class, $L.getClass())", JavaTypes.ofBinaryName(is.text()), actual);
            case SAME -> CodeBlock.of("assertSame($L, $L)", other, actual);
            case MESSAGE -> CodeBlock.of("assertEquals($S, $L.getMessage())", is.text(), actual);
            case LENGTH -> CodeBlock.of("assertEquals($L, $L.length)", is.number(), actual);
            case SIZE -> is.number() == 0 && EMPTY.matcher(step.type()).matches() ? CodeBlock.of("assertTrue($L.isEmpty())", actual)
                    : CodeBlock.of("assertEquals($L, $L.size())", is.number(), actual);
            case ELEMENTS -> {
                String type = JavaTypes.erased(step.type());
                CodeBlock expected = CodeBlock.of("new $T $L", JavaTypes.erasure(type), elements(is));
                yield CodeBlock.of("assertArrayEquals($L, $L$L)", expected, actual, exactly(type));
            }
            case LIST, SET, MAP -> is.all().isEmpty() && EMPTY.matcher(step.type()).matches()
                    ? CodeBlock.of("assertTrue($L.isEmpty())", actual)
                    : CodeBlock.of("assertEquals($L, $L)", expected(is), actual);
            case BOOLEAN -> primitive ? CodeBlock.of("$L($L)", is.text().equals("true") ? "assertTrue" : "assertFalse", actual)
                    : CodeBlock.of("assertEquals($L, $L)", boxed(is, step.type()), actual);
            case FLOAT, DOUBLE -> primitive ? CodeBlock.of("assertEquals($L, $L$L)", expected(is), actual, tolerance(assertion))
                    : CodeBlock.of("assertEquals($L, $L)", boxed(is, step.type()), actual);
            case BYTE, SHORT, CHAR, INT, LONG -> CodeBlock.of(
                    "assertEquals($L, $L)", primitive ? expected(is) : boxed(is, step.type()), actual);
            default -> CodeBlock.of("assertEquals($L, $L)", expected(is), actual);
        };
    }

    /** JUnit 4 wants to be told that reals in an array, or alone, are equal only if they are. */
    private String exactly(String type) {
        return junit == Junit.JUNIT_5 ? "" : type.endsWith("[D") || type.equals("D") ? ", 0.0" : type.endsWith("[F") || type.equals("F")
                ? ", 0.0f" : "";
    }

    /** The engine says how near is near enough; NaN, infinities and zero are expected exactly, which JUnit 5 says without a delta. */
    private String tolerance(Assertion assertion) {
        boolean single = assertion.is().form() == Form.FLOAT;
        if (Double.isNaN(assertion.within())) {
            return exactly(single ? "F" : "D");
        }
        return ", " + (single ? (float) assertion.within() + "f" : String.valueOf(assertion.within()));
    }

    /** The box of a literal where JUnit has methods for it and for the primitive, and javac could not choose. */
    private CodeBlock boxed(Expected is, String type) {
        CodeBlock literal = expected(is);
        Object value = JavaLiterals.box(is.form(), is.text());
        return type.equals(Type.getDescriptor(value.getClass())) ? CodeBlock.of("$T.valueOf($L)", value.getClass(), literal) : literal;
    }

    /** A value as Java says it. */
    private CodeBlock expected(Expected is) {
        if (is.form().isPrimitive()) {
            return CodeBlock.of("$L", JavaLiterals.of(JavaLiterals.box(is.form(), is.text())));
        }
        return switch (is.form()) {
            case NULL -> CodeBlock.of("null");
            case STRING -> CodeBlock.of("$S", is.text());
            case CONSTANT -> CodeBlock.of("$T.$L", JavaTypes.className(is.className().replace('.', '/')), is.text());
            case CLASS -> CodeBlock.of("$T.class", JavaTypes.ofBinaryName(is.text()));
            case LIST -> list(is);
            case SET -> CodeBlock.of("$T.of($L)", Set.class, joined(is));
            case MAP -> CodeBlock.of("$T.of($L)", Map.class, joined(is));
            case PRESENT -> CodeBlock.of("$T.of($L)", Optional.class, joined(is));
            case ABSENT -> CodeBlock.of("$T.empty()", Optional.class);
            case ELEMENTS -> elements(is);
            default -> throw new IllegalArgumentException(is.form() + " is no value");
        };
    }

    private CodeBlock elements(Expected is) {
        return CodeBlock.of("{$L}", joined(is));
    }

    private CodeBlock list(Expected is) {
        boolean nulls = is.all().stream().anyMatch(element -> element.form() == Form.NULL);
        if (!nulls) {
            return CodeBlock.of("$T.of($L)", List.class, joined(is));
        }
        return is.all().size() == 1 ? CodeBlock.of("$T.singletonList(null)", Collections.class)
                : CodeBlock.of("$T.asList($L)", Arrays.class, joined(is));
    }

    private CodeBlock joined(Expected is) {
        return CodeBlock.join(is.all().stream().map(this::expected).toList(), ", ");
    }
}
