package dev.oraculum.kinds.coverage;

import dev.oraculum.bytecode.Bytecode;
import dev.oraculum.kinds.coverage.CoveragePlan.Point;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** Finds the points of a method. The planner asks it of the original class, the weaver of the class that it weaves. */
final class CoveragePoints {
    /**
     * A point and where its probes go.
     *
     * @param instructions those before which it is reached; empty for the entry
     */
    record Found(Point point, List<AbstractInsnNode> instructions) {}

    private CoveragePoints() {}

    /** Takes a method of a plan, its code, and its points with their places in that code. */
    interface MethodVisitor {
        void visit(CoveragePlan.Method method, MethodNode code, List<Found> found);
    }

    /** Visits the methods that count of a class, in the order of the class file. */
    static void each(byte[] classFile, boolean infections, MethodVisitor visitor) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        for (MethodNode method : node.methods) {
            if (counts(method)) {
                List<Found> found = find(method);
                if (infections) {
                    found.addAll(InfectionPoints.find(method));
                }
                List<Point> points = found.stream().map(Found::point).toList();
                visitor.visit(new CoveragePlan.Method(node.name, method.name, method.desc, points), method, found);
            }
        }
    }

    /** Not what a compiler made alone, but for bodies of lambdas. */
    private static boolean counts(MethodNode method) {
        boolean synthetic = (method.access & Opcodes.ACC_SYNTHETIC) != 0 && !method.name.startsWith("lambda$");
        return method.instructions.size() > 0 && !synthetic && !method.name.equals("<clinit>") && !Bytecode.hasSubroutines(method);
    }

    /** Those that are no infections. */
    static List<Found> find(MethodNode method) {
        Set<LabelNode> handlers = new HashSet<>();
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            handlers.add(block.handler);
        }
        Set<LabelNode> targets = targets(method);
        targets.addAll(handlers);
        List<Found> found = new ArrayList<>();
        Map<Integer, List<AbstractInsnNode>> lines = new LinkedHashMap<>();
        int line = -1;
        // Whether the next instruction may be the first of its line to be executed, and whether a handler begins with it.
        boolean fresh = true;
        boolean handler = false;
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                line = number.line;
                fresh = true;
            } else if (insn instanceof LabelNode label) {
                fresh |= targets.contains(label);
                handler |= handlers.contains(label);
            } else if (insn.getOpcode() >= 0) {
                if (handler) {
                    found.add(new Found(new Point(PointKind.HANDLER, line), List.of(insn)));
                }
                if (fresh && line >= 0) {
                    lines.computeIfAbsent(line, key -> new ArrayList<>()).add(insn);
                }
                fresh = false;
                handler = false;
                Point point = branch(insn, line);
                if (point != null) {
                    found.add(new Found(point, List.of(insn)));
                }
            }
        }
        found.add(0, new Found(new Point(PointKind.ENTRY, first(method)), List.of()));
        lines.forEach((number, places) -> found.add(new Found(new Point(PointKind.LINE, number), places)));
        return found;
    }

    private static int first(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return -1;
    }

    private static Set<LabelNode> targets(MethodNode method) {
        Set<LabelNode> targets = new HashSet<>();
        for (AbstractInsnNode insn : method.instructions) {
            targets.addAll(Bytecode.jumpTargets(insn));
        }
        return targets;
    }

    /** The point of an instruction that branches, or null. */
    private static Point branch(AbstractInsnNode insn, int line) {
        if (insn instanceof JumpInsnNode jump) {
            boolean conditional = jump.getOpcode() != Opcodes.GOTO && jump.getOpcode() != Opcodes.JSR;
            return conditional ? new Point(PointKind.JUMP, line) : null;
        }
        Map<Integer, LabelNode> cases = new TreeMap<>();
        LabelNode other;
        if (insn instanceof TableSwitchInsnNode table) {
            other = table.dflt;
            for (int i = 0; i < table.labels.size(); i++) {
                cases.put(table.min + i, table.labels.get(i));
            }
        } else if (insn instanceof LookupSwitchInsnNode lookup) {
            other = lookup.dflt;
            for (int i = 0; i < lookup.labels.size(); i++) {
                cases.put(lookup.keys.get(i), lookup.labels.get(i));
            }
        } else {
            return null;
        }
        Map<LabelNode, Integer> goals = new LinkedHashMap<>();
        goals.put(other, 0);
        cases.values().forEach(label -> goals.putIfAbsent(label, goals.size()));
        List<Integer> chosen = cases.values().stream().map(goals::get).toList();
        return new Point(PointKind.SWITCH, line, goals.size(), List.copyOf(cases.keySet()), chosen);
    }
}
