package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.messaging.api.MessageFields.NewMessage;
import io.postrider.messaging.media.MediaReference;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the uploaded files that a message names. */
final class MediaReferences {

    private final Queries queries;

    MediaReferences(Queries queries) {
        this.queries = queries;
    }

    /** The message with type and size of its files; refused with 422 if one of them cannot be sent. */
    Mono<Validated<NewMessage>> complete(ApiRequest request, NewMessage wanted) {
        ObjectNode content = wanted.content().deepCopy();
        return Flux.fromIterable(MediaReference.in(content))
                .concatMap(reference -> complete(request, reference))
                .next()
                .map(Validated::<NewMessage>refused)
                .switchIfEmpty(
                        Mono.fromSupplier(() ->
                                Validated.valid(
                                        wanted.with(wanted.type(), content.path(wanted.type())))));
    }

    /** The reason why a file cannot be sent; empty after its type and size were added. */
    private Mono<Problem> complete(ApiRequest request, MediaReference reference) {
        return queries.found(request, "media", Map.of("id", reference.id()))
                .flatMap(found ->
                        Mono.justOrEmpty(
                                switch (found) {
                                    case Validated.Valid(var media) ->
                                            complete(reference, media.body());
                                    case Validated.Refused(Problem problem) ->
                                            Optional.of(
                                                    problem.status() == 404
                                                            ? unknown(reference)
                                                            : problem);
                                }));
    }

    private static Problem unknown(MediaReference reference) {
        return Problem.invalid(
                new FieldError(
                        reference.pointer() + "/id",
                        "unknown_media",
                        "The workspace has no file with this ID."));
    }

    private static Optional<Problem> complete(MediaReference reference, JsonNode media) {
        Optional<FieldError> objection =
                MediaRules.objection(reference.type(), reference.pointer() + "/id", media);
        if (objection.isEmpty()) {
            reference.file().set("mime_type", media.path("mime_type"));
            reference.file().set("size", media.path("size"));
        }
        return objection.map(error -> Problem.invalid(error));
    }
}
