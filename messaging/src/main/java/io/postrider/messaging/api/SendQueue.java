package io.postrider.messaging.api;

import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The recipient of a message, and the messages before it. */
final class SendQueue {

    private static final String LIMIT = "100";

    private final Queries queries;
    private final ContactLookup contacts;

    SendQueue(Queries queries, ContactLookup contacts) {
        this.queries = queries;
        this.contacts = contacts;
    }

    /**
     * The place of a message.
     *
     * @param contact the recipient as JSON; empty for a group, and where it was deleted
     * @param toContact from when on up to a hundred messages of the instance to the recipient could be sent, this one last
     * @param ahead number of messages of the instance that wait before it, at most a hundred
     */
    record Place(Optional<JsonNode> contact, List<Instant> toContact, int ahead) {

        static final Place FIRST = new Place(Optional.empty(), List.of(), 0);

        Place {
            toContact = List.copyOf(toContact);
        }
    }

    /** The place of a message that waits; the first of any other. */
    Mono<Validated<Place>> of(ApiRequest request, JsonNode message) {
        if (!message.path("status").asString("").equals("accepted")) {
            return Mono.just(Validated.valid(Place.FIRST));
        }
        String contact = message.path("contact_id").asString("");
        Mono<Validated<Optional<JsonNode>>> known =
                contact.isEmpty()
                        ? Mono.just(Validated.valid(Optional.empty()))
                        : contacts.named(request, contact);
        Map<String, String> same = before(message);
        same.put("contact_id", contact);
        same.put("direction", "outbound");
        Map<String, String> waiting = before(message);
        waiting.put("status", "accepted");
        return Mono.zip(known, list(request, same), list(request, waiting))
                .map(found ->
                        found.getT1()
                                .then(person ->
                                        found.getT2()
                                                .then(toContact ->
                                                        found.getT3()
                                                                .then(ahead ->
                                                                        Validated.valid(
                                                                                new Place(
                                                                                        person,
                                                                                        times(
                                                                                                toContact,
                                                                                                message),
                                                                                        ahead
                                                                                                .size()))))));
    }

    private static Map<String, String> before(JsonNode message) {
        Map<String, String> asked = new HashMap<>();
        asked.put("instance_id", message.path("instance_id").asString(""));
        asked.put("created_before", message.path("created_at").asString(""));
        asked.put("limit", LIMIT);
        return asked;
    }

    private Mono<Validated<JsonNode>> list(ApiRequest request, Map<String, String> asked) {
        return queries.foundNow(request, "messages", asked)
                .map(found -> found.then(page -> Validated.valid(page.body().path("data"))));
    }

    private static List<Instant> times(JsonNode earlier, JsonNode message) {
        List<Instant> times = new ArrayList<>();
        earlier.forEach(each -> times.add(time(each)));
        Collections.reverse(times);
        times.add(time(message));
        return times;
    }

    private static Instant time(JsonNode message) {
        return Instant.parse(
                message.path("schedule_at")
                        .asStringOpt()
                        .orElseGet(() -> message.path("created_at").asString("")));
    }
}
