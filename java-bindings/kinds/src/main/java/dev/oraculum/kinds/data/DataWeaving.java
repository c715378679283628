package dev.oraculum.kinds.data;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.bytecode.DefinitionSites;
import dev.oraculum.kinds.Weaving;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.runtime.DataPlan.SiteKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves the recording of data into a method: right after each planned definition the value goes to a probe. Fields and elements are
 * copied on the stack below their assignment, so that an assignment that throws defines nothing; all of it is straight-line code, which
 * leaves stack map frames as they are.
 */
final class DataWeaving implements Weaving {
    /** By internal class name. */
    private final Map<String, List<DataPlan.Method>> methods;

    DataWeaving(DataPlan plan) {
        methods = plan.methods().stream().collect(Collectors.groupingBy(DataPlan.Method::className));
    }

    @Override
    public boolean concerns(String className) {
        return methods.containsKey(className);
    }

    @Override
    public boolean concerns(ClassNode owner, String methodName, String descriptor) {
        return planned(owner, methodName, descriptor) != null;
    }

    /** The plan of a method, or null. */
    private DataPlan.Method planned(ClassNode owner, String methodName, String descriptor) {
        for (DataPlan.Method method : methods.getOrDefault(owner.name, List.of())) {
            if (method.name().equals(methodName) && method.descriptor().equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    @Override
    public boolean skipsInitializers() {
        return true;
    }

    @Override
    public Runnable prepare(ClassNode owner, MethodNode method) {
        DataPlan.Method planned = planned(owner, method.name, method.desc);
        if (planned == null) {
            return NOTHING;
        }
        List<DefinitionSites.Woven> found = DefinitionSites.of(method);
        int[] places = DefinitionSites.align(planned.sites(), found.stream().map(DefinitionSites.Woven::site).toList());
        return () -> weave(method, planned, found, places);
    }

    private static void weave(MethodNode method, DataPlan.Method plan, List<DefinitionSites.Woven> found, int[] places) {
        int scratch = method.maxLocals;
        boolean wide = false;
        InsnList atEntry = new InsnList();
        for (int i = 0; i < places.length; i++) {
            int datum = plan.sites().get(i).datum();
            if (datum < 0 || places[i] < 0) {
                continue;
            }
            DefinitionSites.Woven woven = found.get(places[i]);
            Site site = woven.site();
            char held = held(site.sort());
            switch (site.kind()) {
                case PARAMETER -> loadAndRecord(atEntry, woven.slot(), held, datum);
                case STORE, INCREMENT -> {
                    if (!storesUninitialized(woven.node())) {
                        InsnList code = new InsnList();
                        loadAndRecord(code, woven.slot(), held, datum);
                        method.instructions.insert(woven.node(), code);
                    }
                }
                case FIELD, STATIC_FIELD -> field(method, woven.node(), site.kind() == SiteKind.FIELD, held, datum);
                case ELEMENT -> {
                    wide |= isWide(held);
                    element(method, woven.node(), held, datum, scratch);
                }
                case RETURN -> {
                    InsnList code = new InsnList();
                    code.add(new InsnNode(isWide(held) ? Opcodes.DUP2 : Opcodes.DUP));
                    record(code, held, datum);
                    method.instructions.insertBefore(woven.node(), code);
                }
            }
        }
        method.instructions.insert(atEntry);
        if (wide) {
            method.maxLocals += 2;
        }
    }

    private static void field(MethodNode method, AbstractInsnNode insn, boolean ofObject, char held, int datum) {
        int copy;
        if (ofObject) {
            copy = isWide(held) ? Opcodes.DUP2_X1 : Opcodes.DUP_X1;
        } else {
            copy = isWide(held) ? Opcodes.DUP2 : Opcodes.DUP;
        }
        method.instructions.insertBefore(insn, new InsnNode(copy));
        InsnList code = new InsnList();
        record(code, held, datum);
        method.instructions.insert(insn, code);
    }

    private static void element(MethodNode method, AbstractInsnNode insn, char held, int datum, int scratch) {
        InsnList before = new InsnList();
        InsnList after = new InsnList();
        if (isWide(held)) {
            // array, index, value -> index, array, index, value
            before.add(new VarInsnNode(held == 'J' ? Opcodes.LSTORE : Opcodes.DSTORE, scratch));
            before.add(new InsnNode(Opcodes.DUP_X1));
            before.add(new VarInsnNode(held == 'J' ? Opcodes.LLOAD : Opcodes.DLOAD, scratch));
            after.add(new VarInsnNode(held == 'J' ? Opcodes.LLOAD : Opcodes.DLOAD, scratch));
        } else {
            // array, index, value -> index, value, array, index, value
            before.add(new InsnNode(Opcodes.DUP2_X1));
        }
        after.add(Bytecode.push(datum));
        after.add(Bytecode.probe("element", "(I" + descriptor(held) + "I)V"));
        method.instructions.insertBefore(insn, before);
        method.instructions.insert(insn, after);
    }

    private static void loadAndRecord(InsnList code, int slot, char held, int datum) {
        code.add(new VarInsnNode(Bytecode.load(descriptor(held)), slot));
        record(code, held, datum);
    }

    private static void record(InsnList code, char held, int datum) {
        code.add(Bytecode.push(datum));
        code.add(Bytecode.probe("datum", "(" + descriptor(held) + "I)V"));
    }

    /** An object that its constructor has not seen yet may be stored, but not handed to anybody. */
    private static boolean storesUninitialized(AbstractInsnNode store) {
        if (store.getOpcode() != Opcodes.ASTORE) {
            return false;
        }
        AbstractInsnNode before = instructionBefore(store);
        boolean duplicated = before != null && before.getOpcode() == Opcodes.DUP;
        AbstractInsnNode origin = duplicated ? instructionBefore(before) : before;
        return origin != null && origin.getOpcode() == Opcodes.NEW;
    }

    private static AbstractInsnNode instructionBefore(AbstractInsnNode insn) {
        AbstractInsnNode before = insn.getPrevious();
        while (before != null && before.getOpcode() < 0) {
            before = before.getPrevious();
        }
        return before;
    }

    private static char held(char sort) {
        return switch (sort) {
            case 'Z', 'B', 'C', 'S' -> 'I';
            default -> sort;
        };
    }

    private static boolean isWide(char held) {
        return held == 'J' || held == 'D';
    }

    private static String descriptor(char held) {
        return held == 'L' ? "Ljava/lang/Object;" : String.valueOf(held);
    }
}
