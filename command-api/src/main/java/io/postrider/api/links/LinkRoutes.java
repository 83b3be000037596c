package io.postrider.api.links;

import io.postrider.api.links.LinkFields.NewLink;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkPatch;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on one short link. */
final class LinkRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/links";

    private static final String CLICKS = "click_count";

    private final ResourceApi<Link> api;
    private final LinkFields fields;
    private final LinkWrites creations;
    private final Queries queries;

    LinkRoutes(ResourceApi<Link> api, LinkFields fields, LinkWrites creations, Queries queries) {
        this.api = api;
        this.fields = fields;
        this.creations = creations;
        this.queries = queries;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.createBy(request -> fields.create(request.fields()), this::create),
                api.get(QueryNames.LINK),
                api.updateBy(request -> fields.update(request.fields()), this::update),
                api.delete(DeleteLink::new));
    }

    private Mono<ApiResponse> create(
            ApiRequest request, NewLink wanted, Optional<Idempotency> idempotency) {
        return Mono.fromCompletionStage(creations.create(request, wanted, idempotency))
                .map(written ->
                        written.answer(holds -> holds.made(api.json(holds).put(CLICKS, 0), PATH)));
    }

    private Mono<ApiResponse> update(ResourceCall<LinkPatch> call) {
        return api.send(call, new UpdateLink(call.workspace(), call.body()))
                .flatMap(written ->
                        clicks(call.request(), call.target().id())
                                .map(clicks -> updated(written, clicks)));
    }

    private ApiResponse updated(WriteResult written, long clicks) {
        return written.answer(
                holds -> holds.showing(ApiResponse.ok(api.json(holds).put(CLICKS, clicks))));
    }

    /** The number of clicks on a link, as far as this node knows it at once. */
    private Mono<Long> clicks(ApiRequest request, String id) {
        return queries.foundNow(request, QueryNames.LINK, Map.of("id", id))
                .map(found ->
                        found instanceof Validated.Valid<QueryResult.Found>(var read)
                                ? clicks(read.body())
                                : 0L);
    }

    private static long clicks(ObjectNode read) {
        return read.path(CLICKS).asLong(0);
    }
}
