package dev.oraculum.evaluation.specifications;

import dev.oraculum.evaluation.specifications.Specification.OfClass;
import dev.oraculum.evaluation.specifications.Specification.OfMethod;
import dev.oraculum.runtime.StatePlan;
import dev.oraculum.runtime.StatePlan.RootKind;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Type;

/** All small calls of a method: every object of the class with every combination of arguments. */
final class SmallCalls {
    private final SubjectClasses woven;
    private final StatePlan plan;
    private final String className;
    private final Method method;
    private final List<Call> calls = new ArrayList<>();

    /**
     * A call as a recipe.
     *
     * @param receiver null: the method is static
     */
    record Call(Value receiver, List<Value> arguments, String name) {
        /** For a reader. */
        String text() {
            String call = name + SmallObjects.text(arguments);
            return receiver == null ? call : receiver.text() + "; " + call;
        }
    }

    /** A call's receiver and arguments, new each time. */
    record Made(Object receiver, Object[] arguments) {
        List<Object> all() {
            List<Object> all = new ArrayList<>(Arrays.asList(arguments));
            all.add(receiver);
            return all;
        }
    }

    /**
     * @param plain the subjects' classes as they are
     * @param woven with the method of the plan woven
     */
    SmallCalls(SubjectClasses plain, SubjectClasses woven, SmallObjects objects, OfClass of, OfMethod ofMethod, StatePlan plan) {
        this.woven = woven;
        this.plan = plan;
        this.className = of.name();
        this.method = Arrays.stream(plain.subject(of.name()).getDeclaredMethods())
                .filter(m -> m.getName().equals(plan.methodName()) && Type.getMethodDescriptor(m).equals(plan.descriptor()))
                .findFirst().orElseThrow(() -> new IllegalStateException("the plan is of another class"));
        List<List<Value>> rows = objects.combinator().combinations(method.getGenericParameterTypes(), ofMethod.calls());
        List<Value> receivers = new ArrayList<>();
        if (Modifier.isStatic(method.getModifiers())) {
            receivers.add(null);
        } else {
            receivers.addAll(objects.values(of.name()));
        }
        for (Value receiver : receivers) {
            rows.forEach(row -> calls.add(new Call(receiver, row, method.getName())));
        }
    }

    List<Call> all() {
        return calls;
    }

    Made make(Call call) {
        Object receiver = call.receiver() == null ? null : call.receiver().make(woven);
        return new Made(receiver, SmallObjects.arguments(call.arguments(), woven));
    }

    /**
     * Runs the method.
     *
     * @return what it handed over at its exit
     * @throws SmallObjects.Refused it ended with an exception
     */
    RootValues run(Made made) {
        CallProbes.forget();
        SmallObjects.invoke(made.receiver(), woven.subject(className), woven, method, made.arguments());
        RootValues values = CallProbes.last();
        if (values == null || values.exitOrdinal() < 0) {
            throw new IllegalStateException(className + "." + method.getName() + " returned and handed nothing over");
        }
        return values;
    }

    /** The entry's values of a call, as woven code hands them over. */
    Object[] entry(Made made) {
        return plan.entryRoots().stream().map(root -> given(root, made)).toArray();
    }

    /** What a root of the receiver or of a parameter holds before the method runs. */
    Object given(StatePlan.Root root, Made made) {
        if (root.kind() == RootKind.THIS) {
            return made.receiver();
        }
        int slot = Modifier.isStatic(method.getModifiers()) ? 0 : 1;
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (slot == root.slot()) {
                return made.arguments()[i];
            }
            slot += Type.getType(method.getParameterTypes()[i]).getSize();
        }
        throw new IllegalArgumentException("no parameter in slot " + root.slot() + " of " + method);
    }
}
