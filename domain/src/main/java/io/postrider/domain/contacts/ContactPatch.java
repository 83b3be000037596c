package io.postrider.domain.contacts;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a contact: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields, as in the public interface; fields of the caller one by one, as {@code
 *     fields/city}, or all of them as {@code fields}
 */
public record ContactPatch(
        List<String> changed,
        @Nullable String name,
        List<String> nameWords,
        List<ContactAddress> addresses,
        List<String> labels,
        Map<String, String> fields) {

    private static final String FIELDS = "fields";
    private static final String FIELD = FIELDS + "/";

    public ContactPatch {
        changed = List.copyOf(changed);
        nameWords = List.copyOf(nameWords);
        addresses = List.copyOf(addresses);
        labels = List.copyOf(labels);
        fields = Map.copyOf(fields);
    }

    /** The contact as it would be; of a blank one, a new contact. */
    public Contact applyTo(Contact contact, Instant at) {
        boolean named = changed.contains("name");
        return new Contact(
                contact.id(),
                contact.workspace(),
                named ? name : contact.name(),
                named ? nameWords : contact.nameWords(),
                changed.contains("addresses") ? addresses : contact.addresses(),
                changed.contains("labels") ? labels : contact.labels(),
                patched(contact.fields()),
                contact.blocked(),
                contact.optOut(),
                contact.merged(),
                contact.createdAt(),
                at);
    }

    private Map<String, String> patched(Map<String, String> present) {
        if (changed.contains(FIELDS)) {
            return fields;
        }
        Map<String, String> result = new LinkedHashMap<>(present);
        changed.stream()
                .filter(name -> name.startsWith(FIELD))
                .map(name -> name.substring(FIELD.length()))
                .forEach(name -> result.compute(name, (_, _) -> fields.get(name)));
        return result;
    }
}
