package dev.oraculum.bytecode;

import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.DataPlan.Site;
import dev.oraculum.runtime.DataPlan.SiteKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where the code of a method defines variables: parameters, stores and increments of locals, fields, array elements, returned
 * values. The planner asks it of the original class, the weaver of the class it weaves, and sites of the one are found again in the
 * other by {@link #align}.
 */
public final class DefinitionSites {
    /** Cells of an alignment; where a method would need more, sites are matched by kind, variable and number. */
    private static final long MOST_CELLS = 4_000_000;

    /** A pair of sites counts more than any nearness of lines. */
    private static final int MATCH = 1 << 10;

    private DefinitionSites() {}

    /** A method of a class file. */
    public record MethodKey(String name, String descriptor) {}

    /**
     * A site and its instruction.
     *
     * @param instruction number among the instructions of the method (labels, lines and frames not counted), from 0; of a parameter, its
     *     index
     */
    public record Place(Site site, int instruction) {}

    /** A place with what the weaver needs of it; the node is null for parameters. */
    public record Woven(Site site, AbstractInsnNode node, int instruction, int slot) {}

    /**
     * The sites of every method with code, in the order of the code; data are -1.
     *
     * @throws IllegalArgumentException if it is no class file of a known version
     */
    public static Map<MethodKey, List<Place>> of(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        Map<MethodKey, List<Place>> sites = new LinkedHashMap<>();
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0) {
                sites.put(new MethodKey(method.name, method.desc),
                        of(method).stream().map(woven -> new Place(woven.site(), woven.instruction())).toList());
            }
        }
        return sites;
    }

    public static List<Woven> of(MethodNode method) {
        List<Woven> sites = new ArrayList<>();
        int first = firstLine(method);
        int slot = Bytecode.isStatic(method) ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < types.length; i++) {
            sites.add(new Woven(new Site(SiteKind.PARAMETER, Integer.toString(i), 0, sort(types[i].getDescriptor()), -1), null, i, slot));
            slot += types[i].getSize();
        }
        int line = first;
        int instruction = -1;
        CoverageProbes foreign = CoverageProbes.of(method, slot);
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                line = number.line;
            }
            if (insn.getOpcode() < 0) {
                continue;
            }
            instruction++;
            if (foreign.defines(insn)) {
                continue;
            }
            Site site = site(method, insn, first < 0 ? -1 : line - first, foreign);
            if (site != null) {
                int local = insn instanceof VarInsnNode variable ? variable.var : insn instanceof IincInsnNode increment ? increment.var
                        : -1;
                sites.add(new Woven(site, insn, instruction, local));
            }
        }
        return sites;
    }

    private static int firstLine(MethodNode method) {
        for (AbstractInsnNode insn : method.instructions) {
            if (insn instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return -1;
    }

    private static Site site(MethodNode method, AbstractInsnNode insn, int line, CoverageProbes foreign) {
        int opcode = insn.getOpcode();
        if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            return local(method, insn, ((VarInsnNode) insn).var, SiteKind.STORE, "IJFDL".charAt(opcode - Opcodes.ISTORE), line,
                    foreign);
        }
        if (opcode == Opcodes.IINC) {
            return local(method, insn, ((IincInsnNode) insn).var, SiteKind.INCREMENT, 'I', line, foreign);
        }
        if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
            FieldInsnNode field = (FieldInsnNode) insn;
            SiteKind kind = opcode == Opcodes.PUTFIELD ? SiteKind.FIELD : SiteKind.STATIC_FIELD;
            return new Site(kind, field.owner + "." + field.name, line, sort(field.desc), -1);
        }
        if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            return new Site(SiteKind.ELEMENT, "", line, "IJFDLBCS".charAt(opcode - Opcodes.IASTORE), -1);
        }
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.ARETURN) {
            return new Site(SiteKind.RETURN, "", line, sort(Type.getReturnType(method.desc).getDescriptor()), -1);
        }
        return null;
    }

    private static Site local(MethodNode method, AbstractInsnNode insn, int slot, SiteKind kind, char held, int line,
            CoverageProbes foreign) {
        LocalVariableNode entry = entry(method, insn, slot, foreign);
        if (entry == null) {
            return new Site(kind, "#" + foreign.original(slot), line, held, -1);
        }
        char declared = sort(entry.desc);
        boolean agrees = LocalTypes.sort(Type.getType(entry.desc)) == held;
        return new Site(kind, entry.name, line, agrees ? declared : held, -1);
    }

    /** The entry of the debug table for what a store to a slot defines: its range begins behind the store. */
    private static LocalVariableNode entry(MethodNode method, AbstractInsnNode insn, int slot, CoverageProbes foreign) {
        if (method.localVariables == null) {
            return null;
        }
        int at = method.instructions.indexOf(insn);
        int behind = method.instructions.indexOf(foreign.lastBehind(insn));
        for (LocalVariableNode variable : method.localVariables) {
            if (variable.index == slot && method.instructions.indexOf(variable.start) <= behind + 1
                    && at < method.instructions.indexOf(variable.end)) {
                return variable;
            }
        }
        return null;
    }

    private static char sort(String descriptor) {
        char first = descriptor.charAt(0);
        return first == '[' ? 'L' : first;
    }

    /**
     * Finds the sites of one version of a method in another: the longest common subsequence of sites of the same kind and variable, and of
     * several such the one whose lines, counted from the method's first, agree most. So a definition that a mutant lacks shifts no other,
     * and neither do lines inserted above.
     *
     * @return for each planned site the place of its counterpart in {@code found}, or -1: that version does not have it
     */
    public static int[] align(List<Site> planned, List<Site> found) {
        int n = planned.size();
        int m = found.size();
        int[] places = new int[n];
        int same = 0;
        while (same < Math.min(n, m) && matches(planned.get(same), found.get(same))) {
            places[same] = same;
            same++;
        }
        if (same == n && n == m) {
            return places;
        }
        if ((long) n * m > MOST_CELLS) {
            return byNumber(planned, found);
        }
        int[][] best = new int[n + 1][m + 1];
        for (int i = n - 1; i >= 0; i--) {
            for (int j = m - 1; j >= 0; j--) {
                int skip = Math.max(best[i + 1][j], best[i][j + 1]);
                best[i][j] = matches(planned.get(i), found.get(j))
                        ? Math.max(skip, best[i + 1][j + 1] + weight(planned.get(i), found.get(j))) : skip;
            }
        }
        int i = 0;
        int j = 0;
        while (i < n) {
            if (j < m && matches(planned.get(i), found.get(j)) && best[i][j] == best[i + 1][j + 1] + weight(planned.get(i), found.get(j))) {
                places[i++] = j++;
            } else if (j < m && best[i][j] == best[i][j + 1]) {
                j++;
            } else {
                places[i++] = -1;
            }
        }
        return places;
    }

    private static boolean matches(Site a, Site b) {
        return a.kind() == b.kind() && a.variable().equals(b.variable()) && LocalTypes.sort(type(a)) == LocalTypes.sort(type(b));
    }

    private static Type type(Site site) {
        return Type.getType(site.sort() == 'L' ? "Ljava/lang/Object;" : String.valueOf(site.sort()));
    }

    private static int weight(Site a, Site b) {
        return a.line() == b.line() ? MATCH + 1 : MATCH;
    }

    private static int[] byNumber(List<Site> planned, List<Site> found) {
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        for (int j = 0; j < found.size(); j++) {
            places.computeIfAbsent(found.get(j).kind() + found.get(j).variable(), key -> new ArrayList<>()).add(j);
        }
        Map<String, Integer> seen = new LinkedHashMap<>();
        int[] result = new int[planned.size()];
        for (int i = 0; i < result.length; i++) {
            String key = planned.get(i).kind() + planned.get(i).variable();
            List<Integer> same = places.getOrDefault(key, List.of());
            int number = seen.merge(key, 1, Integer::sum) - 1;
            result[i] = number < same.size() ? same.get(number) : -1;
        }
        return result;
    }
}
