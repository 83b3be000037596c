package io.postrider.messaging.api;

import io.postrider.domain.kernel.FieldError;
import io.postrider.messaging.api.MessageFields.NewMessage;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Adds to a message how the provider names the message that it answers or reacts to. */
final class MessageReferences {

    private final Queries queries;

    MessageReferences(Queries queries) {
        this.queries = queries;
    }

    /** The message with {@code context.provider_id}; refused with 422 if the other message cannot be referred to. */
    Mono<Validated<NewMessage>> complete(ApiRequest request, NewMessage wanted) {
        String reacted = wanted.content().at("/reaction/message_id").asString("");
        if (!reacted.isEmpty()) {
            return complete(request, wanted, reacted, "/reaction/message_id");
        }
        String answered = wanted.replyTo();
        return answered == null
                ? Mono.just(Validated.valid(wanted))
                : complete(request, wanted, answered, "/reply_to");
    }

    private Mono<Validated<NewMessage>> complete(
            ApiRequest request, NewMessage wanted, String id, String pointer) {
        return queries.found(request, "message", Map.of("id", id))
                .map(found ->
                        switch (found) {
                            case Validated.Valid(var message) ->
                                    complete(wanted, message.body(), pointer);
                            case Validated.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? Validated.refused(
                                                    new FieldError(
                                                            pointer,
                                                            "unknown_message",
                                                            "The workspace has no message with this ID."))
                                            : Validated.refused(problem);
                        });
    }

    private static Validated<NewMessage> complete(
            NewMessage wanted, JsonNode other, String pointer) {
        String providerId = other.path("provider_id").asString("");
        if (!other.path("instance_id").asString("").equals(wanted.instanceId())) {
            return Validated.refused(
                    new FieldError(
                            pointer, "other_instance", "The message belongs to another instance."));
        }
        return providerId.isEmpty()
                ? Validated.refused(
                        new FieldError(
                                pointer,
                                "message_not_sent",
                                "The provider has not accepted the message yet."))
                : Validated.valid(
                        wanted.with("context", Json.object().put("provider_id", providerId)));
    }
}
