package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An audit entry that is not an event: a denied request, or account activity of a member.
 *
 * @param id an {@code evt_} id
 * @param time of the newest of them
 * @param actorType {@code key} or {@code user}; {@code system} where several are counted together
 * @param operation method and path, with the names of its variables: no value that a caller chose; {@code several} where more
 *     than one is counted
 * @param code the problem code of the response, or one that the caller does not see; empty for a completed action
 * @param times how often it happened since the record before
 * @param action what was done; null for what was denied
 * @param method how the user authenticated; null if that was not required
 * @param sealed from where and with what, under the data key of the {@link #keyholder}; null where that is not told
 */
public record AuditRecord(
        String id,
        Instant time,
        String workspace,
        String actorType,
        String actorId,
        String operation,
        String code,
        String requestId,
        int times,
        @Nullable String action,
        @Nullable String method,
        @Nullable String sealed) {

    /** Whether somebody was turned away. */
    public boolean isDenial() {
        return action == null;
    }

    /** Whose data key seals what is sealed: a person's own, so that it goes with him; a key's workspace's. */
    public static String keyholder(String workspace, Actor actor) {
        return actor.equals(Actor.user(actor.id())) ? actor.id() : workspace;
    }

    /** What is sealed, so that it can be opened as nothing else. */
    public static String purpose(String id) {
        return "audit/" + id;
    }
}
