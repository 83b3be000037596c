package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is no event and in the audit all the same: a request of somebody known that was turned away, or what a member did about
 * his account.
 *
 * @param id an {@code evt_} id
 * @param time of the newest of them
 * @param actorType {@code key} or {@code user}; {@code system} where several are counted together
 * @param operation method and path, with the names of its variables: no value that a caller chose; {@code several} where more
 *     than one is counted
 * @param code of the problem that it was answered with, or that the caller is not told of; empty for what was done
 * @param times how often it happened since the record before
 * @param action what was done; null for what was denied
 * @param method how somebody proved who he is; null where it was not asked
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
