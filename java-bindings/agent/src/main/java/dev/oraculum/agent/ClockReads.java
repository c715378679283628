package dev.oraculum.agent;

import dev.oraculum.runtime.OtherTime;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Has code read the clock of {@link OtherTime}: the program's own reads, method references among them, and those of the JDK's classes of
 * dates. Calls are replaced or added, and no branch: so a loaded class keeps its shape, and frames stay as they are.
 */
final class ClockReads implements ClassFileTransformer {
    private static final String TIME = "dev/oraculum/runtime/OtherTime";
    private static final String SYSTEM = "java/lang/System";
    private static final Set<String> READS = Set.of("currentTimeMillis", "nanoTime");
    private static final String LONG = "()J";

    private static final String CLOCK = "java/time/Clock";
    /** Where the JDK's instants come from. */
    private static final String INSTANT = "currentInstant()Ljava/time/Instant;";

    /** What reads the milliseconds for dates that are made of nothing. */
    private static final Set<String> DATES = Set.of(
            CLOCK, "java/time/Clock$SystemClock", "java/time/Clock$SystemInstantSource", "java/util/Date", "java/util/Calendar",
            "java/util/GregorianCalendar", "java/util/JapaneseImperialCalendar", "sun/util/BuddhistCalendar",
            "sun/util/locale/provider/CalendarProviderImpl");

    private final Consumer<String> notices;

    private ClockReads(Consumer<String> notices) {
        this.notices = notices;
    }

    /** Weaves the JDK's classes that are loaded, and from now on those that load. */
    static void install(Instrumentation instrumentation, Consumer<String> notices) {
        JdkWeaver.install(new ClockReads(notices), DATES, instrumentation,
                e -> notices.accept("the JDK's dates cannot be woven, so they have the right time: " + e));
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (loader != null || name == null || !DATES.contains(name)) {
            return null;
        }
        try {
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, 0);
            boolean changed = false;
            for (MethodNode method : node.methods) {
                if (!name.equals(CLOCK)) {
                    changed |= rewrite(method);
                } else if (INSTANT.equals(method.name + method.desc)) {
                    changed |= shiftResult(method);
                }
            }
            if (!changed) {
                return null;
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            node.accept(writer);
            return writer.toByteArray();
        } catch (Throwable t) {
            notices.accept(name.replace('/', '.') + " cannot be woven, so it has the right time: " + t);
            return null;
        }
    }

    private static boolean shiftResult(MethodNode method) {
        boolean changed = false;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn.getOpcode() == Opcodes.ARETURN) {
                method.instructions.insertBefore(insn, new MethodInsnNode(
                        Opcodes.INVOKESTATIC, TIME, "instant", "(Ljava/time/Instant;)Ljava/time/Instant;", false));
                changed = true;
            }
        }
        return changed;
    }

    /** @return whether the method reads the clock */
    static boolean rewrite(MethodNode method) {
        boolean changed = false;
        for (AbstractInsnNode insn : method.instructions.toArray()) {
            if (insn instanceof MethodInsnNode call && isRead(call.owner, call.name, call.desc)) {
                method.instructions.set(call, new MethodInsnNode(Opcodes.INVOKESTATIC, TIME, call.name, LONG, false));
                changed = true;
            } else if (insn instanceof InvokeDynamicInsnNode dynamic) {
                for (int i = 0; i < dynamic.bsmArgs.length; i++) {
                    if (dynamic.bsmArgs[i] instanceof Handle handle
                            && isRead(handle.getOwner(), handle.getName(), handle.getDesc())) {
                        dynamic.bsmArgs[i] = new Handle(Opcodes.H_INVOKESTATIC, TIME, handle.getName(), LONG, false);
                        changed = true;
                    }
                }
            }
        }
        return changed;
    }

    private static boolean isRead(String owner, String name, String descriptor) {
        return owner.equals(SYSTEM) && READS.contains(name) && descriptor.equals(LONG);
    }
}
