import dev.oraculum.internal.NativeEngine;
import java.nio.charset.StandardCharsets;

/** Calls the example of a capability by the name of its operation. */
public class Words {
    private static byte[] request(String json) {
        return ("{\"schemaVersion\":1,\"request\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    }

    public static String answers() {
        long engine = NativeEngine.open(request("{\"open\":{\"threads\":1,\"path\":null,\"mode\":\"new\",\"limits\":"
                + "{\"maxStates\":1,\"maxUnitBytes\":1,\"maxBytes\":1},\"duplicateIncorrect\":\"drop\"}}"));
        StringBuilder answers = new StringBuilder();
        for (String text : new String[] {"to be", "or not to be", "?"}) {
            try {
                byte[] answer = NativeEngine.call(engine, request("{\"countWords\":{\"text\":\"" + text + "\"}}"));
                answers.append(new String(answer, StandardCharsets.UTF_8)).append('\n');
            } catch (IllegalArgumentException refused) {
                answers.append(refused.getMessage()).append('\n');
            }
        }
        NativeEngine.close(engine);
        return answers.toString();
    }
}
