package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.WorkspaceCommand.Invite;
import io.postrider.domain.workspaces.WorkspaceEvent.MemberInvited;
import io.postrider.identity.users.InvitationSecrets;
import io.postrider.identity.users.InvitationToken;
import io.postrider.identity.users.UserSecrets;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.server.PublicAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Sends commands on invitations. The service sends no mail, so the member who invites gets a link to hand over. */
final class InvitationWrites {

    /** After the hash, so that browsers do not send the token and no log contains it. */
    private static final String PAGE = "/user/api/invitation#";

    private final Writes writes;
    private final IdGenerator mint;
    private final InvitationSecrets secrets;
    private final UserSecrets users;
    private final PublicAddress address;

    InvitationWrites(
            Writes writes,
            IdGenerator mint,
            InvitationSecrets secrets,
            UserSecrets users,
            PublicAddress address) {
        this.writes = writes;
        this.mint = mint;
        this.secrets = secrets;
        this.users = users;
        this.address = address;
    }

    /** The outcome of a command, and the token of the invitation. */
    record Made(WriteResult written, String token, String link) {

        @Override
        public String toString() {
            return "Made[]";
        }
    }

    Mono<ApiResponse> of(
            ApiRequest request, InvitationFields.Draft draft, Function<Made, ApiResponse> answer) {
        return writes.once(
                request,
                idempotency -> {
                    InvitationToken token = token(request, idempotency);
                    return invitation(request, draft, token)
                            .map(invitation ->
                                    writes.send(
                                                    request,
                                                    CommandRequest.of(
                                                            Context.WORKSPACES,
                                                            request.workspace(),
                                                            new Invite(invitation),
                                                            idempotency))
                                            .thenApply(
                                                    written -> answer.apply(made(written, token))))
                            .orElseGet(() ->
                                    CompletableFuture.completedStage(Problem.secretsUnavailable()));
                });
    }

    private InvitationToken token(ApiRequest request, Optional<Idempotency> idempotency) {
        return new InvitationToken(
                request.workspace(),
                mint.id(IdKind.INV, idempotency),
                mint.secretBase62(InvitationToken.SECRET_LENGTH));
    }

    private Optional<Invitation> invitation(
            ApiRequest request, InvitationFields.Draft draft, InvitationToken token) {
        return secrets.seal(token.workspace(), token.invitation(), draft.email())
                .map(sealed ->
                        new Invitation(
                                token.invitation(),
                                sealed,
                                users.emailHash(draft.email()),
                                draft.role(),
                                secrets.hash(token),
                                WorkspaceWrites.by(request),
                                mint.now(),
                                draft.expiresAt()));
    }

    private Made made(WriteResult written, InvitationToken token) {
        return new Made(written, token.text(), address.baseUrl() + PAGE + token.text());
    }

    /** The invitation after a successful write. */
    static Invitation in(WriteResult.Holds holds) {
        if (WorkspaceWrites.event(holds) instanceof MemberInvited(var workspace, String id)) {
            return workspace.invitations().stream()
                    .filter(invitation -> invitation.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        }
        throw new IllegalStateException("no invitation: " + holds.event().header().type());
    }
}
