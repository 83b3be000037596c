package io.postrider.schemas;

import java.time.Instant;

/**
 * A request of somebody known that was turned away.
 *
 * @param id an {@code evt_} id
 * @param actorType {@code key} or {@code user}
 * @param operation method and path, with the names of its variables: no value that a caller chose
 * @param code of the problem that it was answered with
 * @param times how often it happened since the record before
 */
public record Denial(
        String id,
        Instant time,
        String workspace,
        String actorType,
        String actorId,
        String operation,
        String code,
        String requestId,
        int times) {}
