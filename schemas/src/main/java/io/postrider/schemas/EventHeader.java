package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields that every event record has besides its payload.
 *
 * @param id {@code evt_} id, also the CloudEvents id
 * @param type for example {@code link.created}; readers skip types that they do not know
 * @param aggregate the id of the aggregate that the event is about; the record's key
 * @param sequence the version of the aggregate after the event: 1, 2, 3 per aggregate, unchanged by events that only count;
 *     0 for facts that change no aggregate
 * @param causationId the command that caused it
 * @param correlationId the request that caused it
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
