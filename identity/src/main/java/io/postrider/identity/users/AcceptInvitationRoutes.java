package io.postrider.identity.users;

import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.Join;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.users.InvitationLookup.Found;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.CommandRequest;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on the link of an invitation: preview it and accept it. */
final class AcceptInvitationRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/invitations";
    private static final TextRule TOKEN = TextRule.line(1, 200);

    private final InvitationLookup invited;
    private final InvitationAcceptance joining;
    private final LoginPolicy loginPolicy;
    private final InvitationSecrets secrets;
    private final UserJson json;
    private final WorkspaceReplica workspaces;
    private final Writes writes;

    AcceptInvitationRoutes(
            InvitationLookup invited,
            InvitationAcceptance joining,
            LoginPolicy loginPolicy,
            InvitationSecrets secrets,
            UserJson json,
            WorkspaceReplica workspaces,
            Writes writes) {
        this.invited = invited;
        this.joining = joining;
        this.loginPolicy = loginPolicy;
        this.secrets = secrets;
        this.json = json;
        this.workspaces = workspaces;
        this.writes = writes;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH + "/view").open().to(this::view),
                ApiRoute.post(PATH + "/accept").person().to(this::accept),
                ApiRoute.post(PATH + "/join").open().to(this::join));
    }

    private static Validated<String> token(BodyReader fields) {
        String token = fields.requiredText("token", TOKEN);
        return fields.checked(() -> token);
    }

    private Mono<ApiResponse> view(ApiRequest request) {
        return token(request.fields())
                .then(token -> loginPolicy.ready(request).then(_ -> invited.find(request, token)))
                .answer(found -> Mono.just(ApiResponse.ok(seen(found)).showingSecret()));
    }

    private ObjectNode seen(Found found) {
        ObjectNode body = Json.object().put("object", "invitation");
        body.set("workspace", Json.object().put("name", found.workspace().name()));
        return body.put("role", found.invitation().role())
                .put("email", secrets.email(found.workspace().id(), found.invitation()))
                .put("expires_at", Json.time(found.invitation().expiresAt()));
    }

    private Mono<ApiResponse> accept(ApiRequest request) {
        return token(request.fields())
                .answer(token ->
                        member(request, token)
                                .map(known ->
                                        Mono.<ApiResponse>just(
                                                ApiResponse.ok(entered(request, known))))
                                .orElseGet(() ->
                                        invited.find(request, token)
                                                .answer(found -> accepted(request, found))));
    }

    /** A user who repeats a request without a response finds the invitation used and is already a member. */
    private Optional<Versioned<Workspace>> member(ApiRequest request, String token) {
        String user = request.principal().id();
        return InvitationToken.parse(token)
                .filter(parsed -> workspaces.role(parsed.workspace(), user).isPresent())
                .flatMap(parsed -> workspaces.byId(parsed.workspace()));
    }

    private Mono<ApiResponse> accepted(ApiRequest request, Found found) {
        String workspace = found.workspace().id();
        Join join = new Join(found.invitation().id(), request.principal().id());
        return writes.once(
                request,
                idempotency ->
                        writes.sendAs(
                                        request,
                                        request.principal().actor(),
                                        workspace,
                                        CommandRequest.of(
                                                Context.WORKSPACES, workspace, join, idempotency))
                                .thenApply(written ->
                                        written.answer(holds ->
                                                holds.on(
                                                        ApiResponse.ok(
                                                                entered(request, in(holds)))))));
    }

    private ObjectNode entered(ApiRequest request, Versioned<Workspace> known) {
        return json.entered(known, request.principal().id());
    }

    private static Versioned<Workspace> in(WriteResult.Holds holds) {
        if (holds.event().payload() instanceof WorkspaceEvent change) {
            return new Versioned<>(change.workspace(), holds.version());
        }
        throw new IllegalStateException("not about a workspace: " + holds.event().header().type());
    }

    private Mono<ApiResponse> join(ApiRequest request) {
        return AcceptInvitationForm.read(request.fields())
                .then(form -> loginPolicy.open(request).then(_ -> Validated.valid(form)))
                .answer(form ->
                        invited.find(request, form.token())
                                .answer(found -> joining.of(request, form, found)));
    }
}
