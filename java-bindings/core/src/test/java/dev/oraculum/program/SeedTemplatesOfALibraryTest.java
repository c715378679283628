package dev.oraculum.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.settings.SeedSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplate.Statement;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.util.FastMath;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Templates of every branch of a package of a real library: what they refer to is there, and of the types that they say. */
class SeedTemplatesOfALibraryTest {
    private static final String LIBRARY = "org/apache/commons/math3/";
    private static final List<String> PACKAGES =
            List.of(System.getProperty("seed.packages", LIBRARY + "ml/clustering/," + LIBRARY + "genetics/").split(","));

    private final ClassLoader loader = getClass().getClassLoader();

    @Test
    void everyTemplateIsWellTyped() throws Exception {
        Path library = Path.of(FastMath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        int templates = 0;
        int statements = 0;
        int refused = 0;
        int unset = 0;
        long longest = 0;
        try (ClassPath classPath = ClassPath.open(List.of(library));
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            List<String> all = classPath.projectClasses().stream().filter(name -> PACKAGES.stream().anyMatch(name::startsWith)).toList();
            ProgramFacts.collect(classPath, all, List.of(), engine::addClass);
            long begin = System.nanoTime();
            for (Branch branch : branches(classPath, all)) {
                long before = System.nanoTime();
                SeedTemplate template;
                try {
                    template = engine.seedTemplate(branch, SeedSettings.defaults(), 1);
                } catch (IllegalArgumentException e) {
                    assertTrue(e.getMessage().contains("no method that a test in the package"), e.getMessage());
                    refused++;
                    continue;
                }
                if (templates > 0) {
                    longest = Math.max(longest, System.nanoTime() - before);
                }
                templates++;
                statements += template.statements().size();
                unset += template.unset().size();
                check(template, branch);
            }
            System.out.printf("%d templates, %d statements, %d unset, %d branches that no test gets to; %d ms, longest %d ms%n", templates,
                    statements, unset, refused, (System.nanoTime() - begin) / 1_000_000, longest / 1_000_000);
        }
        assertTrue(templates > 100, () -> "too few branches to say anything");
    }

    private static List<Branch> branches(ClassPath classPath, List<String> classes) {
        List<Branch> branches = new ArrayList<>();
        for (String name : classes) {
            ClassNode type = ClassFacts.read(classPath.find(name).orElseThrow(), Role.ANALYSED);
            for (MethodNode method : type.methods) {
                OperationNumbers numbers = new OperationNumbers(method, Type.getArgumentTypes(method.desc).length);
                for (AbstractInsnNode insn : method.instructions) {
                    int opcode = insn.getOpcode();
                    boolean jump = opcode >= Opcodes.IFEQ && opcode <= Opcodes.IF_ACMPNE || opcode == Opcodes.IFNULL
                            || opcode == Opcodes.IFNONNULL || opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH;
                    if (jump && !method.name.equals("<clinit>")) {
                        branches.add(Branch.ofOperation(name, method.name, method.desc, numbers.first(insn)));
                    }
                }
            }
        }
        return branches;
    }

    private void check(SeedTemplate template, Branch branch) throws ReflectiveOperationException {
        List<Statement> all = template.statements();
        for (int i = 0; i < all.size(); i++) {
            String where = branch + ", statement " + i + ": " + all.get(i);
            if (all.get(i) instanceof SeedTemplate.Construct made) {
                Class<?>[] parameters = parameters(made.descriptor());
                named(made.className()).getDeclaredConstructor(parameters);
                passed(all, i, made.arguments(), parameters, where);
            } else if (all.get(i) instanceof SeedTemplate.Call call) {
                Class<?>[] parameters = parameters(call.descriptor());
                if (call.receiver() != null) {
                    passed(all, i, List.of(call.receiver()), new Class<?>[] {named(call.owner())}, where);
                }
                passed(all, i, call.arguments(), parameters, where);
            } else if (all.get(i) instanceof SeedTemplate.PutField put) {
                Class<?> type = named(put.owner()).getDeclaredField(put.name()).getType();
                passed(all, i, List.of(put.value()), new Class<?>[] {type}, where);
            } else if (all.get(i) instanceof SeedTemplate.PutElement put) {
                Class<?> component = type(all.get(put.array()).type()).getComponentType();
                passed(all, i, List.of(put.value()), new Class<?>[] {component}, where);
                passed(all, i, List.of(put.index()), new Class<?>[] {int.class}, where);
            }
        }
    }

    private void passed(List<Statement> all, int at, List<Integer> values, Class<?>[] types, String where)
            throws ReflectiveOperationException {
        for (int i = 0; i < types.length; i++) {
            assertTrue(values.get(i) < at, where);
            Class<?> found = type(all.get(values.get(i)).type());
            assertTrue(MethodType.methodType(found).returnType() == types[i] || types[i].isAssignableFrom(found) || widens(found, types[i]),
                    () -> where + " is given a " + found);
        }
    }

    private static boolean widens(Class<?> from, Class<?> to) {
        List<Class<?>> ranks = List.of(byte.class, short.class, int.class, long.class, float.class, double.class);
        return ranks.contains(to) && (ranks.contains(from) && ranks.indexOf(from) <= ranks.indexOf(to)
                || from == char.class && ranks.indexOf(to) >= 2);
    }

    private Class<?>[] parameters(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader).parameterArray();
    }

    private Class<?> type(String descriptor) {
        return MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
    }

    private Class<?> named(String internalName) throws ClassNotFoundException {
        return Class.forName(internalName.replace('/', '.'), false, loader);
    }
}
