package dev.oraculum.services;

import dev.oraculum.api.OraculumException;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.settings.Settings;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.spi.OracleServiceException;
import dev.oraculum.spi.OracleServiceException.Code;
import java.util.Map;
import java.util.function.Supplier;

/** Settings and failures in the words of the oracle services. */
final class Translated {
    private Translated() {}

    /** @throws OracleServiceException in place of ours */
    static <T> T call(Supplier<T> question) {
        try {
            return question.get();
        } catch (ProjectException e) {
            String details = e.details().isEmpty() ? "" : ": " + String.join(", ", e.details());
            throw new IllegalArgumentException(e.getMessage() + details, e);
        } catch (ClassPathException e) {
            throw new OracleServiceException(Code.CLASS_PATH, e.getMessage(), e);
        } catch (OraculumException e) {
            boolean library = e.code() == OraculumException.Code.NATIVE_LIBRARY;
            throw new OracleServiceException(library ? Code.NATIVE_LIBRARY : Code.INTERNAL, e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException there is no such setting, or a value is out of range */
    static <S extends Settings<S>> S with(S start, Map<String, String> settings) {
        S chosen = start;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            chosen = chosen.with(setting.getKey(), setting.getValue());
        }
        return chosen;
    }
}
