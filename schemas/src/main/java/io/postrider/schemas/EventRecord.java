package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * One record of a topic of events, clicks, listings or settlements.
 *
 * @param payload an event of the domain, {@link LinkListed}, {@link LinkClicked}, {@link CommandRejected} or {@link
 *     CommandUnchanged}; null for a type that this version does not know
 */
public record EventRecord(EventHeader header, @Nullable Record payload) {}
