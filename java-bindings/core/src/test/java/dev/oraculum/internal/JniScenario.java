package dev.oraculum.internal;

import dev.oraculum.api.AbsStates;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.runtime.KillSwitch;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A program that goes through every native, failures included; {@link JniCheckTest} watches what the JVM says of it. */
final class JniScenario {
    private JniScenario() {}

    public static void main(String[] arguments) throws IOException {
        NativeEngine.LogSink failing = (level, target, message) -> throwFrom(100);
        Engine.info();
        NativeEngine.logTo(failing, 5);
        for (int round = 0; round < 3; round++) {
            try (Engine engine = Engine.open(EngineOptions.inMemory())) {
                AbsStates.submit(engine);
                engine.evaluate("result >= x");
                engine.evidence().readStates("result >= x", 0, ByteBuffer.allocateDirect(1000));
                engine.improve(ImproveRequest.defaults().withProgressMillis(1), progress -> true);
                expectFailure(() -> engine.check("no such variable"));
                expectFailure(() -> engine.improve(ImproveRequest.defaults().withProgressMillis(1), progress -> {
                    throwFrom(100);
                    return true;
                }));
                engine.cancel();
            }
        }
        NativeEngine.logTo(null, 0);
        HostileCalls.run();
        KillSwitch.load(System.getProperty(NativeLibrary.PROPERTY));
        KillSwitch.stop(new Thread(() -> {}), new Error("never"));
        System.out.println("done");
    }

    /** From deep below: what handles the exception must not need a reference for each frame. */
    private static void throwFrom(int depth) {
        if (depth == 0) {
            throw new IllegalStateException("a sink's");
        }
        throwFrom(depth - 1);
    }

    private static void expectFailure(Runnable use) {
        try {
            use.run();
        } catch (RuntimeException expected) {
            return;
        }
        throw new AssertionError("nothing was thrown");
    }
}
