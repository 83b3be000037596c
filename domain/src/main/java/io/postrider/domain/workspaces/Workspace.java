package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workspace as it is after some change.
 *
 * @param ownerId the user who created it
 * @param members at least one is an owner
 * @param invitations the open ones
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

    /** Without the invitations that whoever made them could not make any more: a door that he left open. */
    Workspace withoutLapsed(Instant at) {
        return withInvitations(
                invitations.stream()
                        .filter(open ->
                                mayGive(
                                        open.invitedBy(),
                                        Role.named(open.role()).orElse(Role.VIEWER))),
                at);
    }

    /** Whoever is no member gives nothing; a key has no role, and gives what admins give. */
    boolean mayGive(String by, Role role) {
        return by.isEmpty()
                ? Role.ADMIN.mayGive(role)
                : member(by).filter(member -> member.roleOf().mayGive(role)).isPresent();
    }

    /** Whether somebody may put an invitation in the place of the one that its address has, if it has one. */
    boolean mayReplace(String by, Invitation next, Instant at) {
        return invitations.stream()
                .filter(open -> open.isOpen(at) && open.emailHash().equals(next.emailHash()))
                .allMatch(open -> mayGive(by, Role.named(open.role()).orElse(Role.VIEWER)));
    }

    /** Whether somebody else than this user is an owner. */
    boolean hasOwnerBeside(String userId) {
        return others(userId).anyMatch(member -> member.roleOf() == Role.OWNER);
    }

    private Stream<Member> others(String userId) {
        return members.stream().filter(member -> !member.userId().equals(userId));
    }

    private Workspace withMembers(Stream<Member> changed, Instant at) {
        return new Workspace(id, name, ownerId, changed.toList(), invitations, createdAt, at);
    }

    /** What has run out by then is not kept. */
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
