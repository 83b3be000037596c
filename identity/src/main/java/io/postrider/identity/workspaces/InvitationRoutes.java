package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Uninvite;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.users.InvitationSecrets;
import io.postrider.schemas.json.WorkspaceJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.InMemoryPages;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.InstantSource;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on the invitations of a workspace. */
final class InvitationRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/workspaces/{id}/invitations";
    private static final String ONE = PATH + "/{invitation_id}";
    private static final String READ = "members:read";
    private static final String WRITE = "members:write";

    private final WorkspaceQueries reading;
    private final InvitationFields fields;
    private final RecentAuthentication proof;
    private final InvitationWrites inviting;
    private final InvitationSecrets secrets;
    private final WorkspaceWrites changes;
    private final InstantSource clock;

    InvitationRoutes(
            WorkspaceQueries reading,
            InvitationFields fields,
            RecentAuthentication proof,
            InvitationWrites inviting,
            InvitationSecrets secrets,
            WorkspaceWrites changes,
            InstantSource clock) {
        this.reading = reading;
        this.fields = fields;
        this.proof = proof;
        this.inviting = inviting;
        this.secrets = secrets;
        this.changes = changes;
        this.clock = clock;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).inWorkspace(WRITE).to(this::invite),
                ApiRoute.get(PATH).inWorkspace(READ).taking("limit", "cursor").to(this::list),
                ApiRoute.get(ONE).inWorkspace(READ).to(this::one),
                ApiRoute.delete(ONE).inWorkspace(WRITE).to(this::revoke));
    }

    private Mono<ApiResponse> invite(ApiRequest request) {
        return fields.draft(request.fields())
                .then(draft ->
                        RoleField.withinReach(request.principal(), draft.role())
                                .then(_ -> proof.of(request))
                                .then(_ -> Validated.valid(draft)))
                .answer(draft ->
                        inviting.of(
                                request,
                                draft,
                                made -> made.written().answer(holds -> shown(holds, made))));
    }

    /** The link is shown once: a repeated request gets the note that it was shown. */
    private ApiResponse shown(WriteResult.Holds holds, InvitationWrites.Made made) {
        Invitation invitation = InvitationWrites.in(holds);
        Workspace workspace = WorkspaceWrites.in(holds).value();
        ObjectNode body = json(workspace.id(), invitation);
        body.put("token", holds.replayed() ? null : made.token());
        body.put("link", holds.replayed() ? null : made.link());
        body.put("secret_available", !holds.replayed());
        String location = PATH.replace("{id}", workspace.id()) + "/" + invitation.id();
        return holds.showing(ApiResponse.created(body, location)).showingSecret();
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        InMemoryPages<Invitation> pages =
                new InMemoryPages<>(
                        "invitations",
                        Invitation::id,
                        invitation -> json(request.workspace(), invitation));
        return reading.list(
                request,
                pages,
                known ->
                        known.value().invitations().stream()
                                .filter(invitation -> invitation.isOpen(clock.instant()))
                                .toList());
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return invitationId(request)
                .answer(id ->
                        reading.one(
                                request,
                                known ->
                                        known.value()
                                                .invitation(id, clock.instant())
                                                .map(found -> json(request.workspace(), found))));
    }

    private Mono<ApiResponse> revoke(ApiRequest request) {
        return invitationId(request)
                .answer(id -> changes.send(request, new Uninvite(id)).map(InvitationRoutes::gone));
    }

    /** An expired or used invitation does not exist any more. */
    private static ApiResponse gone(WriteResult written) {
        return written instanceof WriteResult.Failed(Problem problem, var _)
                        && problem.code().equals("invitation_over")
                ? Problem.notFound()
                : written.answer(holds -> holds.on(ApiResponse.empty(204)));
    }

    private static Validated<String> invitationId(ApiRequest request) {
        return ApiRequest.id(IdKind.INV, request.variable("invitation_id"));
    }

    private ObjectNode json(String workspace, Invitation invitation) {
        return WorkspaceJson.of(invitation).put("email", secrets.email(workspace, invitation));
    }
}
