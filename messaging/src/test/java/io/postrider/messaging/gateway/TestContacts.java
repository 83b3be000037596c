package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The contacts that a process finds by their addresses, in a store on the disk. */
final class TestContacts implements AutoCloseable {

    private final ProjectionMemory memory = new ProjectionMemory(8L << 20, 4L << 20);
    private final ProjectionStore store;
    private final ProjectionBatch batch;
    private final ContactDirectory directory;
    private final ContactSealer sealer;
    private final SecretBox box;

    TestContacts(Path folder, SecretBox box) {
        this.store = ProjectionStore.open(folder, memory, 100);
        this.batch = store.newBatch();
        this.directory = new ContactDirectory(batch::get, LockedSchemaIds.shipped());
        this.sealer = new ContactSealer(box);
        this.box = box;
    }

    ContactDirectory directory() {
        return directory;
    }

    /** Applies an event of the topic of messages. */
    void apply(String key, byte[] value) {
        String topic = Context.MESSAGES.events().name();
        directory.apply(new ConsumerRecord<>(topic, 0, 0, key.getBytes(US_ASCII), value), batch);
    }

    /** The id of the contact with a number, also where there is none yet. */
    String withNumber(String phone) {
        String token = token(ContactAddress.PHONE, phone);
        return directory.withAddress(TestGateway.WORKSPACE, List.of(token)).stream()
                .findFirst()
                .map(ContactDirectory.Known::id)
                .orElseGet(() -> Contact.idOf(TestGateway.WORKSPACE, token));
    }

    /** The hash of an address. */
    String token(String type, String value) {
        return sealer.token(TestGateway.WORKSPACE, type, value).orElseThrow();
    }

    /** The name of a contact in plain text. */
    Optional<String> name(Contact contact) {
        return Optional.ofNullable(contact.name()).flatMap(sealed -> open(contact, "name", sealed));
    }

    /** The addresses of a contact in plain text. */
    List<String> addresses(Contact contact) {
        return contact.addresses().stream()
                .flatMap(each -> open(contact, each.type(), each.value()).stream())
                .toList();
    }

    private Optional<String> open(Contact contact, String part, String sealed) {
        return box.open(TestGateway.WORKSPACE, Contact.purpose(contact.id(), part), sealed);
    }

    @Override
    public void close() {
        store.close();
        memory.close();
    }
}
