package io.postrider.api.commands;

import io.postrider.schemas.Outcome;

/** What became of a command that was sent. */
public sealed interface Settled {

    /** It was decided, for or against. */
    record Decided(Outcome outcome) implements Settled {}

    /** It was not sent: the log cannot be reached, or too much is under way. Nothing has happened. */
    record Unavailable(String code, String detail) implements Settled {}

    /** It was sent, and nothing was heard in time. It may still take effect. */
    record Unknown(String commandId) implements Settled {}
}
