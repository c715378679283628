package dev.oraculum.generation;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.TypeFacts.Block;
import dev.oraculum.generation.TypeFacts.Member;
import dev.oraculum.generation.TypeFacts.MethodGoals;
import dev.oraculum.generation.TypeFacts.Place;
import dev.oraculum.generation.TypeFacts.Point;
import dev.oraculum.generation.TypeFacts.PointKind;
import dev.oraculum.generation.TypeFacts.Type;
import dev.oraculum.kinds.coverage.CoverageFlow;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.program.OperationPlaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.objectweb.asm.ClassReader;

/** The goals of a class under test: those of a coverage plan, with the blocks of their methods. */
final class Goals {
    private Goals() {}

    /** Internal names of a class and of those nested in it, which its goals are of: itself first, the others by name. */
    static List<String> classes(ClassPath classPath, String target) {
        List<String> classes = new ArrayList<>(List.of(target));
        // From '$' to the character after it: names that begin so stand together.
        classes.addAll(classPath.projectClasses().subSet(target + '$', target + '%'));
        return classes;
    }

    static List<byte[]> classFiles(ClassPath classPath, String target) {
        List<byte[]> files = new ArrayList<>();
        for (String name : classes(classPath, target)) {
            byte[] file = classPath.find(name).orElse(null);
            if (file == null && name.equals(target)) {
                String fault = classPath.unreadable().get(target);
                throw new IllegalArgumentException("class " + target.replace('/', '.')
                        + (fault == null ? " is not on the class path" : ": " + fault));
            }
            // One of those nested in it that cannot be read is as good as missing.
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }

    /**
     * @param types of the facts, in their order
     * @param infections whether those of weak mutation are among them
     */
    static List<MethodGoals> of(List<byte[]> classFiles, List<Type> types, Declarations declarations, boolean infections) {
        Map<String, Place> places = new HashMap<>();
        for (int type = 0; type < types.size(); type++) {
            List<Member> members = types.get(type).members();
            for (int member = 0; member < members.size(); member++) {
                places.put(key(types.get(type).name(), members.get(member).name(), members.get(member).descriptor()),
                        new Place(type, member));
            }
        }
        List<MethodGoals> all = new ArrayList<>();
        Map<String, OperationPlaces> operations = new HashMap<>();
        classFiles.forEach(file -> operations.put(new ClassReader(file).getClassName(), OperationPlaces.of(file)));
        List<CoverageFlow> flows = CoverageFlow.of(classFiles, infections);
        List<GoalCalls.Method> methods = flows.stream().map(CoverageFlow::method)
                .map(method -> new GoalCalls.Method(method.className(), method.name(), method.descriptor())).toList();
        List<List<Integer>> calls = new GoalCalls(classFiles, declarations::supertypes).among(methods);
        Map<String, List<Integer>> above = new HashMap<>();
        for (CoverageFlow flow : flows) {
            CoveragePlan.Method method = flow.method();
            List<Point> points = new ArrayList<>();
            // Points and operations are both in the order of the code.
            Iterator<Integer> branches = operations.get(method.className()).branches(method.name(), method.descriptor()).iterator();
            List<Integer> blockOfPoint = flow.blockOfPoint();
            for (int i = 0; i < method.points().size(); i++) {
                CoveragePlan.Point point = method.points().get(i);
                PointKind kind = PointKind.valueOf(point.kind().name());
                Integer operation = kind == PointKind.JUMP || kind == PointKind.SWITCH ? branches.next() : null;
                points.add(new Point(kind, blockOfPoint.get(i), point.line(), point.goals(), operation));
            }
            List<Block> blocks = flow.blocks().stream().map(block -> new Block(block.next(), block.handlers())).toList();
            Place member = places.get(key(method.className(), method.name(), method.descriptor()));
            List<Integer> is = above.computeIfAbsent(method.className(), name -> above(name, types, declarations));
            all.add(new MethodGoals(
                    method.className(), method.name(), method.descriptor(), member, is, calls.get(all.size()), blocks, points));
        }
        return all;
    }

    /** The places of a class, where it is among the types, and of those above it that are, without {@code Object}. */
    private static List<Integer> above(String name, List<Type> types, Declarations declarations) {
        Set<String> above = new HashSet<>(declarations.supertypes(name));
        above.add(name);
        above.remove("java/lang/Object");
        return IntStream.range(0, types.size()).filter(place -> above.contains(types.get(place).name())).boxed().toList();
    }

    private static String key(String className, String name, String descriptor) {
        return className + '.' + name + descriptor;
    }
}
