package dev.oraculum.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * What the threads of a batch do next: of each class first the recording, by one of them, then its methods. Classes come in their order; a
 * thread that finds the tests of one running goes on with the next one, so that few are open at a time and none waits while there is
 * something to do.
 */
final class BatchSchedule {
    /** The methods of one class. */
    static final class ClassMethods {
        private final String className;
        private final List<Integer> methods = new ArrayList<>();
        private final Queue<Integer> waiting = new ArrayDeque<>();
        private State state = State.NEW;
        private int unfinished;
        private ClassRecording recording;

        private ClassMethods(String className) {
            this.className = className;
        }

        String className() {
            return className;
        }

        /** Places of its methods in the batch. */
        List<Integer> methods() {
            return methods;
        }

        /** What was recorded for its methods; null: nothing, each is on its own. */
        ClassRecording recording() {
            return recording;
        }
    }

    private enum State {
        NEW,
        RECORDING,
        RECORDED
    }

    /**
     * One thing to do.
     *
     * @param method place of the method in the batch; negative: the class is to be recorded
     */
    record Task(ClassMethods of, int method) {
        boolean isRecording() {
            return method < 0;
        }
    }

    private final List<ClassMethods> classes;
    private boolean closed;

    /** @param methods in the notation of method references, those of a class one after the other */
    BatchSchedule(List<String> methods) {
        Map<String, ClassMethods> byName = new LinkedHashMap<>();
        for (int i = 0; i < methods.size(); i++) {
            ClassMethods of = byName.computeIfAbsent(className(methods.get(i)), ClassMethods::new);
            of.methods.add(i);
            of.waiting.add(i);
            of.unfinished++;
        }
        // One method has nothing to share.
        byName.values().stream().filter(of -> of.methods.size() == 1).forEach(of -> of.state = State.RECORDED);
        classes = List.copyOf(byName.values());
    }

    /** Methods by class, both in their order. */
    static Map<String, List<String>> byClass(List<String> methods) {
        Map<String, List<String>> byClass = new LinkedHashMap<>();
        methods.forEach(method -> byClass.computeIfAbsent(className(method), key -> new ArrayList<>()).add(method));
        return byClass;
    }

    /** The class in the notation of a method. */
    static String className(String method) {
        int end = method.indexOf('#');
        return end < 0 ? method : method.substring(0, end);
    }

    /** The next thing to do, once there is one; null: nothing is left. */
    synchronized Task next() throws InterruptedException {
        while (true) {
            boolean recording = false;
            for (ClassMethods of : classes) {
                if (of.state == State.NEW) {
                    of.state = State.RECORDING;
                    return new Task(of, -1);
                }
                if (of.state == State.RECORDED && !of.waiting.isEmpty()) {
                    return new Task(of, of.waiting.remove());
                }
                recording |= of.state == State.RECORDING;
            }
            if (!recording) {
                return null;
            }
            wait();
        }
    }

    /** @param recording null: the methods of the class are on their own */
    void recorded(ClassMethods of, ClassRecording recording) {
        boolean late;
        synchronized (this) {
            late = closed;
            of.recording = late ? null : recording;
            of.state = State.RECORDED;
            notifyAll();
        }
        if (late && recording != null) {
            recording.close();
        }
    }

    /** A method is finished; the recording goes with the last one. */
    void finished(ClassMethods of) {
        ClassRecording unused;
        synchronized (this) {
            unused = --of.unfinished == 0 ? of.recording : null;
        }
        if (unused != null) {
            unused.close();
        }
    }

    /** Ends what is still open, of a batch that was interrupted. */
    void close() {
        List<ClassRecording> open;
        synchronized (this) {
            closed = true;
            open = classes.stream().filter(of -> of.unfinished > 0 && of.recording != null).map(ClassMethods::recording).toList();
        }
        open.forEach(ClassRecording::close);
    }
}
