package io.postrider.identity.audit;

import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.catalogue.EventTypes;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operation that lists audit entries. */
final class AuditRoutes implements ApiRoutes {

    private static final String ACTOR = "actor";
    private static final String ACTION = "action";
    private static final String TARGET = "target";
    private static final String OUTCOME = "outcome";
    private static final List<String> FILTERS = List.of(ACTOR, ACTION, TARGET, OUTCOME);
    private static final Set<String> OUTCOMES = Set.of("done", "denied");

    private final Queries queries;
    private final EncryptedClientInfo origins;

    AuditRoutes(Queries queries, EncryptedClientInfo origins) {
        this.queries = queries;
        this.origins = origins;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/api/v1/audit")
                        .scope("audit:read")
                        .taking(ACTOR, ACTION, TARGET, OUTCOME, "limit", "cursor")
                        .to(this::list));
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        Optional<Problem> objection = objection(request);
        if (objection.isPresent()) {
            return Mono.just(objection.get());
        }
        Map<String, String> filters = new HashMap<>();
        for (String filter : FILTERS) {
            request.parameter(filter).ifPresent(value -> filters.put(filter, value));
        }
        return queries.page(request, QueryNames.AUDIT, filters)
                .map(page ->
                        switch (page) {
                            case Validated.Refused<ObjectNode>(Problem problem) -> problem;
                            case Validated.Valid<ObjectNode>(ObjectNode body) ->
                                    queries.listed(request, opened(request.workspace(), body));
                        });
    }

    private ObjectNode opened(String workspace, ObjectNode page) {
        page.path("data").forEach(entry -> origins.open(workspace, (ObjectNode) entry));
        return page;
    }

    private static Optional<Problem> objection(ApiRequest request) {
        Optional<String> outcome = request.parameter(OUTCOME);
        if (outcome.isPresent() && !OUTCOMES.contains(outcome.get())) {
            return Optional.of(
                    Problem.badParameter(OUTCOME, "invalid_parameter", "Expected done or denied."));
        }
        return request.parameter(ACTION)
                .flatMap(EventTypes::objection)
                .map(detail -> Problem.badParameter(ACTION, "invalid_parameter", detail));
    }
}
