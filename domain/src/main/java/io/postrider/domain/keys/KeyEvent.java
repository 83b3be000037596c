package io.postrider.domain.keys;

import io.postrider.domain.kernel.ResourceEvent;

/** What has happened to an API key; each carries the key as it was from then on. */
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
