package dev.oraculum.verification;

import dev.oraculum.api.evidence.Variable;
import dev.oraculum.capture.Sorts;
import dev.oraculum.runtime.states.StateVariable;
import java.util.ArrayList;
import java.util.List;

/** The variables of recorded states, and by which objects the contents among them are replaced that an assertion reads. */
final class RecordedVariables {
    private final Holder[] holders;
    private final List<StateVariable> states = new ArrayList<>();

    /** @param used the variables whose contents an assertion reads */
    RecordedVariables(List<Variable> variables, List<Variable> used) {
        holders = new Holder[variables.size()];
        for (int v = 0; v < holders.length; v++) {
            Variable variable = variables.get(v);
            int own = -1;
            if (variable.type().isContents() && used.contains(variable)) {
                holders[v] = Holder.of(variable);
                own = own(variable, variables);
            }
            boolean elements = variable.type().isContents() && variable.type() != dev.oraculum.api.evidence.ValueType.TEXT;
            char sort = Sorts.of(variable.type());
            char element = elements ? Sorts.of(variable.type().element()) : sort;
            states.add(new StateVariable(variable.name(), sort, element, holders[v] == null ? null : holders[v].held(), own));
        }
    }

    /** The reference that has the contents and the same Java text; -1 for contents of another object, such as a copy. */
    private static int own(Variable contents, List<Variable> variables) {
        for (int r = 0; r < variables.size(); r++) {
            Variable reference = variables.get(r);
            if (reference.name().equals(contents.receiver()) && Variables.java(reference).equals(Variables.java(contents))) {
                return r;
            }
        }
        return -1;
    }

    /** The type as which a reference is read: that of what it holds, if that is in use. */
    String javaType(int reference) {
        for (int v = 0; v < holders.length; v++) {
            if (states.get(v).own() == reference) {
                return holders[v].javaType();
            }
        }
        return "java.lang.Object";
    }

    /** The type of the object that holds contents. */
    String holderType(int contents) {
        return holders[contents].javaType();
    }

    boolean isOwnObject(int variable) {
        return states.get(variable).isOwnObject();
    }

    /** As the judge is told. */
    List<StateVariable> states() {
        return states;
    }
}
