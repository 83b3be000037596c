package io.postrider.api.links;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Newer;
import io.postrider.api.http.Preconditions;
import io.postrider.api.http.Queries;
import io.postrider.api.http.Written;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkPatch;
import io.postrider.runtime.reads.Questions;
import io.postrider.runtime.reads.ReadAnswer;
import io.postrider.schemas.json.LinkJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The operations on one short link. */
final class LinkRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/links";

    private static final String CLICKS = "click_count";

    private final LinkFields fields;
    private final LinkWrites creations;
    private final LinkEdits edits;
    private final LinkLookup lookup;
    private final Queries queries;
    private final LinkJson json;

    LinkRoutes(
            LinkFields fields,
            LinkWrites creations,
            LinkEdits edits,
            LinkLookup lookup,
            Queries queries,
            LinkJson json) {
        this.fields = fields;
        this.creations = creations;
        this.edits = edits;
        this.lookup = lookup;
        this.queries = queries;
        this.json = json;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH).scope("links:write").to(this::create),
                ApiRoute.get(PATH + "/{id}").scope("links:read").to(this::one),
                ApiRoute.patch(PATH + "/{id}").scope("links:write").to(this::edit),
                ApiRoute.delete(PATH + "/{id}").scope("links:write").to(this::delete));
    }

    private Mono<Answer> create(ApiRequest request) {
        return fields.create(request.fields())
                .answer(wanted -> creations.create(request, wanted, this::created));
    }

    private Answer created(Written written) {
        return written.answer(holds -> {
            ObjectNode body = shown(holds, 0);
            String location = PATH + "/" + body.path("id").stringValue();
            return holds.showing(Answer.created(body, location));
        });
    }

    private Mono<Answer> one(ApiRequest request) {
        return request.id(IdKind.LNK)
                .answer(id ->
                        queries.newest(
                                request,
                                Questions.LINK,
                                id,
                                () -> lookup.own(request, id).map(this::newer)));
    }

    private Newer newer(LinkEntry entry) {
        return new Newer(
                entry.version(),
                entry.deleted(),
                read -> json.of(entry.link(), entry.version()).put(CLICKS, clicks(read)));
    }

    private Mono<Answer> edit(ApiRequest request) {
        return request.id(IdKind.LNK)
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version ->
                                        fields.update(request.fields())
                                                .then(wanted ->
                                                        Checked.valid(
                                                                new Edit(id, version, wanted)))))
                .answer(edit ->
                        edits.apply(request, edit.id(), edit.wanted(), edit.version())
                                .flatMap(written -> edited(request, edit.id(), written)));
    }

    /** Which link is to be changed in what way, and at which version. */
    private record Edit(String id, Optional<Long> version, LinkPatch wanted) {}

    private Mono<Answer> edited(ApiRequest request, String id, Written written) {
        return clicks(request, id)
                .map(clicks ->
                        written.answer(holds -> holds.showing(Answer.ok(shown(holds, clicks)))));
    }

    /** How often a link was followed, as far as that is known at once. */
    private Mono<Long> clicks(ApiRequest request, String id) {
        return queries.foundNow(request, Questions.LINK, Map.of("id", id))
                .map(found ->
                        found instanceof Checked.Valid<ReadAnswer.Found>(var read)
                                ? clicks(read.body())
                                : 0L);
    }

    private static long clicks(ObjectNode read) {
        return read.path(CLICKS).asLong(0);
    }

    private Mono<Answer> delete(ApiRequest request) {
        return request.id(IdKind.LNK)
                .then(id ->
                        Preconditions.expectedVersion(request)
                                .then(version -> Checked.valid(new Doomed(id, version))))
                .answer(doomed ->
                        lookup.key(request, doomed.id())
                                .flatMap(target ->
                                        target.answer(key ->
                                                creations.delete(
                                                        request,
                                                        key,
                                                        doomed.version(),
                                                        LinkRoutes::deleted))));
    }

    /** Which link is to be deleted, and at which version. */
    private record Doomed(String id, Optional<Long> version) {}

    private static Answer deleted(Written written) {
        return written.answer(holds -> holds.on(Answer.empty(204)));
    }

    private ObjectNode shown(Written.Holds holds, long clicks) {
        if (holds.event().payload() instanceof LinkEvent.LinkChange change) {
            return json.of(change.link(), holds.version()).put(CLICKS, clicks);
        }
        throw new IllegalStateException("not about a link: " + holds.event().header().type());
    }
}
