package io.postrider.messaging.api;

import static io.postrider.messaging.api.ContentFields.object;
import static io.postrider.messaging.api.ContentFields.objects;
import static io.postrider.messaging.api.ContentFields.texts;

import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import tools.jackson.databind.node.ObjectNode;

/** Reads the contact cards of a message of the type {@code contacts}. */
final class ContactCardFields {

    private static final TextRule LINE = TextRule.line(1, 200);
    private static final int ENTRIES_MAX = 20;

    private ContactCardFields() {}

    static ObjectNode contact(BodyReader contact) {
        ObjectNode card = Json.object();
        contact.require("name");
        object(contact, card, "name", ContactCardFields::name);
        texts(contact, card, LINE, "birthday");
        object(contact, card, "org", org -> line(org, "company", "department", "title"));
        objects(
                contact,
                card,
                "phones",
                ENTRIES_MAX,
                phone -> line(phone, "phone", "type", "wa_id"));
        objects(contact, card, "emails", ENTRIES_MAX, email -> line(email, "email", "type"));
        objects(contact, card, "urls", ENTRIES_MAX, url -> line(url, "url", "type"));
        objects(
                contact,
                card,
                "addresses",
                ENTRIES_MAX,
                address ->
                        line(
                                address,
                                "street",
                                "city",
                                "state",
                                "zip",
                                "country",
                                "country_code",
                                "type"));
        return card;
    }

    private static ObjectNode name(BodyReader name) {
        name.require("formatted_name");
        return line(
                name,
                "formatted_name",
                "first_name",
                "last_name",
                "middle_name",
                "suffix",
                "prefix");
    }

    private static ObjectNode line(BodyReader fields, String... names) {
        ObjectNode found = Json.object();
        texts(fields, found, LINE, names);
        return found;
    }
}
