package io.postrider.api.messaging;

import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Queries;
import io.postrider.api.messaging.ContactFields.Address;
import io.postrider.api.messaging.MessageFields.NewMessage;
import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds to a message the contact that it is for, and to a message for a contact the address of the contact. */
final class MessageRecipients {

    private final Queries queries;
    private final ContactLookup lookup;

    MessageRecipients(Queries queries, ContactLookup lookup) {
        this.queries = queries;
        this.lookup = lookup;
    }

    /** The message with its contact; refused with 422 if the contact is unknown, blocked or wants no messages. */
    Mono<Checked<NewMessage>> complete(ApiRequest request, NewMessage wanted) {
        String contact = wanted.to().path("contact_id").asString("");
        if (!contact.isEmpty()) {
            return queries.found(request, "contact", Map.of("id", contact))
                    .map(found ->
                            switch (found) {
                                case Checked.Valid(var known) -> toContact(wanted, known.body());
                                case Checked.Refused(Problem problem) ->
                                        problem.status() == 404
                                                ? refused(
                                                        new FieldError(
                                                                "/to/contact_id",
                                                                "unknown_contact",
                                                                "There is no such contact."))
                                                : Checked.refused(problem);
                            });
        }
        Address address = address(wanted.to());
        return lookup.find(request, address)
                .map(found ->
                        found.then(known ->
                                known.map(json -> to(wanted, wanted.to(), json))
                                        .orElseGet(() -> toNew(request, wanted, address))));
    }

    private static Address address(ObjectNode to) {
        return to.has("phone")
                ? new Address(ContactAddress.PHONE, to.path("phone").asString())
                : new Address(ContactAddress.BSUID, to.path("user_id").asString(""));
    }

    /** The contact is created once the message is in the log. */
    private Checked<NewMessage> toNew(ApiRequest request, NewMessage wanted, Address address) {
        return lookup.token(request, address)
                .map(token -> Contact.idOf(request.workspace(), token))
                .map(id -> Checked.valid(wanted.to(wanted.to(), id)))
                .orElseGet(() -> Checked.refused(Problem.secretsUnavailable()));
    }

    private static Checked<NewMessage> toContact(NewMessage wanted, JsonNode contact) {
        ObjectNode to = Json.object();
        value(contact, ContactAddress.PHONE).ifPresent(value -> to.put("phone", value));
        value(contact, ContactAddress.BSUID).ifPresent(value -> to.put("user_id", value));
        return to.isEmpty()
                ? refused(
                        new FieldError(
                                "/to/contact_id",
                                "no_address",
                                "The contact has neither a phone number nor a WhatsApp user id."))
                : to(wanted, to, contact);
    }

    private static Optional<String> value(JsonNode contact, String type) {
        return contact.path("addresses")
                .valueStream()
                .filter(address -> address.path("type").asString("").equals(type))
                .map(address -> address.path("value").asString())
                .findFirst();
    }

    private static Checked<NewMessage> to(NewMessage wanted, ObjectNode to, JsonNode contact) {
        if (contact.path("opted_out").asBoolean(false)) {
            return refused(
                    new FieldError("/to", "recipient_opted_out", "The contact wants no messages."));
        }
        if (contact.path("blocked").asBoolean(false)) {
            return refused(new FieldError("/to", "recipient_blocked", "The contact is blocked."));
        }
        return Checked.valid(wanted.to(to, contact.path("id").asString()));
    }

    private static Checked<NewMessage> refused(FieldError error) {
        return Checked.refused(Problem.invalid(List.of(error)));
    }
}
