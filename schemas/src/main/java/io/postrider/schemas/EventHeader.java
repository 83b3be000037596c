package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every event record says besides what happened.
 *
 * @param id {@code evt_} id
 * @param type for example {@code link.created}
 * @param aggregate what it happened to; the record's key
 * @param sequence the version that the event leads to: 1, 2, 3 per aggregate, and no further where an event only keeps
 *     count; 0 for facts that change no aggregate
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
