package io.postrider.domain.keys;

/** What has happened to an API key; each carries the key as it was from then on. */
public sealed interface KeyEvent {

    /** The key after the change. */
    ApiKey key();

    /** A key came into force. */
    record KeyCreated(ApiKey key) implements KeyEvent {}

    /** Some fields of a key changed. */
    record KeyUpdated(ApiKey key) implements KeyEvent {}

    /** A key has a new secret; the old one may be good for a while. */
    record KeyRotated(ApiKey key) implements KeyEvent {}

    /** A key went out of force because somebody wanted it. */
    record KeyRevoked(ApiKey key) implements KeyEvent {}

    /** A key went out of force because its end came. */
    record KeyExpired(ApiKey key) implements KeyEvent {}
}
