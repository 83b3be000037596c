package io.postrider.domain.workspaces;

import java.time.Instant;
import java.util.List;

/** Workspaces for tests, made by the records' constructors alone. */
final class WorkspaceSamples {

    static final String ID = "ws_01h455vb4pex5vsknk084sn02q";
    static final String OWNER = "usr_01h455vb4pex5vsknk084sn02q";
    static final String ADMIN = "usr_01h455vb4pex5vsknk084sn02r";
    static final String DEVELOPER = "usr_01h455vb4pex5vsknk084sn02s";
    static final String STRANGER = "usr_01h455vb4pex5vsknk084sn02t";
    static final Instant CREATED_AT = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");

    static final Instant LATER = AT.plusSeconds(60);
    static final Member OWNING = member(OWNER, Role.OWNER);
    static final Member ADMINISTERING = member(ADMIN, Role.ADMIN);
    static final Member DEVELOPING = member(DEVELOPER, Role.DEVELOPER);
    static final List<Member> ALL = List.of(OWNING, ADMINISTERING, DEVELOPING);
    static final Invitation INVITATION = invitation("inv_1", Role.VIEWER, OWNER, LATER);
    static final Workspace WORKSPACE = workspace("default", ALL, List.of(INVITATION), CREATED_AT);

    private WorkspaceSamples() {}

    static Workspace workspace(
            String name, List<Member> members, List<Invitation> invitations, Instant updatedAt) {
        return new Workspace(ID, name, OWNER, members, invitations, CREATED_AT, updatedAt);
    }

    static Member member(String userId, Role role) {
        return new Member(userId, role.label(), CREATED_AT);
    }

    static Invitation invitation(String id, Role role, String by, Instant expiresAt) {
        return new Invitation(
                id, "sealed " + id, "hash of " + id, role.label(), "t", by, CREATED_AT, expiresAt);
    }
}
