package io.postrider.api.links;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Fields;
import io.postrider.api.http.ResourceApi;
import io.postrider.api.http.Written;
import io.postrider.domain.links.Link;
import io.postrider.schemas.json.Json;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Creates short links on behalf of other surfaces. */
public final class ShortLinks {

    private final ResourceApi<Link> api;
    private final LinkFields fields;
    private final LinkWrites writes;

    ShortLinks(ResourceApi<Link> api, LinkFields fields, LinkWrites writes) {
        this.api = api;
        this.fields = fields;
        this.writes = writes;
    }

    /** A link to an address, as JSON; refused as {@code POST /links} refuses it. */
    public Mono<Checked<ObjectNode>> create(
            ApiRequest request, String url, Map<String, String> metadata) {
        ObjectNode body = Json.object().put("url", url);
        body.set("metadata", Json.texts(metadata));
        return switch (fields.create(new Fields(body))) {
            case Checked.Refused(var problem) -> Mono.just(Checked.refused(problem));
            case Checked.Valid(var link) ->
                    Mono.fromCompletionStage(writes.create(request, link, Optional.empty()))
                            .map(this::created);
        };
    }

    private Checked<ObjectNode> created(Written written) {
        return switch (written) {
            case Written.Holds holds -> Checked.valid(api.json(holds));
            case Written.Failed(var problem, _) -> Checked.refused(problem);
            case Written.Reserved _ -> throw new IllegalStateException("a key without a link");
        };
    }
}
