package dev.oraculum.pipeline;

import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.WorkerPool;
import java.util.List;
import java.util.function.Predicate;

/**
 * The tests on the original program, as far as one method is concerned.
 *
 * @param ranBy what ran them, for a reader
 * @param pool that will run the method's mutants; null: there will be none
 * @param plan place of the method's plan in the set of plans that were recorded
 * @param run of the tests that count for the method
 * @param listed all tests that were run: records refer to places in this list
 * @param records what they left
 */
record OriginalTests(String ranBy, WorkerPool pool, int plan, OriginalRun run, List<TestCase> listed, Committer records) {
    /** Writes one of the two runs into the evidence. */
    interface Committer {
        /**
         * @param wanted tests whose states count
         * @param names of the tests listed
         */
        void commit(Evidence evidence, UnitHeader header, Predicate<TestRun> wanted, List<String> names, String outcome);
    }
}
