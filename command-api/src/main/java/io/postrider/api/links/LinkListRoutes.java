package io.postrider.api.links;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.LinkListed;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.TimeParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpMethod;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The lists of short links, their clicks and their statistics. */
final class LinkListRoutes implements ApiRoutes {

    private static final String[] STATISTICS = {
        "interval", "group_by", "filter", "timezone", "from", "to"
    };

    private static final List<String> NOT_YET = List.of("group_by", "filter");

    private final Queries queries;
    private final ListingRecorder recorder;

    LinkListRoutes(Queries queries, ListingRecorder recorder) {
        this.queries = queries;
        this.recorder = recorder;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get(LinkRoutes.PATH)
                        .scope("links:read")
                        .taking("limit", "cursor", "tag", "q", "domain", "external_id")
                        .taking("created_after", "created_before")
                        .to(this::list),
                ApiRoute.get(LinkRoutes.PATH + "/{id}/clicks")
                        .scope("clicks:read")
                        .taking("limit", "cursor")
                        .to(this::clicks),
                ApiRoute.get(LinkRoutes.PATH + "/{id}/stats")
                        .scope("clicks:read")
                        .taking(STATISTICS)
                        .to(this::statistics),
                ApiRoute.get("/api/v1/clicks/stats")
                        .scope("clicks:read")
                        .taking(STATISTICS)
                        .to(this::allStatistics));
    }

    private Mono<ApiResponse> list(ApiRequest request) {
        return TimeParameters.of(request, "created_after", "created_before")
                .answer(times ->
                        queries.page(request, QueryNames.LINKS, times)
                                .map(page ->
                                        switch (page) {
                                            case Validated.Refused<ObjectNode>(Problem problem) ->
                                                    problem;
                                            case Validated.Valid<ObjectNode>(ObjectNode body) ->
                                                    listed(request, body);
                                        }));
    }

    private ApiResponse listed(ApiRequest request, ObjectNode page) {
        if (request.method().equals(HttpMethod.GET) && !request.principal().isPerson()) {
            List<String> ids = new ArrayList<>();
            page.path("data").forEach(link -> ids.add(link.path("id").asString("")));
            recorder.record(
                    request.workspace(),
                    request.principal().actor(),
                    request.requestId(),
                    new LinkListed(ids.size(), ids, request.parameters()));
        }
        return queries.listed(request, page);
    }

    private Mono<ApiResponse> clicks(ApiRequest request) {
        return request.id(IdKind.LNK)
                .answer(id -> queries.list(request, QueryNames.LINK_CLICKS, Map.of("id", id)));
    }

    private Mono<ApiResponse> statistics(ApiRequest request) {
        return request.id(IdKind.LNK)
                .answer(id -> counted(request, QueryNames.LINK_STATS, Map.of("id", id)));
    }

    private Mono<ApiResponse> allStatistics(ApiRequest request) {
        return counted(request, QueryNames.CLICK_STATS, Map.of());
    }

    private Mono<ApiResponse> counted(
            ApiRequest request, String question, Map<String, String> which) {
        for (String name : NOT_YET) {
            if (request.parameter(name).isPresent()) {
                return Mono.just(
                        Problem.badParameter(
                                name, "not_supported_yet", name + " is not supported yet."));
            }
        }
        return TimeParameters.of(request, "from", "to")
                .answer(times -> {
                    Map<String, String> asked = new LinkedHashMap<>(request.parameters());
                    asked.putAll(times);
                    asked.putAll(which);
                    asked.remove("format");
                    return queries.resource(request, question, asked);
                });
    }
}
