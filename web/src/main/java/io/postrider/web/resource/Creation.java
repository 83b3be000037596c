package io.postrider.web.resource;

import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.time.Instant;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * The command that creates a resource.
 *
 * @param secret shown in the answer, once
 */
public record Creation(Record command, Optional<ShownOnce> secret) {

    /** Adds a secret to the resource that an answer shows. */
    @FunctionalInterface
    public interface ShownOnce {
        /**
         * The body with the secret.
         *
         * @param isReplayed whether an earlier response contained the secret, so that no other does
         */
        ObjectNode in(ObjectNode body, boolean isReplayed);
    }

    /** A creation without a secret. */
    public static Validated<Creation> of(Record command) {
        return Validated.valid(new Creation(command, Optional.empty()));
    }

    /** A creation with a secret. */
    public static Validated<Creation> of(Record command, ShownOnce secret) {
        return Validated.valid(new Creation(command, Optional.of(secret)));
    }

    /** A creation with a secret in the member {@code secret}. */
    public static Validated<Creation> of(Record command, String secret) {
        return of(command, secret(secret));
    }

    /** A secret in the member {@code secret}. */
    public static ShownOnce secret(String secret) {
        return (body, isReplayed) ->
                body.put("secret", isReplayed ? null : secret).put("secret_available", !isReplayed);
    }

    /** Makes the creation of a resource under a new id from the body of a request. */
    @FunctionalInterface
    public interface Creator<B> {
        Validated<Creation> of(ApiRequest request, B body, String id, Instant now);
    }

    /** Adds referenced data to a body. */
    @FunctionalInterface
    public interface Completer<B> {
        /** The complete body of the resource with an id, which stays unused if the write fails. */
        Mono<Validated<B>> of(ApiRequest request, B body, String id);
    }

    /** Creates a resource in a way of its own. */
    @FunctionalInterface
    public interface Handler<B> {
        Mono<ApiResponse> of(ApiRequest request, B body, Optional<Idempotency> idempotency);
    }
}
