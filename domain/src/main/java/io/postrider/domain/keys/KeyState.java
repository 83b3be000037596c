package io.postrider.domain.keys;

/** The state of an API key. */
public sealed interface KeyState {

    /** The key does not exist. */
    record Unknown() implements KeyState {}

    /** The key is in force, until it expires. */
    record Live(ApiKey key) implements KeyState {}

    /** The key's end came, and was written down. */
    record Expired(ApiKey key) implements KeyState {}

    /** The key was taken out of force. */
    record Revoked(ApiKey key) implements KeyState {}
}
