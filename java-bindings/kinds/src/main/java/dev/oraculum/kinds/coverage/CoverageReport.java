package dev.oraculum.kinds.coverage;

import dev.oraculum.kinds.coverage.CoveragePlan.Point;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** What tests together reached, by class and source line. */
public final class CoverageReport {
    private final CoveragePlan plan;
    /** By goal, the least of all tests. */
    private final double[] distances;

    /** @param records those of the plan, of the tests that count */
    public CoverageReport(CoveragePlan plan, Collection<CoverageRecord> records) {
        this.plan = plan;
        distances = new double[plan.goals()];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        for (CoverageRecord record : records) {
            for (int i = 0; i < distances.length; i++) {
                distances[i] = Math.min(distances[i], record.distances()[i]);
            }
        }
    }

    /** By goal, how far the nearest test was from it: 0 reached. */
    public double[] distances() {
        return distances.clone();
    }

    /**
     * A source line.
     *
     * @param reached whether any of its code was executed
     * @param branches outcomes of the conditional jumps and switches in it
     * @param branchesReached how many of them some test had
     */
    public record Line(boolean reached, int branches, int branchesReached) {
        private Line and(Line other) {
            return new Line(reached || other.reached, branches + other.branches, branchesReached + other.branchesReached);
        }
    }

    /** The lines of a class, by internal name; empty if it was compiled without line numbers. */
    public Map<Integer, Line> lines(String className) {
        Map<Integer, Line> lines = new TreeMap<>();
        int goal = 0;
        for (CoveragePlan.Method method : plan.methods()) {
            for (Point point : method.points()) {
                int first = goal;
                goal += point.goals();
                boolean branches = point.kind() == PointKind.JUMP || point.kind() == PointKind.SWITCH;
                if (method.className().equals(className) && point.line() >= 0 && (branches || point.kind() == PointKind.LINE)) {
                    int reached = (int) Arrays.stream(distances, first, goal).filter(distance -> distance == 0).count();
                    Line line = branches ? new Line(false, point.goals(), reached) : new Line(reached > 0, 0, 0);
                    lines.merge(point.line(), line, Line::and);
                }
            }
        }
        return lines;
    }
}
