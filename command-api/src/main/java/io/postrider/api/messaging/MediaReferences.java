package io.postrider.api.messaging;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.messaging.MessageFields.NewMessage;
import io.postrider.domain.kernel.FieldError;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the uploaded file that a message names. */
final class MediaReferences {

    private final Queries queries;

    MediaReferences(Queries queries) {
        this.queries = queries;
    }

    /** The message with type and size of its file; refused with 422 if the file cannot be sent. */
    Mono<Checked<NewMessage>> complete(ApiRequest request, NewMessage wanted) {
        String id = wanted.content().path(wanted.type()).path("id").asString("");
        if (!id.startsWith("med_")) {
            return Mono.just(Checked.valid(wanted));
        }
        return queries.found(request, "media", Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Checked.Valid(var media) -> complete(wanted, media.body());
                            case Checked.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? Checked.refused(
                                                    new FieldError(
                                                            "/" + wanted.type() + "/id",
                                                            "unknown_media",
                                                            "There is no such file."))
                                            : Checked.refused(problem);
                        });
    }

    private static Checked<NewMessage> complete(NewMessage wanted, JsonNode media) {
        Optional<FieldError> objection = MediaRules.objection(wanted.type(), media);
        if (objection.isPresent()) {
            return Checked.refused(objection.get());
        }
        ObjectNode file = ((ObjectNode) wanted.content().path(wanted.type())).deepCopy();
        file.set("mime_type", media.path("mime_type"));
        file.set("size", media.path("size"));
        return Checked.valid(wanted.with(wanted.type(), file));
    }
}
