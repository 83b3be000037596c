package io.postrider.schemas.json;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.RejectedRecords;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceEvent;
import tools.jackson.databind.node.ObjectNode;

/** A workspace as JSON, and who belongs to it, without what is sealed. */
public final class WorkspaceJson {

    private WorkspaceJson() {}

    /** The workspace, without its members. */
    public static ObjectNode of(Workspace workspace, long version) {
        ObjectNode node = Json.object();
        node.put("id", workspace.id());
        node.put("object", "workspace");
        node.put("name", workspace.name());
        node.put("version", version);
        node.put("created_at", Json.time(workspace.createdAt()));
        node.put("updated_at", Json.time(workspace.updatedAt()));
        return node;
    }

    /** A member. */
    public static ObjectNode of(Member member) {
        ObjectNode node = Json.object();
        node.put("id", member.userId());
        node.put("object", "member");
        node.put("role", member.role());
        node.put("joined_at", Json.time(member.since()));
        return node;
    }

    /** An invitation, without its token. */
    public static ObjectNode of(Invitation invitation) {
        ObjectNode node = Json.object();
        node.put("id", invitation.id());
        node.put("object", "invitation");
        node.put("role", invitation.role());
        // An invitation by a key has no inviting user.
        node.put("invited_by", invitation.invitedBy().isEmpty() ? null : invitation.invitedBy());
        node.put("created_at", Json.time(invitation.createdAt()));
        node.put("expires_at", Json.time(invitation.expiresAt()));
        return node;
    }

    /** Adds the member or the invitation that an event is about. */
    public static void addSubject(WorkspaceEvent event, ObjectNode node) {
        Workspace workspace = event.workspace();
        switch (event) {
            case WorkspaceEvent.WorkspaceCreated _, WorkspaceEvent.WorkspaceUpdated _ -> {}
            case WorkspaceEvent.MemberInvited(_, String id) -> node.put("invitation_id", id);
            case WorkspaceEvent.InvitationRevoked(_, String id) -> node.put("invitation_id", id);
            case WorkspaceEvent.MemberJoined(_, String userId) -> about(node, workspace, userId);
            case WorkspaceEvent.MemberChanged(_, String userId) -> about(node, workspace, userId);
            case WorkspaceEvent.MemberRemoved(_, String userId) -> node.put("user_id", userId);
            case WorkspaceEvent.RecordRejected(_, RejectedRecords rejected) -> add(node, rejected);
        }
    }

    private static void add(ObjectNode node, RejectedRecords rejected) {
        node.put("application", rejected.application());
        node.put("exception", rejected.exception());
        node.put("count", rejected.count());
        node.put("minute_at", Json.time(rejected.minute()));
    }

    private static void about(ObjectNode node, Workspace workspace, String userId) {
        node.put("user_id", userId);
        workspace.member(userId).ifPresent(member -> node.put("role", member.role()));
    }
}
