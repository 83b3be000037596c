package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The contacts of the installation by the hashes of their addresses, as far as this node has read them. */
final class ContactDirectory implements Projection {

    private static final int BY_ADDRESS = 0x10;
    private static final int BY_ID = 0x11;
    private static final int MERGED = 0x12;
    private static final int MERGES_MAX = 100;
    private static final String NONE = "-";

    private final Stored store;
    private final EventCodec codec;

    /** Reads the values that {@link #apply} has written. */
    @FunctionalInterface
    interface Stored {
        byte @Nullable [] get(byte[] key);
    }

    ContactDirectory(Stored store, SchemaIds ids) {
        this.store = store;
        this.codec = EventCodec.of(Context.MESSAGES, ids);
    }

    /**
     * A contact.
     *
     * @param refusal the code of the reason why nothing, or no {@code marketing}, is sent to it; empty where there is none
     * @param hasUserId whether its id at WhatsApp is known
     * @param tokens the hashes of its addresses
     */
    record Known(
            String id,
            Instant createdAt,
            Optional<String> refusal,
            boolean hasUserId,
            Set<String> tokens) {

        static final String BLOCKED = "recipient_blocked";
        static final String OPTED_OUT = "recipient_opted_out";
        static final String MARKETING = "marketing";

        /** The contact that takes over the others of a person comes first. */
        static final Comparator<Known> OLDEST_FIRST =
                Comparator.comparing(Known::createdAt).thenComparing(Known::id);

        boolean isBlocked() {
            return refusal.filter(BLOCKED::equals).isPresent();
        }

        private static Known of(Contact contact) {
            Optional<String> optedOut =
                    Optional.ofNullable(contact.optOut())
                            .map(wish -> wish.isOfMarketing() ? MARKETING : OPTED_OUT);
            return new Known(
                    contact.id(),
                    contact.createdAt(),
                    contact.blocked() ? Optional.of(BLOCKED) : optedOut,
                    contact.addresses().stream()
                            .anyMatch(address -> address.type().equals(ContactAddress.BSUID)),
                    contact.addresses().stream()
                            .map(ContactAddress::token)
                            .collect(Collectors.toUnmodifiableSet()));
        }

        private static Known parse(String id, String text) {
            List<String> parts = List.of(text.split(" "));
            return new Known(
                    id,
                    Instant.ofEpochMilli(Long.parseLong(parts.getFirst())),
                    Optional.of(parts.get(1)).filter(code -> !code.equals(NONE)),
                    Boolean.parseBoolean(parts.get(2)),
                    Set.copyOf(parts.subList(3, parts.size())));
        }

        private String text() {
            return createdAt.toEpochMilli()
                    + " "
                    + refusal.orElse(NONE)
                    + " "
                    + hasUserId
                    + " "
                    + String.join(" ", tokens);
        }
    }

    /** The contacts with any of these addresses, in the order of the addresses. */
    List<Known> withAddress(String workspace, Collection<String> tokens) {
        return tokens.stream()
                .flatMap(token -> ids(store.get(byAddress(workspace, token))).stream())
                .distinct()
                .flatMap(id -> present(workspace, id).stream())
                .toList();
    }

    /** The contact with an id, or the one into which it was merged. */
    Optional<Known> find(String workspace, String id) {
        Optional<Known> found = present(workspace, id);
        byte[] into = store.get(merged(workspace, id));
        for (int i = 0; found.isEmpty() && into != null && i < MERGES_MAX; i++) {
            String next = new String(into, US_ASCII);
            found = present(workspace, next);
            into = store.get(merged(workspace, next));
        }
        return found;
    }

    private Optional<Known> present(String workspace, String id) {
        byte[] found = store.get(byId(workspace, id));
        return found == null
                ? Optional.empty()
                : Optional.of(Known.parse(id, new String(found, US_ASCII)));
    }

    private static List<String> ids(byte @Nullable [] found) {
        return found == null ? List.of() : List.of(new String(found, US_ASCII).split(" "));
    }

    @Override
    public String layout() {
        return "contacts-3";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.MESSAGES.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        EventRecord event = codec.decode(record.value());
        if (event.payload() instanceof ContactEvent change) {
            apply(change, batch);
        }
    }

    private static void apply(ContactEvent change, ProjectionBatch batch) {
        Contact contact = change.contact();
        String workspace = contact.workspace();
        byte[] key = byId(workspace, contact.id());
        byte[] before = batch.get(key);
        Known now = Known.of(contact);
        Set<String> had =
                before == null
                        ? Set.of()
                        : Known.parse(contact.id(), new String(before, US_ASCII)).tokens();
        Set<String> has = change.deletes() ? Set.of() : now.tokens();
        had.stream()
                .filter(token -> !has.contains(token))
                .forEach(token -> own(batch, byAddress(workspace, token), contact.id(), false));
        has.forEach(token -> own(batch, byAddress(workspace, token), contact.id(), true));
        if (change.deletes()) {
            batch.delete(key);
            batch.delete(merged(workspace, contact.id()));
        } else {
            batch.put(key, now.text().getBytes(US_ASCII));
        }
        if (change instanceof ContactDeleted(_, String into) && into != null) {
            batch.put(merged(workspace, contact.id()), into.getBytes(US_ASCII));
        }
    }

    /** Adds a contact to those with an address, or removes it. */
    private static void own(ProjectionBatch batch, byte[] key, String contact, boolean owns) {
        List<String> ids = new ArrayList<>(ids(batch.get(key)));
        ids.remove(contact);
        if (owns) {
            ids.add(contact);
        }
        if (ids.isEmpty()) {
            batch.delete(key);
        } else {
            batch.put(key, String.join(" ", ids).getBytes(US_ASCII));
        }
    }

    private static byte[] byAddress(String workspace, String token) {
        return ProjectionKey.table(BY_ADDRESS).id(workspace).id(token).bytes();
    }

    private static byte[] byId(String workspace, String id) {
        return ProjectionKey.table(BY_ID).id(workspace).id(id).bytes();
    }

    private static byte[] merged(String workspace, String id) {
        return ProjectionKey.table(MERGED).id(workspace).id(id).bytes();
    }
}
