package io.postrider.domain.keys;

/** Where an API key stands. */
public sealed interface KeyState {

    /** There is no such key. */
    record Unknown() implements KeyState {}

    /** The key is in force, until it expires. */
    record Live(ApiKey key) implements KeyState {}

    /** The key's end came, and was written down. */
    record Expired(ApiKey key) implements KeyState {}

    /** The key was taken out of force. */
    record Revoked(ApiKey key) implements KeyState {}
}
