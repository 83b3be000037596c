package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * One record of an event topic.
 *
 * @param payload what happened: an event of the domain, {@link LinkListed}, {@link LinkClicked}, {@link CommandRejected}
 *     or {@link CommandUnchanged}; null for a type that this version does not know
 */
public record EventRecord(EventHeader header, @Nullable Record payload) {

    /** Whether this only tells that a command was settled without any change. */
    public boolean isSettlement() {
        return payload instanceof CommandRejected || payload instanceof CommandUnchanged;
    }
}
