package io.postrider.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The contacts of the installation by the hashes of their addresses, as far as this node has read them. */
final class ContactDirectory implements View {

    private static final int BY_ADDRESS = 0x10;
    private static final int BY_ID = 0x11;
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
     * @param refusal the code of the reason why nothing is sent to it; empty where there is none
     * @param tokens the hashes of its addresses
     */
    record Known(String id, Optional<String> refusal, Set<String> tokens) {

        static final String BLOCKED = "recipient_blocked";
        static final String OPTED_OUT = "recipient_opted_out";

        boolean isBlocked() {
            return refusal.filter(BLOCKED::equals).isPresent();
        }

        private static Known of(Contact contact) {
            Optional<String> optedOut = Optional.ofNullable(contact.optOut()).map(_ -> OPTED_OUT);
            return new Known(
                    contact.id(),
                    contact.blocked() ? Optional.of(BLOCKED) : optedOut,
                    contact.addresses().stream()
                            .map(ContactAddress::token)
                            .collect(Collectors.toUnmodifiableSet()));
        }

        private static Known parse(String id, String text) {
            List<String> parts = List.of(text.split(" "));
            return new Known(
                    id,
                    Optional.of(parts.getFirst()).filter(code -> !code.equals(NONE)),
                    Set.copyOf(parts.subList(1, parts.size())));
        }

        private String text() {
            return refusal.orElse(NONE) + " " + String.join(" ", tokens);
        }
    }

    /** The contact with the first of these addresses that belongs to one. */
    Optional<Known> withAddress(String workspace, Collection<String> tokens) {
        return tokens.stream()
                .map(token -> store.get(byAddress(workspace, token)))
                .filter(found -> found != null)
                .findFirst()
                .flatMap(id -> find(workspace, new String(id, US_ASCII)));
    }

    /** The contact with an id. */
    Optional<Known> find(String workspace, String id) {
        byte[] found = store.get(byId(workspace, id));
        return found == null
                ? Optional.empty()
                : Optional.of(Known.parse(id, new String(found, US_ASCII)));
    }

    @Override
    public String layout() {
        return "contacts-1";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.MESSAGES.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        EventRecord event = codec.decode(record.value());
        if (event.payload() instanceof ContactEvent change) {
            Contact contact = change.contact();
            byte[] key = byId(contact.workspace(), contact.id());
            Known now = Known.of(contact);
            Set<String> tokens = change.deletes() ? Set.of() : now.tokens();
            byte[] before = batch.get(key);
            if (before != null) {
                Set<String> gone =
                        new HashSet<>(
                                Known.parse(contact.id(), new String(before, US_ASCII)).tokens());
                gone.removeAll(tokens);
                gone.forEach(token -> batch.delete(byAddress(contact.workspace(), token)));
            }
            tokens.forEach(token ->
                    batch.put(
                            byAddress(contact.workspace(), token),
                            contact.id().getBytes(US_ASCII)));
            if (change.deletes()) {
                batch.delete(key);
            } else {
                batch.put(key, now.text().getBytes(US_ASCII));
            }
        }
    }

    private static byte[] byAddress(String workspace, String token) {
        return ViewKey.table(BY_ADDRESS).id(workspace).id(token).bytes();
    }

    private static byte[] byId(String workspace, String id) {
        return ViewKey.table(BY_ID).id(workspace).id(id).bytes();
    }
}
