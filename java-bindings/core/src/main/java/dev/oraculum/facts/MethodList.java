package dev.oraculum.facts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;

/** Lists the methods of classes that can be observed: those with code that somebody wrote. */
public final class MethodList {
    /** Local and anonymous classes: a number stands behind the dollar sign (JLS 13.1). Nobody can name them. */
    private static final Pattern NAMELESS = Pattern.compile(".*\\$\\d.*");

    private MethodList() {}

    /**
     * The classes of a package and of its sub-packages, nested ones included.
     *
     * @return internal names, sorted; empty if the project has no class there
     */
    public static List<String> classesOf(ClassPath classPath, String packageName) {
        String start = packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
        return classPath.projectClasses().stream()
                .filter(name -> name.startsWith(start) && !NAMELESS.matcher(name).matches())
                .toList();
    }

    /** Whether a class has a name in its source, so that its methods can be listed. */
    public static boolean isNamed(String internalName) {
        return !NAMELESS.matcher(internalName).matches();
    }

    /**
     * The methods of classes, in the order of the class files: no abstract, native, synthetic and bridge methods, no initialisers, not what
     * the compiler writes for enums, and no {@link GeneratedCode}.
     *
     * @param classes internal names
     * @param constructors whether constructors are listed
     * @return in the notation of {@link MethodReference}
     */
    public static List<String> of(ClassPath classPath, Collection<String> classes, boolean constructors) {
        Hierarchy hierarchy = new Hierarchy(classPath);
        List<String> methods = new ArrayList<>();
        for (String name : classes) {
            ClassInfo type = hierarchy.find(name).orElse(null);
            if (type == null || type.is(Opcodes.ACC_SYNTHETIC)) {
                continue;
            }
            Set<EnclosedCode.Method> generated = classPath.findInProject(name).map(file -> GeneratedCode.methods(List.of(file)))
                    .orElse(Set.of());
            type.methods().stream()
                    .filter(method -> hasSource(type, method, constructors))
                    .filter(method -> !generated.contains(new EnclosedCode.Method(name, method.name(), method.descriptor())))
                    .map(method -> MethodReference.text(name, method.name(), method.descriptor()))
                    .forEach(methods::add);
        }
        return methods;
    }

    private static boolean hasSource(ClassInfo type, ClassInfo.Member method, boolean constructors) {
        boolean hidden = method.is(Opcodes.ACC_ABSTRACT) || method.is(Opcodes.ACC_NATIVE) || method.is(Opcodes.ACC_SYNTHETIC)
                || method.is(Opcodes.ACC_BRIDGE);
        boolean ofEnum = type.is(Opcodes.ACC_ENUM)
                && method.is(Opcodes.ACC_STATIC)
                && (method.name().equals("values") && method.descriptor().startsWith("()")
                        || method.name().equals("valueOf") && method.descriptor().startsWith("(Ljava/lang/String;)"));
        return !hidden && !ofEnum && !method.name().equals("<clinit>") && (constructors || !method.name().equals("<init>"));
    }
}
