package dev.oraculum.runtime.flow;

import dev.oraculum.runtime.FlowPlan;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Following labels by a plan, one test at a time: {@code install(plan); for each test { begin(i); run; end(); drain(); }}. */
public final class FlowSession {
    private static FlowPlan plan;
    private static Anomalies anomalies;
    private static Consumer<Throwable> faults = fault -> {};
    private static BooleanSupplier ignored = () -> false;
    private static BooleanSupplier currentIsStray = () -> false;
    private static Predicate<Thread> stray = thread -> false;
    private static boolean drained;

    private FlowSession() {}

    /**
     * Starts following labels by a plan.
     *
     * @param onFault told what went wrong in here
     * @param isIgnored whether an invocation of a planned method on this thread does not count now
     * @param currentStrayed whether this thread belongs to no test
     * @param strayed whether that is so of another one
     */
    public static void install(FlowPlan now, Consumer<Throwable> onFault, BooleanSupplier isIgnored, BooleanSupplier currentStrayed,
            Predicate<Thread> strayed) {
        end();
        Flow.run = null;
        plan = now;
        anomalies = new Anomalies(now);
        faults = onFault;
        ignored = isIgnored;
        currentIsStray = currentStrayed;
        stray = strayed;
    }

    public static void begin(int test) {
        Flow.active = false;
        int sites = plan.sites().stream().mapToInt(site -> site.id() + 1).max().orElse(0);
        FlowRun fresh = new FlowRun(test, anomalies, sites, plan.mostLabels(), Flow.run);
        Flow.run = fresh;
        drained = false;
        Flow.tracking = fresh.hasAnomalies();
        Flow.counting = true;
    }

    /** The test has ended; probes do nothing until the next one begins. */
    public static void end() {
        Flow.active = false;
        Flow.tracking = false;
        Flow.counting = false;
    }

    /** How many invocations of planned methods the test made; -1 if they are not those that the anomalies are of. */
    public static int invocations() {
        return Flow.run == null ? 0 : Flow.run.strayed() < 0 ? Flow.run.invocations() : -1;
    }

    /** What the test's labels cannot be trusted in, or an empty text. */
    public static String problem() {
        if (Flow.run == null) {
            return "";
        }
        String exhausted = Flow.run.labels.isExhausted()
                ? "test " + Flow.run.test + " has more than " + plan.mostLabels() + " sets of anomalies; some stand for all of them" : "";
        return Flow.run.strayed() < 0 ? exhausted : "invocation " + Flow.run.strayed() + " of test " + Flow.run.test
                + " is not that of the run before; anomalies of it are left out";
    }

    /** Takes the records of the test out (docs/formats.md, "Flow records"). */
    public static byte[] drain() {
        FlowRun ended = Flow.run;
        if (ended == null || drained) {
            return new byte[0];
        }
        drained = true;
        ended.finish();
        return ended.records();
    }

    /** Whether an invocation of a planned method on this thread does not count now. */
    static boolean ignores() {
        return ignored.getAsBoolean() || isStray();
    }

    /** Whether this thread belongs to no test. */
    static boolean isStray() {
        return currentIsStray.getAsBoolean();
    }

    static boolean isStray(Thread thread) {
        return stray.test(thread);
    }

    /** @return 0, the label of what is not known */
    static int contain(Throwable fault) {
        if (Flow.run != null) {
            faults.accept(fault);
        }
        return 0;
    }
}
