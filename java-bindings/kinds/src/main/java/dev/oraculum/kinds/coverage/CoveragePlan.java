package dev.oraculum.kinds.coverage;

import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.Recording;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The goals whose coverage is recorded. Goals are numbered from 0, through the points of one method after the other.
 *
 * @param methods those of the planned classes that have code, but static initializers: in which test they run depends on the tests before
 */
public record CoveragePlan(List<Method> methods) implements Plan {
    static final int MAGIC = 0x4f56_0001;

    public CoveragePlan {
        methods = List.copyOf(methods);
    }

    /**
     * A method or constructor.
     *
     * @param className internal name
     * @param points what there is to reach in it, in the order of the code, lines last; behind these, infections, if the plan has them
     */
    public record Method(String className, String name, String descriptor, List<Point> points) {
        public Method {
            points = List.copyOf(points);
        }

        /** How many goals it has. */
        public int goals() {
            return points.stream().mapToInt(Point::goals).sum();
        }
    }

    /** What there is to reach. The order is part of the format: add at the end. */
    public enum PointKind {
        /** The method is entered. */
        ENTRY,
        /** A conditional jump; its goals: it jumps, it does not. */
        JUMP,
        /** A switch; its goals: the default target, then each other distinct target in the order of the first case that goes there. */
        SWITCH,
        /** A handler of exceptions, finally blocks included. */
        HANDLER,
        /** Code of a source line is executed. */
        LINE,
        /** An ordered comparison, of which a mutant moves the bound; its goal: the operands are equal. */
        BOUNDARY,
        /** An operator that a mutant replaces; its goal: the other one gives something else, or throws. */
        ARITHMETIC,
        /**
         * A value is returned. Its goal: it is not 0, null or empty; of a boolean it has two, that it is true and that it is false.
         */
        RETURNED;

        /** Whether its goals are infections: a mutant of the instruction makes another state there (weak mutation). */
        public boolean infects() {
            return compareTo(BOUNDARY) >= 0;
        }
    }

    /**
     * A place with one or more goals.
     *
     * @param line source line, -1 without line numbers
     * @param goals how many goals it has
     * @param keys of a switch, its cases, ascending
     * @param targets of a switch, by case, which of its goals, from 0
     */
    public record Point(PointKind kind, int line, int goals, List<Integer> keys, List<Integer> targets) {
        public Point {
            keys = List.copyOf(keys);
            targets = List.copyOf(targets);
        }

        Point(PointKind kind, int line) {
            this(kind, line, kind == PointKind.JUMP ? 2 : 1, List.of(), List.of());
        }

        /** Whether it has the same goals; lines may differ. */
        boolean isLike(Point other) {
            return kind == other.kind && goals == other.goals && keys.equals(other.keys) && targets.equals(other.targets);
        }
    }

    /**
     * The plan of all goals of classes that are no infections.
     *
     * @throws IllegalArgumentException if one is no class file of a known version
     */
    public static CoveragePlan of(Collection<byte[]> classFiles) {
        return of(classFiles, false);
    }

    /**
     * The same, of all goals that are no infections, or of all.
     *
     * @throws IllegalArgumentException if one is no class file of a known version
     */
    public static CoveragePlan of(Collection<byte[]> classFiles, boolean infections) {
        List<Method> methods = new ArrayList<>();
        classFiles.forEach(classFile -> CoveragePoints.each(classFile, infections, (method, code, found) -> methods.add(method)));
        return new CoveragePlan(methods);
    }

    /** How many goals there are. */
    public int goals() {
        return methods.stream().mapToInt(Method::goals).sum();
    }

    @Override
    public Recording recording(int place) {
        return new CoverageRecording(this);
    }

    @Override
    public int magic() {
        return MAGIC;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(methods.size());
        for (Method method : methods) {
            out.writeUTF(method.className());
            out.writeUTF(method.name());
            out.writeUTF(method.descriptor());
            out.writeInt(method.points().size());
            for (Point point : method.points()) {
                out.writeByte(point.kind().ordinal());
                out.writeInt(point.line());
                out.writeInt(point.goals());
                out.writeInt(point.keys().size());
                for (int i = 0; i < point.keys().size(); i++) {
                    out.writeInt(point.keys().get(i));
                    out.writeInt(point.targets().get(i));
                }
            }
        }
    }

    static CoveragePlan read(DataInput in) throws IOException {
        List<Method> methods = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) {
            String className = in.readUTF();
            String name = in.readUTF();
            String descriptor = in.readUTF();
            List<Point> points = new ArrayList<>();
            for (int j = in.readInt(); j > 0; j--) {
                PointKind kind = PointKind.values()[in.readByte()];
                int line = in.readInt();
                int goals = in.readInt();
                List<Integer> keys = new ArrayList<>();
                List<Integer> targets = new ArrayList<>();
                for (int k = in.readInt(); k > 0; k--) {
                    keys.add(in.readInt());
                    targets.add(in.readInt());
                }
                points.add(new Point(kind, line, goals, keys, targets));
            }
            methods.add(new Method(className, name, descriptor, points));
        }
        return new CoveragePlan(methods);
    }
}
