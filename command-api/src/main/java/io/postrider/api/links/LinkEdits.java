package io.postrider.api.links;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.MetadataMerge;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.api.links.LinkLookup.Target;
import io.postrider.domain.links.LinkCommand;
import io.postrider.schemas.Context;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Changes links. */
final class LinkEdits {

    private final Writes writes;
    private final LinkLookup lookup;

    LinkEdits(Writes writes, LinkLookup lookup) {
        this.writes = writes;
        this.lookup = lookup;
    }

    /** A change on its way. */
    private record Edit(ApiRequest request, String key, LinkEdit wanted) {}

    Mono<Written> apply(
            ApiRequest request, String id, LinkEdit wanted, Optional<Long> expectedVersion) {
        return lookup.find(request, id)
                .flatMap(found ->
                        switch (found) {
                            case Checked.Refused<Target>(Problem problem) ->
                                    Mono.just(new Written.Failed(problem, Optional.empty()));
                            case Checked.Valid<Target>(Target target) -> {
                                Edit edit = new Edit(request, target.key(), wanted);
                                yield wanted.mergesMetadata()
                                        ? merge(edit, id, expectedVersion)
                                                .into(Checked.valid(target.present()))
                                        : send(edit, Map.of(), expectedVersion);
                            }
                        });
    }

    private MetadataMerge merge(Edit edit, String id, Optional<Long> expectedVersion) {
        return new MetadataMerge(
                edit.wanted().common().metadata(),
                expectedVersion,
                (metadata, version) -> send(edit, metadata, version),
                token -> lookup.after(edit.request(), id, token));
    }

    private Mono<Written> send(Edit edit, Map<String, String> metadata, Optional<Long> version) {
        Change change =
                new Change(
                        Context.LINKS,
                        edit.key(),
                        new LinkCommand.UpdateLink(
                                edit.request().workspace(), edit.wanted().patch(metadata)),
                        version,
                        Optional.empty());
        return Mono.fromFuture(writes.send(edit.request(), change).toCompletableFuture(), true);
    }
}
