package io.postrider.api.workspaces;

import io.postrider.api.auth.KnownWorkspace;
import io.postrider.api.auth.WorkspaceTable;
import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Fields;
import io.postrider.api.http.OwnPages;
import io.postrider.api.http.Principal;
import io.postrider.api.http.TextRule;
import io.postrider.api.http.Written;
import io.postrider.api.people.PersonJson;
import io.postrider.domain.workspaces.WorkspaceCommand.RenameWorkspace;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on workspaces. */
final class WorkspaceRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/workspaces";
    private static final TextRule NAME = TextRule.line(1, 100);

    private final Reading reading;
    private final WorkspaceTable table;
    private final PersonJson json;
    private final Opening opening;
    private final WorkspaceWrites changes;

    WorkspaceRoutes(
            Reading reading,
            WorkspaceTable table,
            PersonJson json,
            Opening opening,
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

    private Mono<Answer> create(ApiRequest request) {
        Fields fields = request.fields();
        String name = fields.requiredText("name", NAME);
        return fields.checked(() -> name)
                .answer(_ -> opening.of(request, name, written -> created(request, written)));
    }

    private Answer created(ApiRequest request, Written written) {
        return written.answer(holds -> {
            ObjectNode body = shown(request, WorkspaceWrites.in(holds));
            return holds.showing(Answer.created(body, PATH + "/" + body.path("id").stringValue()));
        });
    }

    private Mono<Answer> list(ApiRequest request) {
        Principal principal = request.principal();
        OwnPages<KnownWorkspace> pages =
                new OwnPages<>(
                        "workspaces",
                        known -> known.workspace().id(),
                        known -> shown(request, known));
        return reading.list(
                request,
                pages,
                principal.id(),
                () ->
                        principal.isPerson()
                                ? table.of(principal.id())
                                : table.byId(principal.workspace()).stream().toList());
    }

    private Mono<Answer> one(ApiRequest request) {
        return reading.one(request, known -> Optional.of(shown(request, known)));
    }

    private Mono<Answer> rename(ApiRequest request) {
        Fields fields = request.fields();
        fields.notNull("name");
        Optional<String> name = fields.text("name", NAME);
        return fields.checked(() -> name)
                .answer(given ->
                        given.map(text -> renamed(request, text)).orElseGet(() -> one(request)));
    }

    private Mono<Answer> renamed(ApiRequest request, String name) {
        return changes.send(request, new RenameWorkspace(name))
                .map(written ->
                        written.answer(holds ->
                                holds.showing(
                                        Answer.ok(shown(request, WorkspaceWrites.in(holds))))));
    }

    private ObjectNode shown(ApiRequest request, KnownWorkspace known) {
        return json.entered(known, request.principal().id());
    }
}
