package dev.oraculum.generation;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/** Types of the class-file format as types of Java sources. */
final class JavaTypes {
    private JavaTypes() {}

    /** @param internalName {@code java/util/Map$Entry} */
    static ClassName className(String internalName) {
        int slash = internalName.lastIndexOf('/');
        String folder = slash < 0 ? "" : internalName.substring(0, slash).replace('/', '.');
        List<String> names = Arrays.stream(internalName.substring(slash + 1).split("(?<=.)\\$(?=.)")).toList();
        return ClassName.get(folder, names.get(0), names.subList(1, names.size()).toArray(String[]::new));
    }

    /** @param signature of a type without type variables */
    static TypeName of(String signature) {
        return of(signature, Map.of());
    }

    /**
     * A type whose variables stand for others.
     *
     * @param values by name of a variable; those that are missing stand for {@code Object}
     */
    static TypeName of(String signature, Map<String, TypeName> values) {
        Reader reader = new Reader(values);
        new SignatureReader(signature).acceptType(reader);
        return reader.type();
    }

    /** @param name as {@link Class#getName} says it */
    static TypeName ofBinaryName(String name) {
        if (name.startsWith("[")) {
            return erasure(name.replace('.', '/'));
        }
        return switch (name) {
            case "boolean" -> TypeName.BOOLEAN;
            case "byte" -> TypeName.BYTE;
            case "short" -> TypeName.SHORT;
            case "char" -> TypeName.CHAR;
            case "int" -> TypeName.INT;
            case "long" -> TypeName.LONG;
            case "float" -> TypeName.FLOAT;
            case "double" -> TypeName.DOUBLE;
            case "void" -> TypeName.VOID;
            default -> className(name.replace('.', '/'));
        };
    }

    /** Without type arguments. */
    static TypeName erasure(String descriptor) {
        Type type = Type.getType(descriptor);
        return switch (type.getSort()) {
            case Type.ARRAY -> ArrayTypeName.of(erasure(descriptor.substring(1)));
            case Type.OBJECT -> className(type.getInternalName());
            default -> primitive(descriptor.charAt(0));
        };
    }

    /** A signature without type arguments. */
    static String erased(String signature) {
        int generic = signature.indexOf('<');
        return generic < 0 ? signature : signature.substring(0, generic) + ";";
    }

    private static TypeName primitive(char letter) {
        return switch (letter) {
            case 'Z' -> TypeName.BOOLEAN;
            case 'B' -> TypeName.BYTE;
            case 'S' -> TypeName.SHORT;
            case 'C' -> TypeName.CHAR;
            case 'I' -> TypeName.INT;
            case 'J' -> TypeName.LONG;
            case 'F' -> TypeName.FLOAT;
            case 'D' -> TypeName.DOUBLE;
            default -> TypeName.VOID;
        };
    }

    private static final class Reader extends SignatureVisitor {
        private static final int ASM = org.objectweb.asm.Opcodes.ASM9;

        private TypeName base;
        private String name;
        private final List<Object> arguments = new ArrayList<>();
        private final Map<String, TypeName> values;
        private Reader element;

        Reader(Map<String, TypeName> values) {
            super(ASM);
            this.values = values;
        }

        TypeName type() {
            if (element != null) {
                return ArrayTypeName.of(element.type());
            }
            if (base != null) {
                return base;
            }
            ClassName raw = className(name);
            TypeName[] given = arguments.stream().map(Reader::argument).toArray(TypeName[]::new);
            return given.length == 0 ? raw : ParameterizedTypeName.get(raw, given);
        }

        private record Argument(char wildcard, Reader type) {}

        private static TypeName argument(Object one) {
            Argument argument = (Argument) one;
            if (argument.type() == null) {
                return WildcardTypeName.subtypeOf(Object.class);
            }
            TypeName type = argument.type().type();
            return switch (argument.wildcard()) {
                case EXTENDS -> WildcardTypeName.subtypeOf(type);
                case SUPER -> WildcardTypeName.supertypeOf(type);
                default -> type;
            };
        }

        @Override
        public void visitBaseType(char descriptor) {
            base = primitive(descriptor);
        }

        @Override
        public void visitTypeVariable(String variable) {
            base = values.getOrDefault(variable, ClassName.OBJECT);
        }

        @Override
        public SignatureVisitor visitArrayType() {
            element = new Reader(values);
            return element;
        }

        @Override
        public void visitClassType(String internalName) {
            name = internalName;
        }

        @Override
        public void visitInnerClassType(String inner) {
            name += "$" + inner;
            arguments.clear();
        }

        @Override
        public void visitTypeArgument() {
            arguments.add(new Argument('*', null));
        }

        @Override
        public SignatureVisitor visitTypeArgument(char wildcard) {
            Reader of = new Reader(values);
            arguments.add(new Argument(wildcard, of));
            return of;
        }
    }
}
