package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workspace after a change.
 *
 * @param ownerId the id of the user who created it
 * @param members the members, of whom at least one is an owner
 * @param invitations the open invitations
 */
public record Workspace(
        String id,
        String name,
        String ownerId,
        List<Member> members,
        List<Invitation> invitations,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    @Override
    public String workspace() {
        return id;
    }

    public static final int MEMBERS_MAX = 500;
    public static final int INVITATIONS_MAX = 100;

    public Workspace {
        // Workspaces that were opened before there were members are their makers'.
        members =
                members.isEmpty()
                        ? List.of(new Member(ownerId, Role.OWNER.label(), createdAt))
                        : List.copyOf(members);
        invitations = List.copyOf(invitations);
    }

    /** A new workspace, which is its maker's. */
    public static Workspace opened(String id, String name, String ownerId, Instant at) {
        return new Workspace(
                id,
                name,
                ownerId,
                List.of(new Member(ownerId, Role.OWNER.label(), at)),
                List.of(),
                at,
                at);
    }

    /** The membership of a user. */
    public Optional<Member> member(String userId) {
        return members.stream().filter(member -> member.userId().equals(userId)).findFirst();
    }

    /** An invitation that can still be accepted. */
    public Optional<Invitation> invitation(String invitationId, Instant at) {
        return invitations.stream()
                .filter(open -> open.id().equals(invitationId) && open.isOpen(at))
                .findFirst();
    }

    Workspace renamed(String newName, Instant at) {
        return new Workspace(id, newName, ownerId, members, invitations, createdAt, at);
    }

    Workspace with(Member member, Instant at) {
        return withMembers(Stream.concat(others(member.userId()), Stream.of(member)), at);
    }

    Workspace without(String userId, Instant at) {
        return withMembers(others(userId), at);
    }

    Workspace with(Invitation invitation, Instant at) {
        return withInvitations(
                Stream.concat(
                        invitations.stream()
                                .filter(other -> !other.emailHash().equals(invitation.emailHash())),
                        Stream.of(invitation)),
                at);
    }

    Workspace withoutInvitation(String invitationId, Instant at) {
        return withInvitations(
                invitations.stream().filter(other -> !other.id().equals(invitationId)), at);
    }

    /** The workspace without expired invitations, and without those that exceed the present role of their creator. */
    Workspace withoutLapsed(Instant at) {
        return withInvitations(
                invitations.stream()
                        .filter(open ->
                                mayGive(
                                        open.invitedBy(),
                                        Role.named(open.role()).orElse(Role.VIEWER))),
                at);
    }

    /** Whether a caller may grant a role: only members may, and a key, which has no role, may grant what admins may. */
    boolean mayGive(String by, Role role) {
        return by.isEmpty()
                ? Role.ADMIN.mayGive(role)
                : member(by).filter(member -> member.roleOf().mayGive(role)).isPresent();
    }

    /** Whether a caller may replace the present invitation of an address, if there is one. */
    boolean mayReplace(String by, Invitation next, Instant at) {
        return invitations.stream()
                .filter(open -> open.isOpen(at) && open.emailHash().equals(next.emailHash()))
                .allMatch(open -> mayGive(by, Role.named(open.role()).orElse(Role.VIEWER)));
    }

    /** Whether there is another owner beside this user. */
    boolean hasOwnerBeside(String userId) {
        return others(userId).anyMatch(member -> member.roleOf() == Role.OWNER);
    }

    private Stream<Member> others(String userId) {
        return members.stream().filter(member -> !member.userId().equals(userId));
    }

    private Workspace withMembers(Stream<Member> changed, Instant at) {
        return new Workspace(id, name, ownerId, changed.toList(), invitations, createdAt, at);
    }

    /** Invitations that have expired by then are removed. */
    private Workspace withInvitations(Stream<Invitation> changed, Instant at) {
        return new Workspace(
                id,
                name,
                ownerId,
                members,
                changed.filter(invitation -> invitation.isOpen(at)).toList(),
                createdAt,
                at);
    }
}
