package dev.oraculum.evaluation.specifications;

import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.evidence.ValueType;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.capture.CapturePlanner;
import dev.oraculum.capture.CaptureSettings;
import dev.oraculum.capture.PlannedCapture;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.program.EnginePurity;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.Moment;
import dev.oraculum.runtime.StatePlan.RootKind;
import dev.oraculum.runtime.StatePlan.Step;
import dev.oraculum.runtime.StatePlan.StepKind;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * The variables that assertions are judged over: those that {@code improve} has, and the fields of the subjects' other objects two levels
 * deep, so that a specification may speak of them whether or not they are recorded.
 *
 * @param plan variable i of it is variable i of the schema
 */
record JudgedState(StatePlan plan, Schema schema) {
    private static final int STEPS = 3;

    /** @param classes the subjects' classes as they are */
    static JudgedState of(ClassPath classPath, String method, SubjectClasses classes) {
        PlannedCapture capture = CapturePlanner.plan(
                classPath, MethodReference.parse(method).resolve(classPath), CaptureSettings.DEFAULT, new EnginePurity());
        List<StatePlan.Variable> planned = new ArrayList<>(capture.plan().variables());
        List<Variable> variables = new ArrayList<>(capture.schema().variables());
        Set<String> names = new HashSet<>();
        variables.forEach(variable -> names.add(variable.name()));
        for (int i = 0; i < planned.size(); i++) {
            StatePlan.Variable holder = planned.get(i);
            boolean isReceiver = root(capture.plan(), holder).kind() == RootKind.THIS && holder.steps().isEmpty();
            boolean hasRoom = holder.steps().size() < STEPS && planned.size() < CaptureSettings.DEFAULT.maxVariables();
            if (holder.sort() == 'L' && !isReceiver && hasRoom) {
                Type type = type(capture.plan(), holder);
                if (type.getSort() == Type.ARRAY) {
                    addArray(holder, type, names, planned, variables);
                } else if (type.getClassName().startsWith(classes.packageName() + ".")) {
                    String name = type.getClassName().substring(classes.packageName().length() + 1);
                    addFields(holder, classes.subject(name), names, planned, variables);
                }
            }
        }
        return new JudgedState(with(capture.plan(), planned), new Schema(capture.schema().method(), variables));
    }

    private static StatePlan.Root root(StatePlan plan, StatePlan.Variable variable) {
        return (variable.moment() == Moment.ENTRY ? plan.entryRoots() : plan.exitRoots()).get(variable.root());
    }

    private static Type type(StatePlan plan, StatePlan.Variable variable) {
        if (variable.steps().isEmpty()) {
            return Type.getType(root(plan, variable).descriptor());
        }
        Step last = variable.steps().get(variable.steps().size() - 1);
        return last.kind() == StepKind.METHOD ? Type.getReturnType(last.descriptor()) : Type.getType(last.descriptor());
    }

    private static void addFields(
            StatePlan.Variable holder, Class<?> type, Set<String> names, List<StatePlan.Variable> planned, List<Variable> variables) {
        if (type.isEnum()) {
            return;
        }
        for (Field field : type.getDeclaredFields()) {
            String name = holder.name() + "." + field.getName();
            if (!Modifier.isStatic(field.getModifiers()) && names.add(name)) {
                Class<?> of = field.getType();
                char sort = of.isPrimitive() ? of.descriptorString().charAt(0) : 'L';
                Step step = Step.field(type.getName().replace('.', '/'), field.getName(), of.descriptorString());
                planned.add(new StatePlan.Variable(name, sort, holder.moment(), holder.root(), append(holder.steps(), step)));
                ValueType value = of.isPrimitive() ? ValueType.of(of.getName()) : ValueType.REFERENCE;
                variables.add(new Variable(name, value, holder.name(), java(name), null, null));
            }
        }
    }

    private static void addArray(
            StatePlan.Variable holder, Type type, Set<String> names, List<StatePlan.Variable> planned, List<Variable> variables) {
        String length = holder.name() + ".length";
        if (names.add(length)) {
            planned.add(new StatePlan.Variable(length, 'I', holder.moment(), holder.root(), append(holder.steps(), Step.length())));
            variables.add(new Variable(length, ValueType.INT, holder.name(), java(length), null, null));
        }
        String name = holder.name() + "[*]";
        if (names.add(name)) {
            boolean isPrimitive = type.getElementType().getSort() < Type.ARRAY && type.getDimensions() == 1;
            char element = isPrimitive ? type.getElementType().getDescriptor().charAt(0) : 'L';
            ValueType of = isPrimitive ? ValueType.of(type.getElementType().getClassName()) : ValueType.REFERENCE;
            Step step = Step.contents(StepKind.ELEMENTS, element);
            planned.add(new StatePlan.Variable(name, '[', holder.moment(), holder.root(), append(holder.steps(), step)));
            variables.add(new Variable(name, ValueType.sequence(of), holder.name(), java(name), null, null));
        }
    }

    /** An identifier that no variable of {@code improve} has; null: the name is the text. */
    private static String java(String name) {
        return name.startsWith("old_") ? "judged_" + name.replaceAll("[^A-Za-z0-9_]", "_") : null;
    }

    private static List<Step> append(List<Step> steps, Step last) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(last);
        return longer;
    }

    /** The same without some variables, and what is read from them. */
    JudgedState without(Set<String> unreadable) {
        List<StatePlan.Variable> planned = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        Set<String> gone = new HashSet<>(unreadable);
        for (int i = 0; i < plan.variables().size(); i++) {
            Variable variable = schema.variables().get(i);
            if (gone.contains(variable.name()) || variable.receiver() != null && gone.contains(variable.receiver())) {
                gone.add(variable.name());
            } else {
                planned.add(plan.variables().get(i));
                variables.add(variable);
            }
        }
        return new JudgedState(with(plan, planned), new Schema(schema.method(), variables));
    }

    private static StatePlan with(StatePlan plan, List<StatePlan.Variable> variables) {
        return new StatePlan(plan.className(), plan.methodName(), plan.descriptor(), plan.returnInstructions(), plan.exits(),
                plan.entryRoots(), plan.exitRoots(), variables, plan.limits());
    }

    /** Place of a variable; -1: there is none of that name. */
    int place(String name) {
        for (int i = 0; i < schema.variables().size(); i++) {
            if (schema.variables().get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }
}
