package io.postrider.outbound.http;

import java.io.IOException;

/** There is no address that a call may connect to; nothing was sent. */
final class NoDestinationException extends IOException {

    private final CallError error;

    NoDestinationException(CallError error) {
        super(error.detail());
        this.error = error;
    }

    CallError error() {
        return error;
    }
}
