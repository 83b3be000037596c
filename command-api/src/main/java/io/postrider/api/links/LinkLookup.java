package io.postrider.api.links;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.redirects.LinkDirectory;
import io.postrider.redirects.LinkEntry;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Naming;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Finds the aggregate behind a link's id: here, or in the read models if it is new and of another node. */
final class LinkLookup implements Naming {

    private final LinkDirectory directory;
    private final Queries queries;

    LinkLookup(LinkDirectory directory, Queries queries) {
        this.directory = directory;
        this.queries = queries;
    }

    @Override
    public Validated<String> id(ApiRequest request) {
        return request.id(IdKind.LNK);
    }

    @Override
    public Mono<Validated<String>> key(ApiRequest request, String id) {
        return directory
                .byId(id)
                .map(entry -> Mono.just(of(request, entry)))
                .orElseGet(() ->
                        queries.found(request, QueryNames.LINK, Map.of("id", id))
                                .map(found -> found.then(LinkLookup::of)));
    }

    private static Validated<String> of(ApiRequest request, LinkEntry entry) {
        Link link = entry.link();
        return entry.deleted() || !link.workspace().equals(request.workspace())
                ? Validated.refused(Problem.notFound())
                : Validated.valid(link.key());
    }

    private static Validated<String> of(QueryResult.Found found) {
        ObjectNode body = found.body();
        return Validated.valid(
                Link.keyOf(body.path("domain").stringValue(), body.path("slug").stringValue()));
    }
}
