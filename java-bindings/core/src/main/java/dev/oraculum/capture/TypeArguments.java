package dev.oraculum.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/**
 * The classes that a declaration gives as type arguments, read from {@code Signature} attributes (JVMS 4.7.9.1).
 *
 * @param classes internal names in order; empty where the argument is no class without arguments of its own: a type variable,
 *     a wildcard, an array, a generic type
 */
record TypeArguments(List<Optional<String>> classes) {
    /** Of a type that is not generic, or was compiled without a signature. */
    static final TypeArguments NONE = new TypeArguments(List.of());

    TypeArguments {
        classes = List.copyOf(classes);
    }

    /** Those of a method's parameters and return value. */
    record OfMethod(List<TypeArguments> parameters, TypeArguments result) {}

    /** The arguments of a field's or local variable's type; {@code signature} may be null. */
    static TypeArguments of(String signature) {
        if (signature == null) {
            return NONE;
        }
        Reader reader = new Reader();
        try {
            new SignatureReader(signature).acceptType(reader);
        } catch (RuntimeException e) {
            return NONE; // The JVM does not check signatures: a damaged one tells nothing.
        }
        return reader.arguments();
    }

    /** The arguments of a method's types; without a signature (null), or with one of other parameters, nothing is known of them. */
    static OfMethod ofMethod(String signature, int parameters) {
        List<Reader> read = new ArrayList<>();
        Reader result = new Reader();
        try {
            new SignatureReader(signature == null ? "()V" : signature).accept(new SignatureVisitor(Opcodes.ASM9) {
                @Override
                public SignatureVisitor visitParameterType() {
                    Reader parameter = new Reader();
                    read.add(parameter);
                    return parameter;
                }

                @Override
                public SignatureVisitor visitReturnType() {
                    return result;
                }
            });
        } catch (RuntimeException e) {
            read.clear();
        }
        // Signatures lack the parameters that the compiler adds (an inner class's outer instance).
        boolean complete = read.size() == parameters;
        List<TypeArguments> all = new ArrayList<>();
        for (int i = 0; i < parameters; i++) {
            all.add(complete ? read.get(i).arguments() : NONE);
        }
        return new OfMethod(List.copyOf(all), result.arguments());
    }

    /** The class given for a type's parameter, if the type has that many and the class is known. */
    Optional<String> of(int parameter, int parameters) {
        return classes.size() == parameters ? classes.get(parameter) : Optional.empty();
    }

    /** Reads one type. */
    private static final class Reader extends SignatureVisitor {
        private String name;
        private boolean isClass;
        private final List<Object> given = new ArrayList<>();

        Reader() {
            super(Opcodes.ASM9);
        }

        TypeArguments arguments() {
            List<Optional<String>> classes = new ArrayList<>();
            for (Object argument : given) {
                boolean plain = argument instanceof Reader type && type.isClass && type.given.isEmpty();
                classes.add(plain ? Optional.of(((Reader) argument).name) : Optional.empty());
            }
            return new TypeArguments(classes);
        }

        @Override
        public void visitClassType(String internalName) {
            name = internalName;
            isClass = true;
        }

        @Override
        public void visitInnerClassType(String simpleName) {
            name += "$" + simpleName;
            given.clear();
        }

        @Override
        public SignatureVisitor visitArrayType() {
            return new Reader(); // The arguments of an array's elements are not the array's.
        }

        @Override
        public void visitTypeArgument() {
            given.add("?");
        }

        @Override
        public SignatureVisitor visitTypeArgument(char wildcard) {
            Reader argument = new Reader();
            given.add(wildcard == SignatureVisitor.INSTANCEOF ? argument : "?");
            return argument;
        }
    }
}
