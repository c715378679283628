package dev.oraculum.generation.carving;

import java.util.ArrayList;
import java.util.List;

/** Leaves out of a sequence what its test does not need of its fixtures, and constants that nothing uses. */
final class Pruning {
    private Pruning() {}

    /**
     * The statements that are left, with the places of what they use.
     *
     * @param body the first statement that is the test's own
     */
    static List<Statement> prune(List<Statement> statements, int body) {
        boolean[] kept = new boolean[statements.size()];
        for (int i = body; i < kept.length; i++) {
            kept[i] = !isConstant(statements.get(i));
        }
        boolean more = true;
        while (more) {
            more = false;
            for (int i = kept.length - 1; i >= 0; i--) {
                Statement statement = statements.get(i);
                if (!kept[i] && touches(statement, statements, kept)) {
                    kept[i] = true;
                    more = true;
                }
                for (int used : kept[i] ? statement.uses() : List.<Integer>of()) {
                    more |= !kept[used];
                    kept[used] = true;
                }
            }
        }
        List<Statement> left = new ArrayList<>();
        int[] places = new int[kept.length];
        for (int i = 0; i < kept.length; i++) {
            places[i] = left.size();
            if (kept[i]) {
                left.add(statements.get(i).with(statements.get(i).uses().stream().map(used -> places[used]).toList()));
            }
        }
        return left;
    }

    /** Whether it may change something that is kept: an object in it, or a state that all share. */
    private static boolean touches(Statement statement, List<Statement> statements, boolean[] kept) {
        boolean isAct = statement.type().equals("V") || statement.changes() != null;
        if (!isAct) {
            return false;
        }
        boolean shared = statement.type().equals("V") && statement.changes() == null;
        return shared || statement.uses().stream().anyMatch(used -> kept[used] && !isConstant(statements.get(used)));
    }

    private static boolean isConstant(Statement statement) {
        return statement instanceof Statement.Whole
                || statement instanceof Statement.Real
                || statement instanceof Statement.Text
                || statement instanceof Statement.ClassObject
                || statement instanceof Statement.Null;
    }
}
