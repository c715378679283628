package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.evidence.Schema;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.Improvement;
import dev.oraculum.api.improve.ScoredAssertion;
import dev.oraculum.verification.StateJudge;
import dev.oraculum.verification.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a search found, as far as it compiles.
 *
 * @param improvement the assertion without the clauses that the compiler refuses, judged anew
 * @param leftOut these clauses, each with the compiler's reason
 * @param verification of the best assertion
 */
record VerifiedImprovement(Improvement improvement, List<LeftOut> leftOut, Verification verification) {

    static VerifiedImprovement of(Improvement found, Schema schema, Engine engine, SearchAndVerify.Origin origin, StateJudge judge) {
        Verification verification = verify(found.best().text(), schema, engine, origin, judge);
        if (verification.compilationError() == null) {
            return new VerifiedImprovement(found, List.of(), verification);
        }
        // One after the other: clauses that compile alone may be too much for the compiler together.
        List<LeftOut> leftOut = new ArrayList<>();
        String rest = "true";
        for (Clause clause : found.clauses()) {
            String candidate = rest.equals("true") ? clause.assertion() : rest + " && (" + clause.assertion() + ")";
            String error = Verification.compilationError(engine.check(candidate), schema, origin.className(), origin.classPath());
            if (error == null) {
                rest = rest.equals("true") ? "(" + clause.assertion() + ")" : candidate;
            } else {
                leftOut.add(new LeftOut(clause.assertion(), error));
            }
        }
        return scored(found, rest, leftOut, schema, engine, origin, judge);
    }

    /**
     * The same without some of its clauses, judged and verified anew.
     *
     * @param clauses their places
     */
    VerifiedImprovement without(Set<Integer> clauses, Schema schema, Engine engine, SearchAndVerify.Origin origin, StateJudge judge) {
        List<Clause> all = improvement.clauses();
        String rest = IntStream.range(0, all.size())
                .filter(i -> !clauses.contains(i))
                .mapToObj(i -> "(" + all.get(i).assertion() + ")")
                .collect(Collectors.joining(" && "));
        return scored(improvement, rest.isEmpty() ? "true" : rest, leftOut, schema, engine, origin, judge);
    }

    private static VerifiedImprovement scored(
            Improvement found, String rest, List<LeftOut> leftOut, Schema schema, Engine engine, SearchAndVerify.Origin origin,
            StateJudge judge) {
        ScoredAssertion scored = engine.evaluate(rest);
        // What was given has its figures from before: the evidence may have grown.
        ScoredAssertion initial = engine.evaluate(found.initial().text().assertion());
        boolean better = found.improved() != null
                && (scored.fp() < initial.fp() || scored.fp() == initial.fp() && scored.fn() < initial.fn());
        ScoredAssertion best = better ? scored : initial;
        Improvement improvement = found.withInitial(initial).withImproved(better ? scored : null, engine.clauses(best.text().assertion()));
        return new VerifiedImprovement(improvement, leftOut, verify(best.text(), schema, engine, origin, judge));
    }

    private static Verification verify(AssertionText text, Schema schema, Engine engine, SearchAndVerify.Origin origin, StateJudge judge) {
        return Verification.of(text, schema, engine.evidence(), origin.className(), origin.classPath(), judge);
    }
}
