package io.postrider.gateway;

import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageEvent.MessageAccepted;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.SchemaIds;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Creates the contacts that messages are sent to. */
final class SeeRecipients extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private final EventCodec events;
    private final Secrets secrets;
    private final Contacts contacts;
    private final Commands commands;

    SeeRecipients(SchemaIds ids, Secrets secrets, Contacts contacts, Commands commands) {
        this.events = EventCodec.of(Context.MESSAGES, ids);
        this.secrets = secrets;
        this.contacts = contacts;
        this.commands = commands;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (events.decode(record.value()).payload() instanceof MessageAccepted(Message message)
                && message.contactId() != null) {
            String workspace = message.workspace();
            secrets.content(workspace, message.id(), message.content())
                    .flatMap(content ->
                            contacts.of(
                                    workspace,
                                    content.path("to"),
                                    message.contactId(),
                                    message.createdAt()))
                    .ifPresent(party ->
                            party.seen()
                                    .ifPresent(seen ->
                                            context()
                                                    .forward(
                                                            commands.record(
                                                                    workspace, party.id(), seen))));
        }
    }
}
