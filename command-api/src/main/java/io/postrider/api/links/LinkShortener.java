package io.postrider.api.links;

import io.postrider.domain.links.Link;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.LinkCreation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Creates short links on behalf of other surfaces. */
final class LinkShortener implements LinkCreation {

    private final ResourceApi<Link> api;
    private final LinkFields fields;
    private final LinkWrites writes;

    LinkShortener(ResourceApi<Link> api, LinkFields fields, LinkWrites writes) {
        this.api = api;
        this.fields = fields;
        this.writes = writes;
    }

    @Override
    public Mono<Validated<ObjectNode>> create(
            ApiRequest request, String url, Map<String, String> metadata) {
        ObjectNode body = Json.object().put("url", url);
        body.set("metadata", Json.texts(metadata));
        return switch (fields.create(new BodyReader(body))) {
            case Validated.Refused(var problem) -> Mono.just(Validated.refused(problem));
            case Validated.Valid(var link) ->
                    Mono.fromCompletionStage(writes.create(request, link, Optional.empty()))
                            .map(this::created);
        };
    }

    private Validated<ObjectNode> created(WriteResult written) {
        return switch (written) {
            case WriteResult.Holds holds -> Validated.valid(api.json(holds));
            case WriteResult.Failed(var problem, _) -> Validated.refused(problem);
            case WriteResult.Reserved _ -> throw new IllegalStateException("a key without a link");
        };
    }
}
