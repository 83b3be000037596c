package io.postrider.domain.keys;

/** What has happened to an API key; each carries the key as it was from then on. */
public sealed interface KeyEvent {

    /** The key after the change. */
    ApiKey key();

    /** A key came into force. */
    record KeyCreated(ApiKey key) implements KeyEvent {}

    /** A key went out of force. */
    record KeyRevoked(ApiKey key) implements KeyEvent {}
}
