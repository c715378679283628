package dev.oraculum.kinds.flow;

import static dev.oraculum.kinds.flow.FlowWeaving.probe;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.runtime.FlowPlan.Form;
import dev.oraculum.runtime.FlowPlan.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The assertions of one method: which instruction is one, and which try blocks end in one. */
final class FlowSites {
    private final FlowMethod method;
    private final Map<AbstractInsnNode, Site> calls = new HashMap<>();
    /** By first instruction of the handler. */
    private final Map<AbstractInsnNode, Tried> handlers = new LinkedHashMap<>();

    /**
     * A try block whose exception is asserted.
     *
     * @param slot of the label of what its calls have used
     */
    record Tried(Site site, int slot, List<TryCatchBlockNode> blocks) {
        private boolean contains(MethodNode method, AbstractInsnNode insn) {
            int at = method.instructions.indexOf(insn);
            return blocks.stream().anyMatch(block -> method.instructions.indexOf(block.start) <= at
                    && at < method.instructions.indexOf(block.end));
        }
    }

    FlowSites(FlowMethod method, Map<Integer, Site> sites, int firstSlot) {
        this.method = method;
        if (sites.isEmpty()) {
            return;
        }
        int number = 0;
        for (AbstractInsnNode insn : method.method.instructions) {
            if (insn.getOpcode() >= 0) {
                Site site = sites.get(number++);
                if (site != null && site.form() == Form.CATCH) {
                    handlers.put(insn, new Tried(site, firstSlot + handlers.size(), blocks(method.method, insn)));
                } else if (site != null) {
                    calls.put(insn, site);
                }
            }
        }
    }

    private static List<TryCatchBlockNode> blocks(MethodNode method, AbstractInsnNode handler) {
        List<TryCatchBlockNode> blocks = new ArrayList<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            AbstractInsnNode first = block.handler;
            while (first != null && first.getOpcode() < 0) {
                first = first.getNext();
            }
            if (first == handler) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    /** How many slots it takes. */
    int slots() {
        return handlers.size();
    }

    /** The assertion that a call is, or null. */
    Site call(AbstractInsnNode insn) {
        return calls.get(insn);
    }

    /** The asserted try blocks that an instruction is in. */
    List<Tried> around(AbstractInsnNode insn) {
        if (handlers.isEmpty()) {
            return List.of();
        }
        return handlers.values().stream().filter(tried -> tried.contains(method.method, insn)).toList();
    }

    /** Weaves what is to happen before an instruction: the asserted exception has come, or it has not. */
    void before(AbstractInsnNode insn) {
        Tried caught = handlers.get(insn);
        if (caught != null) {
            record(caught, "caught");
            ShadowStack.move(ShadowStack.NONE, slot(caught), method.before);
        }
        if (insn instanceof MethodInsnNode call && call.getOpcode() == Opcodes.INVOKESTATIC && call.name.equals("fail")) {
            for (Tried tried : around(insn)) {
                record(tried, "failed");
            }
        }
    }

    private void record(Tried tried, String probe) {
        InsnList code = method.before;
        code.add(new VarInsnNode(Opcodes.ILOAD, slot(tried)));
        code.add(Bytecode.push(tried.site().id()));
        code.add(probe(probe, "(II)V"));
    }

    /** The slot of what a try block has used. */
    int slot(Tried tried) {
        method.assigned.add(tried.slot());
        return tried.slot();
    }
}
