package dev.oraculum.runtime.protocol;

import java.io.IOException;

/** The other side sent what it should not have sent. */
public final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message);
    }
}
