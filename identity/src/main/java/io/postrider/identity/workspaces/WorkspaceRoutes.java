package io.postrider.identity.workspaces;

import io.postrider.domain.workspaces.Workspace;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.users.UserJson;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.resource.InMemoryPages;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Principal;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on workspaces. */
final class WorkspaceRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/workspaces";
    private static final TextRule NAME = TextRule.line(1, 100);

    private final WorkspaceQueries reading;
    private final WorkspaceReplica table;
    private final UserJson json;
    private final WorkspaceCreation opening;
    private final WorkspaceWrites changes;

    WorkspaceRoutes(
            WorkspaceQueries reading,
            WorkspaceReplica table,
            UserJson json,
            WorkspaceCreation opening,
            WorkspaceWrites changes) {
        this.reading = reading;
        this.table = table;
        this.json = json;
        this.opening = opening;
        this.changes = changes;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).personOr("workspace:write").to(this::create),
                ApiRoute.get(PATH)
                        .personOr("workspace:read")
                        .taking("limit", "cursor")
                        .to(this::list),
                ApiRoute.get(PATH + "/{id}").inWorkspace("workspace:read").to(this::one),
                ApiRoute.patch(PATH + "/{id}").inWorkspace("workspace:write").to(this::rename));
    }

    private Mono<ApiResponse> create(ApiRequest request) {
        BodyReader fields = request.fields();
        String name = fields.requiredText("name", NAME);
        return fields.checked(() -> name)
                .answer(_ -> opening.of(request, name, written -> created(request, written)));
    }

    private ApiResponse created(ApiRequest request, WriteResult written) {
        return written.answer(holds -> {
            ObjectNode body = shown(request, WorkspaceWrites.in(holds));
            return holds.showing(
                    ApiResponse.created(body, PATH + "/" + body.path("id").stringValue()));
        });
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        Principal principal = request.principal();
        InMemoryPages<Versioned<Workspace>> pages =
                new InMemoryPages<>(
                        "workspaces", known -> known.value().id(), known -> shown(request, known));
        return reading.list(
                request,
                pages,
                principal.id(),
                () ->
                        principal.isPerson()
                                ? table.of(principal.id())
                                : table.byId(principal.workspace()).stream().toList());
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return reading.one(request, known -> Optional.of(shown(request, known)));
    }

    private Mono<ApiResponse> rename(ApiRequest request) {
        BodyReader fields = request.fields();
        fields.notNull("name");
        Optional<String> name = fields.text("name", NAME);
        return fields.checked(() -> name)
                .answer(given ->
                        given.map(text -> renamed(request, text)).orElseGet(() -> one(request)));
    }

    private Mono<ApiResponse> renamed(ApiRequest request, String name) {
        return changes.send(request, new RenameWorkspace(name))
                .map(written ->
                        written.answer(holds ->
                                holds.showing(
                                        ApiResponse.ok(
                                                shown(request, WorkspaceWrites.in(holds))))));
    }

    private ObjectNode shown(ApiRequest request, Versioned<Workspace> known) {
        return json.entered(known, request.principal().id());
    }
}
