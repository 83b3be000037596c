package io.postrider.domain.contacts;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A person with whom messages are exchanged. Name, addresses and fields are ciphertext under the workspace's data key.
 *
 * @param name the name as ciphertext; null if it is not known
 * @param nameWords keyed hashes of the beginnings of the words of the name
 * @param fields the values of the caller's fields as ciphertext, by name
 * @param blocked whether messages from the contact are ignored
 * @param optOut the opt-out of the contact; null if there is none
 * @param merged the ids of the contacts that were merged into it
 */
public record Contact(
        String id,
        String workspace,
        @Nullable String name,
        List<String> nameWords,
        List<ContactAddress> addresses,
        List<String> labels,
        Map<String, String> fields,
        boolean blocked,
        @Nullable OptOut optOut,
        List<String> merged,
        Instant createdAt,
        Instant updatedAt)
        implements Resource {

    public static final int ADDRESSES_MAX = 20;
    public static final int ADDRESS_LENGTH_MAX = 200;
    public static final int LABELS_MAX = 50;
    public static final int LABEL_LENGTH_MAX = 60;
    public static final int FIELDS_MAX = 50;
    private static final int MERGED_MAX = 100;

    public Contact {
        nameWords = List.copyOf(nameWords);
        addresses = List.copyOf(addresses);
        labels = List.copyOf(labels);
        fields = Map.copyOf(fields);
        merged = List.copyOf(merged);
    }

    /**
     * The opt-out of a contact.
     *
     * @param source the source: {@code api}, {@code keyword} or {@code provider}
     * @param category the category: {@code marketing} or {@code all}; null for all
     */
    public record OptOut(String source, Instant at, @Nullable String category) {

        public static final String ALL = "all";
        public static final String MARKETING = "marketing";

        /** The categories. */
        public static final List<String> CATEGORIES = List.of(MARKETING, ALL);

        /** The wish to get no message at all. */
        public OptOut(String source, Instant at) {
            this(source, at, ALL);
        }

        /** Whether one-time codes, utility templates and replies are wanted. */
        public boolean isOfMarketing() {
            return MARKETING.equals(category);
        }

        /** Whether another opt-out already covers this one. */
        boolean isWithin(@Nullable OptOut other) {
            return other != null && (isOfMarketing() || !other.isOfMarketing());
        }
    }

    /** A contact without the values that a patch can set. */
    public static Contact blank(String id, String workspace, Instant now) {
        return new Contact(
                id, workspace, null, List.of(), List.of(), List.of(), Map.of(), false, null,
                List.of(), now, now);
    }

    /**
     * The id of the contact that is created for an address: the same however often it is seen.
     *
     * @throws IllegalArgumentException if the workspace has no id of a workspace
     */
    public static String idOf(String workspace, String addressToken) {
        UUID namespace =
                Id.parse(IdKind.WS, workspace)
                        .orElseThrow(() -> new IllegalArgumentException(workspace));
        return Id.of(IdKind.CTC, Uuids.v5(namespace, addressToken));
    }

    /** The purpose under which a part of a contact is sealed: {@code name}, a type of address, or a field. */
    public static String purpose(String id, String part) {
        return id + "/" + part;
    }

    /** The purpose under which a field is sealed. */
    public static String purposeOfField(String id, String field) {
        return purpose(id, "fields/" + field);
    }

    /** The hashes by which the contact is searched. */
    public List<String> words() {
        return Stream.concat(
                        addresses.stream().flatMap(address -> address.words().stream()),
                        nameWords.stream())
                .toList();
    }

    /**
     * The contact with the addresses and the name of another one that it lacks. Of a type, the address seen last comes first,
     * since a person with a new number is reached there.
     */
    Contact learning(Contact seen, Instant at) {
        List<ContactAddress> all = new ArrayList<>(joined(seen.addresses, addresses));
        for (int i = all.size() - 1; i >= 0 && all.size() > max(); i--) {
            String type = all.get(i).type();
            if (seen.addresses.stream().anyMatch(address -> address.type().equals(type))) {
                all.remove(i);
            }
        }
        return with(seen, all, at);
    }

    /** A contact that others were merged into may have more than one that is created. */
    private int max() {
        return Math.max(ADDRESSES_MAX, addresses.size());
    }

    /**
     * The addresses of both lists without duplicates, as the contact has them, by type; of a type, those of the first list come
     * first.
     */
    private List<ContactAddress> joined(List<ContactAddress> first, List<ContactAddress> second) {
        Map<String, ContactAddress> known = new HashMap<>();
        Map<String, Map<String, ContactAddress>> byType = new LinkedHashMap<>();
        for (ContactAddress address : addresses) {
            known.put(address.token(), address);
            byType.put(address.type(), new LinkedHashMap<>());
        }
        Stream.concat(first.stream(), second.stream())
                .forEach(address ->
                        byType.computeIfAbsent(address.type(), _ -> new LinkedHashMap<>())
                                .putIfAbsent(
                                        address.token(),
                                        known.getOrDefault(address.token(), address)));
        return byType.values().stream().flatMap(all -> all.values().stream()).toList();
    }

    /**
     * The contact with all of another one that is the same person. The stricter wish of both is kept.
     *
     * @param from the id of the other contact
     */
    Contact absorbing(Contact other, String from, Instant at) {
        Contact learnt = with(other, joined(addresses, other.addresses), at);
        Map<String, String> all = new LinkedHashMap<>(fields);
        other.fields.forEach((field, value) -> {
            if (all.size() < FIELDS_MAX) {
                all.putIfAbsent(field, value);
            }
        });
        return new Contact(
                id,
                workspace,
                learnt.name,
                learnt.nameWords,
                learnt.addresses,
                union(labels, other.labels, LABELS_MAX),
                all,
                blocked || other.blocked,
                other.optOut == null || other.optOut.isWithin(optOut) ? optOut : other.optOut,
                union(merged, union(List.of(from), other.merged, MERGED_MAX), MERGED_MAX),
                createdAt,
                at);
    }

    private static List<String> union(List<String> first, List<String> second, int max) {
        return Stream.concat(first.stream(), second.stream()).distinct().limit(max).toList();
    }

    private Contact with(Contact named, List<ContactAddress> all, Instant at) {
        boolean hasName = name != null;
        return new Contact(
                id,
                workspace,
                hasName ? name : named.name,
                hasName ? nameWords : named.nameWords,
                all,
                labels,
                fields,
                blocked,
                optOut,
                merged,
                createdAt,
                at);
    }

    Contact touchedAt(Instant at) {
        return with(blocked, optOut, at);
    }

    Contact blocked(boolean now, Instant at) {
        return with(now, optOut, at);
    }

    Contact optedOut(@Nullable OptOut now, Instant at) {
        return with(blocked, now, at);
    }

    private Contact with(boolean blockedNow, @Nullable OptOut optOutNow, Instant at) {
        return new Contact(
                id,
                workspace,
                name,
                nameWords,
                addresses,
                labels,
                fields,
                blockedNow,
                optOutNow,
                merged,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>();
        if (addresses.isEmpty()) {
            errors.add(new FieldError("/addresses", "required", "Expected at least one address."));
        }
        if (addresses.stream().map(ContactAddress::token).distinct().count() < addresses.size()) {
            errors.add(new FieldError("/addresses", "duplicate", "Expected each address once."));
        }
        if (fields.size() > FIELDS_MAX) {
            errors.add(
                    new FieldError(
                            "/fields", "too_many", "Expected at most " + FIELDS_MAX + " entries."));
        }
        return errors;
    }
}
