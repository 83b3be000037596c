package io.postrider.api.messaging;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.messaging.ContactFields.Address;
import io.postrider.runtime.secrets.ContactSealer;
import java.util.Map;
import java.util.Optional;
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
    Mono<Checked<Optional<JsonNode>>> find(ApiRequest request, Address address) {
        return token(request, address)
                .map(token ->
                        queries.found(request, "contacts", Map.of("address", token, "limit", "1"))
                                .map(found ->
                                        found.then(page ->
                                                Checked.valid(
                                                        page.body()
                                                                .path("data")
                                                                .valueStream()
                                                                .findFirst()))))
                .orElseGet(() -> Mono.just(Checked.refused(Problem.secretsUnavailable())));
    }

    /** The keyed hash of an address; empty if the workspace has no data key. */
    Optional<String> token(ApiRequest request, Address address) {
        return sealer.token(request.workspace(), address.type(), address.value());
    }
}
