package io.postrider.domain.keys;

/** Why a command on an API key was refused. */
public sealed interface KeyRejection {

    /** A key with this id exists already. */
    record KeyExists(String id) implements KeyRejection {}

    /** There is no such key in this workspace. */
    record KeyMissing() implements KeyRejection {}
}
