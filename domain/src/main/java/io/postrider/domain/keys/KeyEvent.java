package io.postrider.domain.keys;

import io.postrider.domain.kernel.ResourceEvent;

/** The events of an API key; each contains the key after the change. */
public sealed interface KeyEvent extends ResourceEvent<ApiKey> {

    /** The key after the change. */
    ApiKey key();

    @Override
    default ApiKey resource() {
        return key();
    }

    /** A key was created. */
    record KeyCreated(ApiKey key) implements KeyEvent {}

    /** Some fields of a key changed. */
    record KeyUpdated(ApiKey key) implements KeyEvent {}

    /** A key has a new secret; the old one can stay valid for a while. */
    record KeyRotated(ApiKey key) implements KeyEvent {}

    /** A key was revoked. */
    record KeyRevoked(ApiKey key) implements KeyEvent {}

    /** A key reached its expiry. */
    record KeyExpired(ApiKey key) implements KeyEvent {}
}
