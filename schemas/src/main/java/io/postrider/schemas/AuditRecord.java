package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An audit entry that is not an event: a denied request, or account activity of a member.
 *
 * @param id the {@code evt_} id of the entry
 * @param time the time of the newest counted occurrence
 * @param actorType the kind of actor: {@code key} or {@code user}; {@code system} for several actors counted together
 * @param operation the method and path with the names of its variables, without values of the caller; {@code several} for
 *     several operations counted together
 * @param code the problem code of the response, or one that the caller does not see; empty for a completed action
 * @param times the number of occurrences since the record before
 * @param action the completed action; null for a denied one
 * @param method the authentication method of the user; null if none was required
 * @param sealed the client's address and user agent under the data key of the {@link #keyholder}; null for none
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

    /** Whether the operation was denied. */
    public boolean isDenial() {
        return action == null;
    }

    /**
     * The owner of the sealing data key: for a user the user, so that it is erased together with the user; for a key its
     * workspace.
     */
    public static String keyholder(String workspace, Actor actor) {
        return actor.equals(Actor.user(actor.id())) ? actor.id() : workspace;
    }

    /** The purpose of the sealed text, which is bound to this entry. */
    public static String purpose(String id) {
        return "audit/" + id;
    }
}
