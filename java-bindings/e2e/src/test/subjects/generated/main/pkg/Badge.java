package pkg;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A part of it is as a tool writes it. */
public class Badge {
    /** As Lombok's. */
    @Retention(RetentionPolicy.CLASS)
    @interface GeneratedByTool {}

    private final int number;

    public Badge(int number) {
        this.number = number;
    }

    public String text() {
        return number < 0 ? "lost" : "number " + number;
    }

    @GeneratedByTool
    @Override
    public boolean equals(Object other) {
        java.util.function.IntPredicate same = of -> of == number;
        return other instanceof Badge && same.test(((Badge) other).number);
    }

    @GeneratedByTool
    @Override
    public int hashCode() {
        return 31 * number + 7;
    }

    @GeneratedByTool
    static class Builder {
        int number;

        Badge build() {
            return number > 0 ? new Badge(number) : new Badge(0);
        }
    }
}
