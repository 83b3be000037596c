package io.postrider.identity.auth;

import io.postrider.schemas.Actor;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.server.UserAgent;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/**
 * The audits of all workspaces that somebody is a member of: what is told there of him is when, and with which browser, and
 * nothing of where else he is a member.
 */
public final class MembershipAudits {

    private final AuditTrail audit;
    private final WorkspaceReplica workspaces;

    public MembershipAudits(AuditTrail audit, WorkspaceReplica workspaces) {
        this.audit = audit;
        this.workspaces = workspaces;
    }

    /**
     * Takes something down.
     *
     * @param userId empty where there is nobody to be told of, which takes as long
     * @param headers of the request, of which the browser's name is told alone
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
