package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields that every event record has besides its payload.
 *
 * @param id the {@code evt_} id of the event, also its CloudEvents id
 * @param type the type of the event, for example {@code link.created}; readers skip unknown types
 * @param aggregate the id of the aggregate of the event; the record's key
 * @param sequence the version of the aggregate after the event: 1, 2, 3 per aggregate, unchanged by events that only count; 0
 *     for facts that change no aggregate
 * @param causationId the id of the command that caused the event
 * @param correlationId the id of the request that caused the event
 */
public record EventHeader(
        String id,
        String type,
        Instant time,
        String workspace,
        String aggregate,
        long sequence,
        @Nullable String causationId,
        @Nullable String correlationId,
        @Nullable Actor actor) {}
