package io.postrider.api.decider;

import io.postrider.schemas.EventHeader;

/**
 * One record for an event topic.
 *
 * @param framed the record's value, as it stands in the topic
 * @param makesVersion whether it carries the whole resource; if not, a count alone
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and bytes are what is written.
record Emitted(EventHeader header, byte[] framed, boolean makesVersion) {}
