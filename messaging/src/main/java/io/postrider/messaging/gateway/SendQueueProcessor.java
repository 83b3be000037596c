package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.Contact.OptOut;
import io.postrider.domain.contacts.ContactCommand;
import io.postrider.domain.contacts.ContactCommand.AbsorbContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.contacts.ContactEvent;
import io.postrider.domain.contacts.ContactEvent.ContactDeleted;
import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupEvent;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageEvent;
import io.postrider.domain.messages.MessageEvent.MessageAccepted;
import io.postrider.domain.messages.MessageEvent.MessageCanceled;
import io.postrider.domain.messages.MessageEvent.MessageExpired;
import io.postrider.domain.messages.MessageEvent.MessageFailed;
import io.postrider.domain.messages.MessageEvent.MessageRead;
import io.postrider.domain.messages.MessageEvent.MessageReceived;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.messages.Receipt;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateEvent.TemplateCreated;
import io.postrider.domain.templates.TemplateEvent.TemplateDeleted;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns accepted messages and changes of templates into calls of the providers of their instances, and takes back those of
 * messages that ended before they were sent. Recipients that are no contacts become contacts.
 */
final class SendQueueProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** The recipient wants no marketing of the number. */
    private static final String OPTED_OUT = "131050";

    private final EventCodec events;
    private final Secrets secrets;
    private final Contacts contacts;
    private final SystemCommands commands;
    private final ValueCodec<Delivery> sends;

    SendQueueProcessor(SchemaIds ids, Secrets secrets, Contacts contacts, SystemCommands commands) {
        this.events = EventCodec.of(Context.MESSAGES, ids);
        this.secrets = secrets;
        this.contacts = contacts;
        this.commands = commands;
        this.sends = ValueCodec.deliveries(Topics.SENDS, ids);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        EventRecord event = events.decode(record.value());
        delivery(event)
                .ifPresent(send ->
                        context()
                                .forward(
                                        new Record<>(
                                                send.endpoint().getBytes(US_ASCII),
                                                sends.encode(send),
                                                record.timestamp()),
                                        GatewayTopology.SENDS));
        if (event.payload() instanceof MessageAccepted(Message message)) {
            see(message);
        }
        if (event.payload() instanceof MessageFailed(Message message)) {
            optOut(event, message);
        }
        if (event.payload() instanceof ContactEvent change) {
            contact(event, change);
        }
    }

    /** Creates the contact that a message is sent to, where it is not known. */
    private void see(Message message) {
        String workspace = message.workspace();
        String contact = message.contactId();
        if (contact == null) {
            return;
        }
        secrets.content(workspace, message.id(), message.content())
                .flatMap(content ->
                        contacts.receiver(
                                workspace, content.path("to"), contact, message.createdAt()))
                .ifPresent(party -> send(workspace, party.commands()));
    }

    private void send(String workspace, Map<String, ContactCommand> all) {
        all.forEach((contact, command) ->
                context()
                        .forward(
                                commands.record(workspace, contact, (java.lang.Record) command),
                                GatewayTopology.COMMANDS));
    }

    /** Records the wish of a contact that the provider knows and tells by an error. */
    private void optOut(EventRecord event, Message message) {
        String workspace = message.workspace();
        String contact = message.contactId();
        boolean isRefused =
                message.receipt(MessageStatus.FAILED)
                        .map(Receipt::error)
                        .filter(error -> error.code().equals(OPTED_OUT))
                        .isPresent();
        if (contact != null && isRefused) {
            OptOutContact wish = new OptOutContact(workspace, "provider", OptOut.MARKETING);
            String now = contacts.current(workspace, contact);
            EventHeader header = event.header();
            context()
                    .forward(
                            commands.once(workspace, now, wish, header.time(), header.id()),
                            GatewayTopology.COMMANDS);
        }
    }

    /** Gives a contact what was that of one that was merged into it, and merges two that were seen at the same time. */
    private void contact(EventRecord event, ContactEvent change) {
        Contact contact = change.contact();
        Actor actor = event.header().actor();
        if (change instanceof ContactDeleted(_, String into)) {
            if (into != null) {
                AbsorbContact absorbed = contacts.absorbed(contact, into);
                context()
                        .forward(
                                commands.once(
                                        contact.workspace(),
                                        absorbed.contact().id(),
                                        absorbed,
                                        event.header().time(),
                                        event.header().id()),
                                GatewayTopology.COMMANDS);
            }
        } else if (actor != null && actor.isSystem()) {
            send(contact.workspace(), contacts.merges(contact));
        }
    }

    private Optional<Delivery> delivery(EventRecord event) {
        return switch (event.payload()) {
            case MessageEvent change -> delivery(event, change);
            case TemplateCreated(Template template) ->
                    Optional.of(
                            work(
                                    event,
                                    Templates.CREATE,
                                    template,
                                    template.instanceId(),
                                    Templates.creation(template)));
            case TemplateDeleted(Template template) ->
                    Optional.of(
                            work(
                                    event,
                                    Templates.DELETE,
                                    template,
                                    template.instanceId(),
                                    Templates.deletion(template)));
            case GroupEvent change -> delivery(event, change);
            case null, default -> Optional.empty();
        };
    }

    private static Optional<Delivery> delivery(EventRecord event, GroupEvent change) {
        Group group = change.group();
        return Groups.op(change)
                .map(op -> work(event, op, group, group.instanceId(), Groups.work(op, group)));
    }

    private static Delivery work(
            EventRecord event, String op, Resource of, String instance, ObjectNode work) {
        return new Delivery(
                new ProviderCall(of.id(), op).name(event.header().sequence()),
                of.workspace(),
                instance,
                event.header().id(),
                event.header().type(),
                of.updatedAt(),
                Json.bytes(work),
                false);
    }

    private Optional<Delivery> delivery(EventRecord event, MessageEvent change) {
        Message message = change.message();
        return switch (change) {
            case MessageAccepted _ -> Optional.of(delivery(event, message, body(message)));
            case MessageRead(_, boolean typing) when message.direction() == Direction.INBOUND ->
                    Optional.of(
                            work(
                                    event,
                                    ProviderCall.READ,
                                    message,
                                    message.instanceId(),
                                    CloudMessages.read(message, typing)));
            case MessageReceived _ -> file(event, message);
            case MessageCanceled _, MessageExpired _ ->
                    Optional.of(delivery(event, message, new byte[0]));
            default -> Optional.empty();
        };
    }

    /** The work that fetches the file of a received message. */
    private Optional<Delivery> file(EventRecord event, Message message) {
        return secrets.content(message.workspace(), message.id(), message.content())
                .flatMap(content -> MediaTransfer.work(message, content, secrets))
                .map(work ->
                        new Delivery(
                                new ProviderCall(
                                                work.path("media").asString(""),
                                                MediaTransfer.FETCH)
                                        .name(event.header().sequence()),
                                message.workspace(),
                                MediaTransfer.lane(message.instanceId()),
                                event.header().id(),
                                event.header().type(),
                                message.createdAt(),
                                Json.bytes(work),
                                false));
    }

    private static Delivery delivery(EventRecord event, Message message, byte[] body) {
        Instant due = message.scheduledAt() == null ? message.createdAt() : message.scheduledAt();
        return new Delivery(
                message.id(),
                message.workspace(),
                message.instanceId(),
                event.header().id(),
                event.header().type(),
                due,
                body,
                false);
    }

    private static byte[] body(Message message) {
        return Json.bytes(
                Json.object()
                        .put("op", ProviderCall.SEND)
                        .put("type", message.type())
                        .put("contact_id", message.contactId())
                        .put("content", message.content()));
    }
}
