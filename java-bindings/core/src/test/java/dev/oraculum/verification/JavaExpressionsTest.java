package dev.oraculum.verification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JavaExpressionsTest {
    @Test
    void replacesTheLargestPartThatIsAVariable() {
        String replaced = JavaExpressions.replace(
                "list != null && list.size() > this.top", Map.of("list", "v0", "list.size()", "v1", "this.top", "v2", "this", "v3"));
        assertEquals("v0 != null && v1 > v2", replaced);
    }

    @Test
    void doesNotTakeAPartOfANameForAVariable() {
        assertEquals("v0 + xy + a.x", JavaExpressions.replace("x + xy + a.x", Map.of("x", "v0")));
    }

    @Test
    void findsAVariableWhateverItsWhiteSpace() {
        assertEquals("v0 == 1", JavaExpressions.replace("((pkg.Base) this) . count == 1", Map.of("((pkg.Base)this).count", "v0")));
    }

    @Test
    void namesWhatAnExpressionUses() {
        assertEquals(Set.of("list", "old_x", "Integer"),
                JavaExpressions.identifiers("list.size() > old_x && this.top < Integer.MAX_VALUE"));
    }

    @Test
    void refusesWhatIsNoExpression() {
        assertThrows(IllegalArgumentException.class, () -> JavaExpressions.identifiers("x >"));
    }
}
