package dev.oraculum.generation;

/** Work that a thread of its own does while the search goes on. */
final class BesideSearch {
    private final Thread thread;
    /** Why it failed; null: it did not, or is not over. Read when it is over. */
    private RuntimeException failure;
    private Error fault;

    /** Begins it. */
    BesideSearch(String name, Runnable work) {
        thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            failure = e;
        } catch (Error e) {
            fault = e;
        }
    }

    /** Waits until it is done, and throws what it has thrown. */
    void await() {
        end();
        if (failure != null) {
            throw failure;
        }
        if (fault != null) {
            throw fault;
        }
    }

    /** Waits until it is over, however it went. An interrupt does not end the wait: it is kept for whoever asks next. */
    void end() {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
