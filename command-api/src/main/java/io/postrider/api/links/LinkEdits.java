package io.postrider.api.links;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Change;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkPatch;
import io.postrider.schemas.Context;
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

    Mono<Written> apply(
            ApiRequest request, String id, LinkPatch wanted, Optional<Long> expectedVersion) {
        return lookup.key(request, id)
                .flatMap(found ->
                        switch (found) {
                            case Checked.Refused<String>(Problem problem) ->
                                    Mono.just(new Written.Failed(problem, Optional.empty()));
                            case Checked.Valid<String>(String key) ->
                                    send(request, key, wanted, expectedVersion);
                        });
    }

    private Mono<Written> send(
            ApiRequest request, String key, LinkPatch wanted, Optional<Long> expectedVersion) {
        Change change =
                new Change(
                        Context.LINKS,
                        key,
                        new LinkCommand.UpdateLink(request.workspace(), wanted),
                        expectedVersion,
                        Optional.empty());
        return Mono.fromFuture(writes.send(request, change).toCompletableFuture(), true);
    }
}
