package oracles;

import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.Branch;
import dev.oraculum.spi.GeneratedAssertion;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.OracleData;
import dev.oraculum.spi.PathAttempt;
import dev.oraculum.spi.PathClause;
import dev.oraculum.spi.PathCondition;
import dev.oraculum.spi.PathSelector;
import dev.oraculum.spi.PointInvocation;
import dev.oraculum.spi.PointMethod;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.ProgramPoint;
import dev.oraculum.spi.SeedTemplate;
import dev.oraculum.spi.SeedTemplates;
import dev.oraculum.spi.SelectedDatum;
import dev.oraculum.spi.SuspicionRanker;
import dev.oraculum.spi.SuspiciousAssertion;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A test generator for one method, {@code Account.withdraw}, that asks Oraculum for everything it has: which objects a branch needs, which
 * path to try next, what to assert on, a better assertion, and which of its assertions are probably wrong. What it does itself, it does as
 * simply as can be.
 */
public final class Generator {
    /** A test: an account of that balance, which has refused so often, and what is withdrawn. */
    private record Test(String name, int balance, int refusals, int amount) {
        Account account() {
            Account account = new Account(balance);
            for (int i = 0; i < refusals; i++) {
                account.withdraw(0);
            }
            return account;
        }
    }

    private static final String METHOD = "oracles.Account#withdraw(int)";
    private final List<Path> classPath;
    private final Random random;
    private final List<Test> tests = new ArrayList<>();

    private Generator(List<Path> classPath, long seed) {
        this.classPath = classPath;
        this.random = new Random(seed);
    }

    /** @param arguments the seed */
    public static void main(String[] arguments) throws URISyntaxException {
        long seed = arguments.length == 1 ? Long.parseLong(arguments[0]) : 1;
        Path classes = Path.of(Account.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Generator generator = new Generator(List.of(classes), seed);
        generator.objects();
        generator.paths(seed);
        generator.data();
        generator.assertion(seed);
        generator.suspicious();
    }

    /** Seed templates: how to build what a branch looks at. */
    private void objects() {
        try (SeedTemplates templates = SeedTemplates.on(classPath)) {
            List<Branch> branches = templates.branches("oracles.Account", "withdraw");
            Branch last = branches.get(branches.size() - 1);
            SeedTemplate template = templates.forBranch(last, 1);
            System.out.println("what line " + last.line() + " needs");
            templates.java(template, Map.of()).forEach(line -> System.out.println("  " + line));
        }
    }

    /** Path selection: which alternative of an executed path to try next. */
    private void paths(long seed) {
        try (PathSelector<Test> selector = PathSelector.open(seed)) {
            Test first = add(100, 0, 5);
            selector.executed(new PathCondition(path(first)));
            offer(selector, first, 0);
            Optional<PathAttempt<Test>> next;
            while ((next = selector.poll()).isPresent()) {
                attempt(selector, next.get());
            }
        }
        System.out.println("\ntests for paths");
        tests.forEach(test -> System.out.println(
                "  " + test.name() + ": new Account(" + test.balance() + ").withdraw(" + test.amount() + ")"));
        // Small values meet more often, large ones do not: half of each.
        for (int i = 0; i < 200; i++) {
            int most = i % 2 == 0 ? 5 : 200;
            int balance = random.nextInt(most);
            add(balance, random.nextInt(4), i % 5 == 0 ? balance : random.nextInt(2 * most) - most / 2);
        }
    }

    /** The alternatives of a test's path from a clause on: what is before the clause, and the clause the other way. */
    private static void offer(PathSelector<Test> selector, Test test, int from) {
        List<PathClause> path = path(test);
        for (int i = from; i < path.size(); i++) {
            PathClause.Text last = (PathClause.Text) path.get(i);
            List<PathClause> alternative = new ArrayList<>(path.subList(0, i));
            alternative.add(new PathClause.Text(last.text(), !last.holds()));
            selector.offer(new PathCondition(alternative), test);
        }
    }

    /** A generator with a solver would ask it; this one tries at random. */
    private void attempt(PathSelector<Test> selector, PathAttempt<Test> attempt) {
        List<PathClause> wanted = attempt.condition().clauses();
        for (int i = 0; i < 50; i++) {
            Test test = new Test("", random.nextInt(200), 0, random.nextInt(400) - 200);
            List<PathClause> path = path(test);
            if (path.size() >= wanted.size() && path.subList(0, wanted.size()).equals(wanted)) {
                add(test.balance(), test.refusals(), test.amount());
                selector.solved(attempt, new PathCondition(path));
                offer(selector, test, wanted.size());
                return;
            }
        }
        selector.failed(attempt);
    }

    private Test add(int balance, int refusals, int amount) {
        Test test = new Test("test" + tests.size(), balance, refusals, amount);
        tests.add(test);
        return test;
    }

    /** The conditions that an execution decides, in their order. */
    private static List<PathClause> path(Test test) {
        boolean nothing = test.amount() <= 0;
        PathClause first = new PathClause.Text("amount <= 0", nothing);
        return nothing ? List.of(first)
                : List.of(first, new PathClause.Text("amount > this.balance", test.amount() > test.balance()));
    }

    /** Oracle data: what to assert on. */
    private void data() {
        System.out.println("\nworth asserting on");
        for (SelectedDatum datum : OracleData.on(classPath, Map.of("count", "3")).select(List.of("oracles.Account"))) {
            System.out.printf("  %s, %.2f%n", datum.place(), datum.capability());
        }
    }

    /** A better assertion, by what the method does and what mutants of it do. */
    private void assertion(long seed) {
        ProgramPoint point = new ProgramPoint(METHOD, List.of(
                PointVariable.of("amount", "int"), PointVariable.of("result", "boolean"), PointVariable.of("this.balance", "int"),
                PointVariable.of("this.refusals", "int"), PointVariable.onEntry("old_this.balance", "int", "this.balance"),
                PointVariable.onEntry("old_this.refusals", "int", "this.refusals")), List.of(0));
        try (AssertionEngine engine = AssertionEngine.open(point)) {
            for (Test test : tests) {
                engine.correct(test.name(), state(Versions.ORIGINAL, test));
                Versions.mutants().forEach((name, mutant) -> engine.incorrect(name, test.name(), state(mutant, test)));
            }
            ImprovedAssertion found = engine.improve(null, seed, Duration.ofMinutes(1));
            System.out.println("\nbefore withdraw returns");
            found.best().entryDeclarations().forEach(line -> System.out.println("  at its start: " + line));
            found.clauses().forEach(clause -> System.out.println(
                    "  assert " + clause.assertion() + " (mutants: " + clause.mutants() + ")"));
            System.out.println("  mutants " + found.best().detected().size() + " of " + Versions.mutants().size());
        }
    }

    private static List<Object> state(Versions.Withdraw version, Test test) {
        Account account = test.account();
        boolean result = version.on(account, test.amount());
        return List.of(test.amount(), result, account.balance, account.refusals, test.balance(), test.refusals());
    }

    /** Suspicious assertions: of tests that were generated for a version that nobody knows to be wrong. */
    private void suspicious() {
        PointMethod method = new PointMethod("oracles.Account", "withdraw", "(I)Z", List.of(
                PointVariable.onEntry("old_amount", "int", "amount"), PointVariable.onEntry("old_this.balance", "int", "this.balance"),
                PointVariable.of("this.balance", "int"), PointVariable.of("result", "boolean")));
        try (SuspicionRanker ranker = SuspicionRanker.open(List.of(method), 4)) {
            // Tests that people wrote: they withdraw what is there, all of it, nothing, or less.
            for (int i = 0; i < 40; i++) {
                int balance = 83 * i % 211;
                int amount = i % 8 == 0 ? balance : i % 9 == 0 ? -i : 37 * i % (balance + 1);
                ranker.manual("AccountTest.test" + i, List.of(invocation(balance, amount)));
            }
            List<GeneratedAssertion> assertions = new ArrayList<>();
            for (Test test : tests.subList(0, 12)) {
                PointInvocation seen = invocation(test.balance(), test.amount());
                ranker.generated(test.name(), List.of(seen));
                // A generated assertion says what the code does.
                assertions.add(new GeneratedAssertion(test.name(), "new Account(" + test.balance() + ").withdraw(" + test.amount()
                        + ") leaves " + seen.values().get(2), List.of(0)));
            }
            System.out.println("\nprobably wrong, of " + assertions.size() + " assertions on another version");
            for (SuspiciousAssertion found : ranker.rank(assertions)) {
                System.out.printf("  %.1f  %s: not %s%n", found.position(), assertions.get(found.place()).text(),
                        found.reasons().get(0).constraint());
            }
        }
    }

    private static PointInvocation invocation(int balance, int amount) {
        Account account = new Account(balance);
        boolean result = Versions.FAULTY.on(account, amount);
        Set<Integer> statements = amount <= 0 ? Set.of(0, 1) : Set.of(0, 2, 3);
        return new PointInvocation(0, 0, List.of(amount, balance, account.balance, result), statements);
    }
}
