package io.postrider.schemas.json;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.domain.contacts.ContactEvent.ContactMerged;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A contact as JSON; sealed members are omitted if the key of the workspace was destroyed. */
public final class ContactJson {

    private ContactJson() {}

    /** The contact. */
    public static ObjectNode of(Contact contact, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", contact.id());
        node.put("object", "contact");
        node.put(
                "name",
                Optional.ofNullable(contact.name())
                        .flatMap(name -> open(contact, "name", name, rendering))
                        .orElse(null));
        ArrayNode addresses = node.putArray("addresses");
        for (ContactAddress address : contact.addresses()) {
            open(contact, address.type(), address.value(), rendering)
                    .ifPresent(value ->
                            addresses.addObject().put("type", address.type()).put("value", value));
        }
        node.set("labels", Json.texts(contact.labels()));
        ObjectNode fields = node.putObject("fields");
        new TreeMap<>(contact.fields())
                .forEach((name, value) ->
                        open(contact, "fields/" + name, value, rendering)
                                .ifPresent(text -> fields.put(name, text)));
        node.put("blocked", contact.blocked());
        OptOut optOut = contact.optOut();
        node.put("opted_out", optOut != null);
        node.put("opted_out_at", optOut == null ? null : Json.time(optOut.at()));
        node.put("opt_out_source", optOut == null ? null : optOut.source());
        node.put("opt_out_category", optOut == null ? null : category(optOut));
        node.set("merged_ids", Json.texts(contact.merged()));
        node.put("version", version);
        node.put("created_at", Json.time(contact.createdAt()));
        node.put("updated_at", Json.time(contact.updatedAt()));
        return node;
    }

    private static String category(OptOut optOut) {
        return optOut.isOfMarketing() ? OptOut.MARKETING : OptOut.ALL;
    }

    /** Adds the id of the contact that was merged into this one. */
    public static void addMerged(ContactEvent event, ObjectNode node, Rendering rendering) {
        if (event instanceof ContactMerged(_, String from)) {
            node.put("merged_id", from);
        }
    }

    /** Adds the id of the contact into which this one was merged. */
    public static void addInto(ContactEvent event, ObjectNode node, Rendering rendering) {
        if (event instanceof ContactDeleted(_, String into) && into != null) {
            node.put("merged_into", into);
        }
    }

    private static Optional<String> open(
            Contact contact, String part, String sealed, Rendering rendering) {
        return rendering
                .opener()
                .open(contact.workspace(), Contact.purpose(contact.id(), part), sealed);
    }
}
