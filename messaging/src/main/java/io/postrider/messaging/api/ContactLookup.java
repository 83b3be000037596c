package io.postrider.messaging.api;

import io.postrider.messaging.api.ContactFields.Address;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Finds contacts by their addresses. */
final class ContactLookup {

    private final Queries queries;
    private final ContactSealer sealer;

    ContactLookup(Queries queries, ContactSealer sealer) {
        this.queries = queries;
        this.sealer = sealer;
    }

    /** The contact with an address, as JSON; empty if there is none. */
    Mono<Validated<Optional<JsonNode>>> find(ApiRequest request, Address address) {
        return token(request, address)
                .map(token -> first(request, Map.of("address", token)))
                .orElseGet(() -> Mono.just(Validated.refused(Problem.secretsUnavailable())));
    }

    /** The contact with an id, or the one into which it was merged, as JSON; empty if there is none. */
    Mono<Validated<Optional<JsonNode>>> named(ApiRequest request, String id) {
        return queries.found(request, "contact", Map.of("id", id))
                .flatMap(found ->
                        switch (found) {
                            case Validated.Valid(var contact) ->
                                    Mono.just(Validated.valid(Optional.of(contact.body())));
                            case Validated.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? first(request, Map.of("merged_id", id))
                                            : Mono.just(Validated.refused(problem));
                        });
    }

    /** The ids of a contact and of those that were merged into it, with commas between them. */
    Mono<Validated<String>> ids(ApiRequest request, String id) {
        return named(request, id)
                .map(found ->
                        found.then(contact ->
                                Validated.valid(
                                        contact.map(ContactLookup::ids).orElseGet(() -> id))));
    }

    private static String ids(JsonNode contact) {
        return Stream.concat(
                        Stream.of(contact.path("id")), contact.path("merged_ids").valueStream())
                .map(id -> id.asString(""))
                .collect(Collectors.joining(","));
    }

    private Mono<Validated<Optional<JsonNode>>> first(
            ApiRequest request, Map<String, String> filter) {
        Map<String, String> asked = new HashMap<>(filter);
        asked.put("limit", "1");
        return queries.found(request, "contacts", asked)
                .map(found ->
                        found.then(page ->
                                Validated.valid(
                                        page.body().path("data").valueStream().findFirst())));
    }

    /** The keyed hash of an address; empty if the workspace has no data key. */
    Optional<String> token(ApiRequest request, Address address) {
        return sealer.token(request.workspace(), address.type(), address.value());
    }
}
