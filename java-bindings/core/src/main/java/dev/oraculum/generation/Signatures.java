package dev.oraculum.generation;

import dev.oraculum.generation.TypeFacts.TypeParameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;
import org.objectweb.asm.signature.SignatureWriter;

/** Signatures (JVMS 4.7.9.1) taken apart. The JVM does not check them: of a damaged one the descriptor is taken. */
final class Signatures {
    /**
     * The signature of a class or method.
     *
     * @param parameters of a method
     * @param result of a method, else null
     * @param supertypes of a class: the superclass, then its interfaces
     */
    record Parts(List<TypeParameter> variables, List<String> parameters, String result, List<String> supertypes) {}

    private Signatures() {}

    /** Null: there is none, or it is damaged. */
    static Parts ofClass(String signature) {
        Reader reader = read(signature);
        return reader == null || reader.supertypes.isEmpty() ? null : reader.parts();
    }

    /** Of a method: with the types of its descriptor where there is no signature, and for parameters that the signature has not. */
    static Parts ofMethod(String descriptor, String signature) {
        List<String> erased = Arrays.stream(Type.getArgumentTypes(descriptor)).map(Type::getDescriptor).toList();
        Reader reader = read(signature);
        if (reader == null || reader.result == null || reader.parameters.size() > erased.size()) {
            return new Parts(List.of(), erased, Type.getReturnType(descriptor).getDescriptor(), List.of());
        }
        Parts parts = reader.parts();
        // What the compiler adds stands first: the outer instance of an inner class.
        List<String> parameters = new ArrayList<>(erased.subList(0, erased.size() - parts.parameters().size()));
        parameters.addAll(parts.parameters());
        return new Parts(parts.variables(), parameters, parts.result(), List.of());
    }

    /** Of a field. */
    static String ofType(String descriptor, String signature) {
        return signature != null && classes(signature) != null ? signature : descriptor;
    }

    /** Internal names of the classes that a type consists of, in order; null: it is damaged. */
    static Set<String> classes(String type) {
        Set<String> found = new LinkedHashSet<>();
        try {
            new SignatureReader(type).acceptType(new Names(found));
        } catch (RuntimeException e) {
            return null;
        }
        return found;
    }

    /** Collects names of classes. */
    private static final class Names extends SignatureVisitor {
        private final Set<String> found;
        private String name;

        Names(Set<String> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public void visitClassType(String internalName) {
            name = internalName;
            found.add(name);
        }

        @Override
        public void visitInnerClassType(String simpleName) {
            name += "$" + simpleName;
            found.add(name);
        }

        @Override
        public SignatureVisitor visitTypeArgument(char wildcard) {
            return new Names(found);
        }
    }

    private static Reader read(String signature) {
        if (signature == null) {
            return null;
        }
        Reader reader = new Reader();
        try {
            new SignatureReader(signature).accept(reader);
            return reader;
        } catch (RuntimeException e) {
            return null;
        }
    }

    private static final class Reader extends SignatureVisitor {
        private final List<String> names = new ArrayList<>();
        private final List<List<SignatureWriter>> bounds = new ArrayList<>();
        private final List<SignatureWriter> parameters = new ArrayList<>();
        private final List<SignatureWriter> supertypes = new ArrayList<>();
        private SignatureWriter result;

        Reader() {
            super(Opcodes.ASM9);
        }

        Parts parts() {
            List<TypeParameter> variables = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                // A class bound that is not there is none: the first one is an interface.
                variables.add(new TypeParameter(names.get(i), texts(bounds.get(i))));
            }
            return new Parts(variables, texts(parameters), result == null ? null : result.toString(), texts(supertypes));
        }

        private static List<String> texts(List<SignatureWriter> types) {
            return types.stream().map(SignatureWriter::toString).toList();
        }

        private static SignatureWriter added(List<SignatureWriter> list) {
            SignatureWriter type = new SignatureWriter();
            list.add(type);
            return type;
        }

        @Override
        public void visitFormalTypeParameter(String name) {
            names.add(name);
            bounds.add(new ArrayList<>());
        }

        @Override
        public SignatureVisitor visitClassBound() {
            return added(bounds.get(bounds.size() - 1));
        }

        @Override
        public SignatureVisitor visitInterfaceBound() {
            return added(bounds.get(bounds.size() - 1));
        }

        @Override
        public SignatureVisitor visitSuperclass() {
            return added(supertypes);
        }

        @Override
        public SignatureVisitor visitInterface() {
            return added(supertypes);
        }

        @Override
        public SignatureVisitor visitParameterType() {
            return added(parameters);
        }

        @Override
        public SignatureVisitor visitReturnType() {
            result = new SignatureWriter();
            return result;
        }

        @Override
        public SignatureVisitor visitExceptionType() {
            return new SignatureWriter();
        }
    }
}
