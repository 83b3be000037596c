package io.postrider.schemas.codec;

import org.jspecify.annotations.Nullable;

/** Bytes that are not what their topic says they are; the same bytes fail in the same way every time. */
public final class UndecodableException extends RuntimeException {
    UndecodableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
