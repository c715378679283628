package dev.oraculum.worker;

import dev.oraculum.agent.Agent;
import dev.oraculum.agent.RedefinitionException;
import dev.oraculum.agent.Scope;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.KillSwitch;
import dev.oraculum.runtime.Throwables;
import dev.oraculum.runtime.ActiveMutant;
import dev.oraculum.runtime.containment.Containment;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherFactory;

/** Carries out the commands of the supervisor, on the main thread. */
final class Commands {
    private final Reports reports;
    private Watchdog watchdog;
    private JvmState state;
    /** Opened with the first command that needs it: without any engine it cannot be made at all. */
    private Launcher launcher;
    private boolean testsLeaveThreads;
    /** Whether there is a plan. What it records of a class is not recorded of a class file with several mutants. */
    private boolean records;
    /**
     * What is in the place of a class after a unit of call sequences; null: nothing. The next such unit has, most likely, another mutant of
     * the class, which takes its place at once, or is in the same class file: to redefine a class takes longer than to run a few tests.
     */
    private InPlace inPlace;

    /**
     * A class file in the place of a class.
     *
     * @param className internal name
     * @param several whether it has several mutants, and does what the original does while none of them is the {@link ActiveMutant}
     */
    private record InPlace(String className, byte[] classFile, boolean several) {
        boolean is(String name, Message.Run run) {
            return run.activeMutant() > 0 && className.equals(name) && Arrays.equals(classFile, run.bytes());
        }
    }

    Commands(Reports reports) {
        this.reports = reports;
    }

    /** Never returns. */
    void carryOut(BlockingQueue<Message> commands) {
        while (true) {
            try {
                Message command = commands.take();
                carryOut(command);
            } catch (InterruptedException e) {
                // A test that interrupted this thread, late.
            } catch (Throwable t) {
                reports.send(new Message.Refused(Throwables.summary(t)));
            }
        }
    }

    private void carryOut(Message command) throws RedefinitionException {
        if (!(command instanceof Message.Run unit && unit.work() instanceof Work.CallSequences)) {
            takeBack(null);
        }
        if (command instanceof Message.Configure configure) {
            configure(configure);
        } else if (command instanceof Message.Discover discover) {
            reports.send(Discovery.discover(launcher(), discover.classNames()));
        } else if (command instanceof Message.Run run) {
            run(run);
        } else {
            reports.send(new Message.Refused("a worker knows no command " + command.kind()));
        }
    }

    private void configure(Message.Configure configure) {
        if (!configure.nativeLibrary().isEmpty()) {
            try {
                KillSwitch.load(configure.nativeLibrary());
            } catch (UnsatisfiedLinkError e) {
                System.err.println("oraculum: without the kill switch: " + e.getMessage());
            }
        }
        Scope scope = Scope.of(configure.scope().stream().map(Path::of).toList());
        records = configure.plan().length > 0;
        Agent.instance().configure(configure.plan().length == 0 ? null : RecordingKinds.plan(configure.plan()), scope);
        contain(configure);
        watchdog = new Watchdog(Thread.currentThread(), reports, configure.graceMillis());
        state = JvmState.now();
        reports.send(new Message.Ready());
    }

    private static void contain(Message.Configure configure) {
        try {
            Agent.instance().contain();
            Containment.install(configure.scratch(), configure.allow());
        } catch (IOException e) {
            throw new UncheckedIOException("the scratch folder cannot be used: " + e.getMessage(), e);
        }
    }

    private Launcher launcher() {
        if (launcher == null) {
            launcher = LauncherFactory.create();
        }
        return launcher;
    }

    private UnitRun.Tests tests(Message.Run run) {
        return run.work() instanceof Work.CallSequences sequences ? new SequenceRun(sequences, run.tests()) : new JUnitRun(launcher(), run);
    }

    private void run(Message.Run run) {
        if (watchdog == null) {
            reports.send(new Message.Refused("a worker is configured before it runs anything"));
            return;
        }
        UnitRun.Tests tests = tests(run);
        boolean mutant = !run.mutatedClass().isEmpty();
        String mutated = run.mutatedClass().replace('.', '/');
        try {
            if (!stays(mutated, run)) {
                takeBack(mutated);
                if (mutant) {
                    Agent.instance().redefine(mutated, run.bytes());
                }
            }
            ActiveMutant.number = run.activeMutant();
        } catch (RedefinitionException e) {
            reports.send(new Message.Refused(e.getMessage()));
            return;
        }
        boolean contained = mutant || run.work().contained();
        UnitRun unit = new UnitRun(run, watchdog, reports, contained && !(testsLeaveThreads && !run.work().contained()));
        boolean worn;
        String problem;
        Containment.Account outside;
        Containment.beginUnit(contained, run.between().granted());
        try {
            worn = unit.execute(tests);
            ActiveMutant.number = 0;
            testsLeaveThreads |= !contained && unit.leftThreads();
            outside = Containment.endUnit();
            // What is worn is thrown away; putting it back in order may need what the mutant keeps.
            if (!worn) {
                if (mutant && run.work() instanceof Work.CallSequences) {
                    inPlace = new InPlace(mutated, run.bytes(), run.activeMutant() > 0);
                } else if (mutant) {
                    restore(mutated);
                }
                state.restore();
            }
            problem = unit.problem();
        } catch (Throwable t) {
            // Whatever the tests have done to this JVM, they were run.
            outside = Containment.endUnit();
            worn = true;
            problem = "after the tests: " + Throwables.summary(t);
        }
        reports.send(new Message.UnitFinished(run.unit(), problem, worn, outside.deeds()));
    }

    /** Whether what is in place has the mutant, or can do what the original does. */
    private boolean stays(String mutated, Message.Run run) {
        boolean original = mutated.isEmpty() && !records && run.work() instanceof Work.CallSequences;
        return inPlace != null && inPlace.several() && (original || inPlace.is(mutated, run));
    }

    /** Gives the class of which a mutant is in place its own methods back, unless another mutant of it comes. */
    private void takeBack(String next) throws RedefinitionException {
        InPlace before = inPlace;
        inPlace = null;
        if (before != null && !before.className().equals(next)) {
            Agent.instance().restore(before.className());
        }
    }

    private static void restore(String mutated) {
        try {
            Agent.instance().restore(mutated);
        } catch (RedefinitionException e) {
            throw new IllegalStateException("the mutant cannot be taken back: " + e.getMessage(), e);
        }
    }
}
