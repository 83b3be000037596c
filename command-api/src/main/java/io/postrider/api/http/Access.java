package io.postrider.api.http;

/** Who may call an operation. */
public sealed interface Access {

    /** Everybody, without a key. */
    record Open() implements Access {}

    /** Everybody with a key in force. */
    record AnyKey() implements Access {}

    /** Everybody whose key has a scope. */
    record Scoped(String scope) implements Access {}
}
