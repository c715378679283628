package dev.oraculum.runtime.flow;

import java.util.Set;

/** Which objects can hold something new after their construction; labels of the others travel with references to them. */
final class Mutability {
    private static final Set<String> IMMUTABLE = Set.of(
            "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte", "java.lang.Character",
            "java.lang.Boolean",
            "java.lang.Float", "java.lang.Double", "java.lang.Class", "java.math.BigInteger", "java.math.BigDecimal",
            "java.math.MathContext", "java.util.Locale",
            "java.util.UUID", "java.util.Optional", "java.util.OptionalInt", "java.util.OptionalLong", "java.util.OptionalDouble",
            "java.util.regex.Pattern",
            "java.net.URI", "java.net.URL", "java.io.File", "java.lang.Thread", "java.util.Currency", "java.lang.Object");

    private static final ClassValue<Boolean> MUTABLE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            return !IMMUTABLE.contains(name)
                    && !name.startsWith("java.time.")
                    && !name.startsWith("java.lang.reflect.")
                    && !name.startsWith("java.lang.invoke.")
                    && !type.isHidden() // lambdas
                    && !type.isRecord()
                    && !Enum.class.isAssignableFrom(type)
                    && !ClassLoader.class.isAssignableFrom(type);
        }
    };

    private Mutability() {}

    static boolean isMutable(Object object) {
        return MUTABLE.get(object.getClass());
    }
}
