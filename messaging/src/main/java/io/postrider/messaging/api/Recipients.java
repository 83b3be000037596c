package io.postrider.messaging.api;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.kernel.FieldError;
import io.postrider.messaging.api.ContactFields.Address;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Finds the contacts and groups that messages are sent to. */
final class Recipients {

    private static final String READ = "contacts:read";

    private final Queries queries;
    private final ContactLookup lookup;

    Recipients(Queries queries, ContactLookup lookup) {
        this.queries = queries;
        this.lookup = lookup;
    }

    /**
     * A recipient that exists.
     *
     * @param contactId null for a group
     * @param address {@code phone}, {@code user_id}, or {@code group_id} and {@code provider_id}
     * @param wantsMarketing whether the contact has not opted out of it
     */
    record Recipient(@Nullable String contactId, ObjectNode address, boolean wantsMarketing) {}

    /**
     * The recipient that a body names; refused with 422 if the contact is unknown, blocked or wants no messages. An address
     * that belongs to no contact gets the id of the contact that is created for it.
     *
     * @param to {@code phone}, {@code user_id} or {@code contact_id}
     * @param pointer to the place of the body
     */
    Mono<Validated<Recipient>> resolve(ApiRequest request, ObjectNode to, String pointer) {
        String contact = to.path("contact_id").asString("");
        if (!contact.isEmpty()) {
            // A message to a contact, or a draft of one, shows its number.
            Optional<Problem> unreadable = request.principal().unreadable(READ, contact);
            if (unreadable.isPresent()) {
                return Mono.just(Validated.refused(unreadable.get()));
            }
            return lookup.named(request, contact)
                    .map(found ->
                            found.then(known ->
                                    known.map(json -> toContact(json, pointer))
                                            .orElseGet(() -> unknown("contact", pointer))));
        }
        Address address =
                to.has("phone")
                        ? new Address(ContactAddress.PHONE, to.path("phone").asString(""))
                        : new Address(ContactAddress.BSUID, to.path("user_id").asString(""));
        return lookup.find(request, address)
                .map(found ->
                        found.then(known ->
                                known.map(json -> allowed(to, json, pointer))
                                        .orElseGet(() -> toNew(request, to, address))));
    }

    /** The group that a body names; refused with 422 if it is unknown, not active, or of another instance. */
    Mono<Validated<Recipient>> group(
            ApiRequest request, String group, String instance, String pointer) {
        return queries.found(request, "group", Map.of("id", group))
                .map(found ->
                        switch (found) {
                            case Validated.Valid(var known) ->
                                    toGroup(known.body(), instance, pointer);
                            case Validated.Refused(Problem problem) ->
                                    problem.status() == 404
                                            ? unknown("group", pointer)
                                            : Validated.refused(problem);
                        });
    }

    private static Validated<Recipient> unknown(String kind, String pointer) {
        return Validated.refused(
                new FieldError(
                        pointer,
                        "unknown_recipient",
                        "The workspace has no " + kind + " with this ID."));
    }

    /** The contact is created once the message is in the log. */
    private Validated<Recipient> toNew(ApiRequest request, ObjectNode to, Address address) {
        return lookup.token(request, address)
                .map(token -> Contact.idOf(request.workspace(), token))
                .map(id -> Validated.valid(new Recipient(id, to, true)))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    private static Validated<Recipient> toContact(JsonNode contact, String pointer) {
        ObjectNode to = Json.object();
        value(contact, ContactAddress.PHONE).ifPresent(value -> to.put("phone", value));
        value(contact, ContactAddress.BSUID).ifPresent(value -> to.put("user_id", value));
        return to.isEmpty()
                ? Validated.refused(
                        new FieldError(
                                pointer,
                                "no_address",
                                "The contact has neither a phone number nor a WhatsApp user ID."))
                : allowed(to, contact, pointer);
    }

    private static Optional<String> value(JsonNode contact, String type) {
        return contact.path("addresses")
                .valueStream()
                .filter(address -> address.path("type").asString("").equals(type))
                .map(address -> address.path("value").asString(""))
                .findFirst();
    }

    private static Validated<Recipient> allowed(ObjectNode to, JsonNode contact, String pointer) {
        boolean optedOut = contact.path("opted_out").asBoolean(false);
        boolean ofMarketing =
                contact.path("opt_out_category").asString("").equals(OptOut.MARKETING);
        if (optedOut && !ofMarketing) {
            return Validated.refused(
                    new FieldError(
                            pointer, "recipient_opted_out", "The contact opted out of messages."));
        }
        if (contact.path("blocked").asBoolean(false)) {
            return Validated.refused(
                    new FieldError(pointer, "recipient_blocked", "The contact is blocked."));
        }
        return Validated.valid(new Recipient(contact.path("id").asString(""), to, !optedOut));
    }

    private static Validated<Recipient> toGroup(JsonNode group, String instance, String pointer) {
        if (!group.path("instance_id").asString("").equals(instance)) {
            return Validated.refused(
                    new FieldError(
                            pointer, "other_instance", "The group belongs to another instance."));
        }
        if (!group.path("state").asString("").equals("active")) {
            return Validated.refused(
                    new FieldError(
                            pointer,
                            "group_not_active",
                            "The provider has not created the group yet."));
        }
        return Validated.valid(
                new Recipient(
                        null,
                        Json.object()
                                .put("group_id", group.path("id").asString(""))
                                .put("provider_id", group.path("provider_id").asString("")),
                        true));
    }
}
