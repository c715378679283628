package runner;

import dev.oraculum.worker.SequenceRunner;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs sequences that are written as text, a statement a line: {@code int 7}, {@code new}, or {@code call NAME RECEIVER ARGUMENT}, where
 * receiver and argument are numbers of earlier statements. What they have in common is the name of the class. The answer is the value of
 * each statement, a line each, and the exception that ended the sequence.
 */
public class TextCalls implements SequenceRunner {
    @Override
    public String format() {
        return "text calls 1";
    }

    @Override
    public Program open(byte[] shared) throws Exception {
        Class<?> type = Class.forName(new String(shared, StandardCharsets.UTF_8));
        return sequence -> run(type, new String(sequence, StandardCharsets.UTF_8).lines().toList());
    }

    private static byte[] run(Class<?> type, List<String> statements) throws Throwable {
        List<Object> values = new ArrayList<>();
        for (String statement : statements) {
            try {
                values.add(run(type, statement.split(" "), values));
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                values.add(e.getCause().getClass().getSimpleName());
                break;
            }
        }
        StringBuilder answer = new StringBuilder();
        values.forEach(value -> answer.append(value == null || type.isInstance(value) ? "object" : value.toString()).append('\n'));
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Object run(Class<?> type, String[] words, List<Object> values) throws ReflectiveOperationException {
        switch (words[0]) {
            case "int":
                return Integer.parseInt(words[1]);
            case "new":
                Constructor<?> constructor = type.getConstructor();
                return constructor.newInstance();
            default:
                Method method = type.getMethod(words[1], int.class);
                return method.invoke(values.get(Integer.parseInt(words[2])), values.get(Integer.parseInt(words[3])));
        }
    }
}
