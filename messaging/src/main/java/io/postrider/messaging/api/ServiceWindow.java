package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The 24 hours after a message of a person, in which WhatsApp delivers more than templates. A window that is not known to be
 * closed counts as open.
 */
final class ServiceWindow {

    private static final Duration LENGTH = Duration.ofHours(24);

    private final Queries queries;
    private final ContactLookup contacts;
    private final InstantSource clock;

    ServiceWindow(Queries queries, ContactLookup contacts, InstantSource clock) {
        this.queries = queries;
        this.contacts = contacts;
        this.clock = clock;
    }

    /**
     * The window of a person.
     *
     * @param until null where no message of the person is known
     */
    record Window(boolean open, @Nullable Instant until) {

        private static final Window UNKNOWN = new Window(true, null);

        ObjectNode json() {
            return Json.object().put("open", open).put("until", Json.time(until));
        }

        /** The problem with a message of a type; empty if it may be sent. */
        Optional<Problem> refusal(String type) {
            return open || type.equals("template")
                    ? Optional.empty()
                    : Optional.of(
                            Problem.invalid(
                                    new FieldError(
                                            "/type",
                                            "window_closed",
                                            "The last message of the recipient is older than 24"
                                                    + " hours; WhatsApp then delivers only"
                                                    + " templates.")));
        }
    }

    /**
     * The window between an instance and a contact.
     *
     * @param contact null for a group, which has no window
     */
    Mono<Validated<Window>> of(ApiRequest request, Instance instance, @Nullable String contact) {
        if (contact == null) {
            return Mono.just(Validated.valid(Window.UNKNOWN));
        }
        return newest(request, instance, contact)
                .flatMap(found ->
                        found.thenLater(window ->
                                window.open()
                                        ? Mono.just(found)
                                        : ofMerged(request, instance, contact)));
    }

    /** A contact that was merged into this one may have written later. */
    private Mono<Validated<Window>> ofMerged(
            ApiRequest request, Instance instance, String contact) {
        return contacts.ids(request, contact)
                .flatMap(found -> found.thenLater(ids -> newest(request, instance, ids)));
    }

    /** The window after the newest message of any of these contacts. */
    private Mono<Validated<Window>> newest(ApiRequest request, Instance instance, String contacts) {
        Map<String, String> newest =
                Map.of(
                        "instance_id",
                        instance.id(),
                        "contact_id",
                        contacts,
                        "direction",
                        "inbound",
                        "limit",
                        "1");
        // What was written a moment ago closes no window, and waiting for it would slow every
        // message down.
        return queries.foundNow(request, "messages", newest)
                .map(found ->
                        found.then(page ->
                                Validated.valid(window(instance, page.body().at("/data/0")))));
    }

    private Window window(Instance instance, JsonNode newest) {
        Optional<Instant> until =
                newest.path("sent_at").asStringOpt().map(at -> Instant.parse(at).plus(LENGTH));
        return until.map(at -> new Window(instance.now(clock.instant()).isBefore(at), at))
                .orElse(Window.UNKNOWN);
    }
}
