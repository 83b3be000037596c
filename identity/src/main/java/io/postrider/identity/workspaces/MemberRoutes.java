package io.postrider.identity.workspaces;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Member;
import io.postrider.domain.workspaces.WorkspaceCommand.ChangeRole;
import io.postrider.domain.workspaces.WorkspaceCommand.RemoveMember;
import io.postrider.identity.auth.RecentAuthentication;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.users.UserJson;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.InMemoryPages;
import io.postrider.web.resource.Versioned;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on the members of a workspace. */
final class MemberRoutes implements ApiRoutes {

    private static final String PATH = "/api/v1/workspaces/{id}/members";
    private static final String ONE = PATH + "/{user_id}";

    private final WorkspaceQueries reading;
    private final UserReplica users;
    private final UserJson json;
    private final WorkspaceWrites changes;
    private final RecentAuthentication proof;
    private final InMemoryPages<Member> pages;

    MemberRoutes(
            WorkspaceQueries reading,
            UserReplica users,
            UserJson json,
            WorkspaceWrites changes,
            RecentAuthentication proof) {
        this.reading = reading;
        this.users = users;
        this.json = json;
        this.changes = changes;
        this.proof = proof;
        this.pages = new InMemoryPages<>("members", MemberRoutes::place, this::shown);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(PATH)
                        .inWorkspace("members:read")
                        .taking("limit", "cursor")
                        .to(this::list),
                ApiRoute.get(ONE).inWorkspace("members:read").to(this::one),
                ApiRoute.patch(ONE).inWorkspace("members:write").to(this::changeRole),
                ApiRoute.delete(ONE).inWorkspaceOrSelf("members:write").to(this::remove));
    }

    /** Members in descending order of their joining. */
    private static String place(Member member) {
        return "%015d %s".formatted(member.since().toEpochMilli(), member.userId());
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        return reading.list(request, pages, known -> known.value().members());
    }

    private Mono<ApiResponse> one(ApiRequest request) {
        return userId(request)
                .answer(id ->
                        reading.one(request, known -> known.value().member(id).map(this::shown)));
    }

    private Mono<ApiResponse> changeRole(ApiRequest request) {
        return userId(request)
                .answer(id -> {
                    BodyReader fields = request.fields();
                    fields.require("role");
                    Optional<String> role = RoleField.of(fields);
                    return fields.checked(() -> role.orElseThrow())
                            .then(wanted -> RoleField.withinReach(request.principal(), wanted))
                            .then(wanted -> proof.of(request).then(_ -> Validated.valid(wanted)))
                            .answer(wanted ->
                                    changes.send(
                                                    request,
                                                    new ChangeRole(
                                                            id,
                                                            wanted,
                                                            WorkspaceWrites.by(request)))
                                            .map(written ->
                                                    written.answer(holds -> changed(holds, id))));
                });
    }

    private ApiResponse changed(WriteResult.Holds holds, String userId) {
        Member member = WorkspaceWrites.in(holds).value().member(userId).orElseThrow();
        return holds.showing(ApiResponse.ok(shown(member)));
    }

    private Mono<ApiResponse> remove(ApiRequest request) {
        return userId(request)
                .answer(id ->
                        changes.send(request, new RemoveMember(id, WorkspaceWrites.by(request)))
                                .map(written ->
                                        written.answer(holds -> holds.on(ApiResponse.empty(204)))));
    }

    private static Validated<String> userId(ApiRequest request) {
        return ApiRequest.id(IdKind.USR, request.variable("user_id"));
    }

    private ObjectNode shown(Member member) {
        return json.member(member, users.byId(member.userId()).map(Versioned::value));
    }
}
