package dev.oraculum.internal;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** The engine's log in this JVM: the {@link System.Logger} {@code dev.oraculum.engine}, at the level it has when the engine is loaded. */
final class EngineLog implements NativeEngine.LogSink {
    /** By the engine's number of a level, from 1. */
    private static final List<Level> LEVELS = List.of(Level.ERROR, Level.WARNING, Level.INFO, Level.DEBUG, Level.TRACE);

    private final Logger logger = System.getLogger("dev.oraculum.engine");

    private EngineLog() {}

    static void connect() {
        EngineLog log = new EngineLog();
        int level = 0;
        while (level < LEVELS.size() && log.logger.isLoggable(LEVELS.get(level))) {
            level++;
        }
        NativeEngine.logTo(log, level);
    }

    @Override
    public void log(int level, String target, String message) {
        logger.log(LEVELS.get(level - 1), () -> target + ": " + message);
    }
}
