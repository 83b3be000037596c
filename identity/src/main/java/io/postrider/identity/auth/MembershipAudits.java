package io.postrider.identity.auth;

import io.postrider.schemas.Actor;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.server.UserAgent;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * Writes account activity to the audit log of each of the user's workspaces: its time and browser, and nothing about the user's
 * other workspaces.
 */
public final class MembershipAudits {

    private final AuditTrail audit;
    private final WorkspaceReplica workspaces;

    public MembershipAudits(AuditTrail audit, WorkspaceReplica workspaces) {
        this.audit = audit;
        this.workspaces = workspaces;
    }

    /**
     * Writes an entry to each of these audit logs.
     *
     * @param userId id of the user; empty if no such user exists, which takes as long
     * @param headers headers of the request, of which only the browser's name is recorded
     */
    public void take(
            Optional<String> userId,
            String operation,
            Deed deed,
            String requestId,
            HttpHeaders headers) {
        var origin = new AuditTrail.Origin("", UserAgent.of(headers));
        audit.take(() ->
                userId.stream()
                        .flatMap(id ->
                                workspaces.of(id).stream()
                                        .map(known ->
                                                new Entry(
                                                        known.value().id(),
                                                        Actor.user(id),
                                                        operation,
                                                        deed,
                                                        requestId,
                                                        origin)))
                        .toList());
    }
}
