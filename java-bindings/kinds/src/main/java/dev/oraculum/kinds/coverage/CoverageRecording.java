package dev.oraculum.kinds.coverage;

import dev.oraculum.kinds.coverage.CoveragePlan.Point;
import dev.oraculum.kinds.coverage.CoveragePlan.PointKind;
import dev.oraculum.runtime.Coverage;
import dev.oraculum.runtime.Recording;
import java.util.ArrayList;
import java.util.List;

/** Records coverage, one record a test. */
final class CoverageRecording implements Recording {
    private final int goals;
    private final Coverage.Switch[] switches;
    private int test;
    /** Of the test that runs or has just ended; null: drained. */
    private long[] distances;

    CoverageRecording(CoveragePlan plan) {
        List<Coverage.Switch> found = new ArrayList<>();
        int goal = 0;
        for (CoveragePlan.Method method : plan.methods()) {
            for (Point point : method.points()) {
                if (point.kind() == PointKind.SWITCH) {
                    found.add(new Coverage.Switch(goal, point.goals(), ints(point.keys()), ints(point.targets())));
                }
                goal += point.goals();
            }
        }
        goals = goal;
        switches = found.toArray(Coverage.Switch[]::new);
    }

    private static int[] ints(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public synchronized void begin(int testIndex) {
        test = testIndex;
        distances = Coverage.begin(goals, switches);
    }

    @Override
    public void end() {
        Coverage.end();
    }

    /** 1 if any goal was reached. */
    @Override
    public synchronized int invocations() {
        if (distances != null) {
            for (long distance : distances) {
                if (distance == 0) {
                    return 1;
                }
            }
        }
        return 0;
    }

    @Override
    public synchronized byte[] drain() {
        boolean any = invocations() > 0;
        byte[] record = any ? CoverageRecord.write(test, distances) : new byte[0];
        distances = null;
        return record;
    }
}
