package io.postrider.schemas.codec;

import org.jspecify.annotations.Nullable;

/** Bytes that cannot be decoded by the schema of their topic; the same bytes always fail in the same way. */
public final class UndecodableException extends RuntimeException {
    UndecodableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
