package io.postrider.messaging.api;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.PhoneNumber;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a contact from a body. */
final class ContactFields {

    private static final TextRule NAME = TextRule.line(1, 200);
    private static final TextRule TYPE = TextRule.line(1, 40);
    private static final TextRule VALUE = TextRule.line(1, 200);
    private static final TextRule LABEL = TextRule.line(1, Contact.LABEL_LENGTH_MAX);
    private static final TextRule FIELD_NAME = TextRule.line(1, Metadata.KEY_LENGTH_MAX);
    private static final TextRule FIELD = TextRule.lines(Metadata.VALUE_LENGTH_MAX);
    private static final Pattern USERNAME = Pattern.compile("@?[A-Za-z0-9._]{1,64}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]{1,64}@[^@\\s]{1,128}");
    private static final Map<String, Pattern> PATTERNS =
            Map.of(
                    ContactAddress.BSUID,
                    MessageFields.BSUID,
                    ContactAddress.USERNAME,
                    USERNAME,
                    ContactAddress.EMAIL,
                    EMAIL);

    private ContactFields() {}

    /** An address in plain text. */
    record Address(String type, String value) {}

    /**
     * The body of a creation or a change, in plain text.
     *
     * @param changed the fields that are given
     */
    record Given(
            List<String> changed,
            @Nullable String name,
            List<Address> addresses,
            List<String> labels,
            Map<String, String> fields) {}

    static Validated<Given> create(BodyReader fields) {
        ContentFields.requireEntries(fields, "addresses");
        return read(fields);
    }

    static Validated<Given> update(BodyReader fields) {
        fields.notNull("addresses");
        return read(fields);
    }

    private static Validated<Given> read(BodyReader fields) {
        String name = fields.text("name", NAME).orElse(null);
        List<Address> addresses =
                fields.objects("addresses", Contact.ADDRESSES_MAX, ContactFields::address);
        List<String> labels = fields.texts("labels", Contact.LABELS_MAX, LABEL);
        Map<String, String> own = Metadata.values(fields.entries("fields", FIELD_NAME, FIELD));
        if (own.size() > Contact.FIELDS_MAX) {
            fields.fault(
                    new FieldError(
                            "/fields",
                            "too_many",
                            "Expected at most " + Contact.FIELDS_MAX + " entries."));
        }
        return fields.checked(() ->
                new Given(
                        fields.changed(),
                        name,
                        addresses,
                        labels.stream().distinct().toList(),
                        own));
    }

    /** The category of an opt-out; all where none is named. */
    static Validated<String> category(ApiRequest request) {
        BodyReader fields = request.fields();
        String category = fields.text("category", TYPE).orElse(OptOut.ALL);
        if (!OptOut.CATEGORIES.contains(category)) {
            ContentFields.fault(
                    fields,
                    "/category",
                    "invalid_value",
                    "Expected one of " + OptOut.CATEGORIES + ".");
        }
        return fields.checked(() -> category);
    }

    /** The addresses that are to be checked. */
    static Validated<List<Address>> addresses(BodyReader fields) {
        ContentFields.requireEntries(fields, "addresses");
        List<Address> addresses =
                fields.objects("addresses", Contact.ADDRESSES_MAX, ContactFields::address);
        return fields.checked(() -> addresses);
    }

    private static Address address(BodyReader address) {
        String type = address.requiredText("type", TYPE);
        String value = address.requiredText("value", VALUE);
        if (!type.isEmpty() && !ContactAddress.TYPES.contains(type)) {
            ContentFields.fault(
                    address,
                    "/type",
                    "invalid_value",
                    "Expected one of " + ContactAddress.TYPES + ".");
            return new Address(type, value);
        }
        Optional<String> plain = plain(type, value);
        if (!type.isEmpty() && !value.isEmpty() && plain.isEmpty()) {
            ContentFields.fault(address, "/value", "invalid_address", "Expected a " + type + ".");
        }
        return new Address(type, plain.orElse(value));
    }

    private static Optional<String> plain(String type, String value) {
        Pattern pattern = PATTERNS.get(type);
        return pattern == null
                ? PhoneNumber.parse(value)
                : Optional.of(value).filter(text -> pattern.matcher(text).matches());
    }

    /** The address that a text is, by its form; empty if it is none. */
    static Optional<Address> guessed(String text) {
        Optional<String> phone = PhoneNumber.parse(text);
        if (phone.isPresent()) {
            return Optional.of(new Address(ContactAddress.PHONE, phone.get()));
        }
        if (MessageFields.BSUID.matcher(text).matches()) {
            return Optional.of(new Address(ContactAddress.BSUID, text));
        }
        if (EMAIL.matcher(text).matches()) {
            return Optional.of(new Address(ContactAddress.EMAIL, text));
        }
        return Optional.of(text)
                .filter(name -> USERNAME.matcher(name).matches())
                .map(name -> new Address(ContactAddress.USERNAME, name));
    }
}
