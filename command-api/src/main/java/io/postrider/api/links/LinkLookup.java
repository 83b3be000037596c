package io.postrider.api.links;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Naming;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.platform.reads.Questions;
import io.postrider.platform.reads.ReadAnswer;
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
    public Checked<String> id(ApiRequest request) {
        return request.id(IdKind.LNK);
    }

    @Override
    public Mono<Checked<String>> key(ApiRequest request, String id) {
        return directory
                .byId(id)
                .map(entry -> Mono.just(of(request, entry)))
                .orElseGet(() ->
                        queries.found(request, Questions.LINK, Map.of("id", id))
                                .map(found -> found.then(LinkLookup::of)));
    }

    private static Checked<String> of(ApiRequest request, LinkEntry entry) {
        Link link = entry.link();
        return entry.deleted() || !link.workspace().equals(request.workspace())
                ? Checked.refused(Problem.notFound())
                : Checked.valid(link.key());
    }

    private static Checked<String> of(ReadAnswer.Found found) {
        ObjectNode body = found.body();
        return Checked.valid(
                Link.keyOf(body.path("domain").stringValue(), body.path("slug").stringValue()));
    }
}
