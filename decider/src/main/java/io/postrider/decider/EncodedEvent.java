package io.postrider.decider;

import io.postrider.schemas.EventHeader;
import io.postrider.schemas.Topic;

/**
 * A record that results from a command.
 *
 * @param topic of the context's events if it makes a version, otherwise of its settlements
 * @param framed the record's value, as it stands in the topic
 * @param makesVersion whether it carries the whole resource; if not, a count alone
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are written.
record EncodedEvent(Topic topic, EventHeader header, byte[] framed, boolean makesVersion) {}
