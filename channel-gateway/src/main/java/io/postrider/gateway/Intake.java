package io.postrider.gateway;

import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.templates.Template;
import io.postrider.domain.templates.TemplateCommand.RecordTemplateStatus;
import io.postrider.gateway.CallbackParser.News;
import io.postrider.gateway.Contacts.Party;
import io.postrider.schemas.Callback;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.ValueCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Turns calls of providers into commands to messages. A call that is read twice gives the same ids, and the decider takes a
 * receipt or a message once.
 */
final class Intake extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOGGER = LoggerFactory.getLogger(Intake.class);

    private final ValueCodec<Callback> calls;
    private final Secrets secrets;
    private final Contacts contacts;
    private final Commands commands;

    Intake(SchemaIds ids, Secrets secrets, Contacts contacts, Commands commands) {
        this.calls = ValueCodec.callbacks(ids);
        this.secrets = secrets;
        this.contacts = contacts;
        this.commands = commands;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Callback call = calls.decode(record.value());
        Optional<String> body = secrets.body(call);
        if (body.isEmpty()) {
            LOGGER.atWarn()
                    .addKeyValue("instance", call.instance())
                    .log("A call cannot be opened: the key of its workspace is gone");
            return;
        }
        for (News news : CallbackParser.parse(body.get())) {
            switch (news) {
                case News.Status status -> status(call, status);
                case News.Inbound inbound -> inbound(call, inbound);
                case News.Preference preference -> preference(call, preference);
                case News.TemplateNews template -> template(call, template);
            }
        }
    }

    /** A status without the id of its message is of one that was not sent from here. */
    private void status(Callback call, News.Status status) {
        String message = status.message();
        if (message != null && Id.isA(IdKind.MSG, message)) {
            send(
                    call,
                    message,
                    new RecordReceipt(call.workspace(), status.receipt(), status.providerId()));
        }
    }

    private void inbound(Callback call, News.Inbound inbound) {
        Optional<Party> sender = party(call, inbound.content().path("from"));
        if (sender.filter(Party::blocked).isPresent()) {
            return;
        }
        String id = Message.receivedId(call.instance(), inbound.providerId());
        secrets.sealed(call.workspace(), id, inbound.content())
                .map(sealed -> message(call, inbound, id, sender, sealed))
                .ifPresent(message -> send(call, id, new ReceiveMessage(message)));
        sender.ifPresent(party -> {
            see(call, party);
            Contacts.asked(call.workspace(), inbound.type(), inbound.content())
                    .ifPresent(command -> send(call, party.id(), (java.lang.Record) command));
        });
    }

    private void preference(Callback call, News.Preference preference) {
        party(call, preference.address())
                .ifPresent(party -> {
                    see(call, party);
                    send(
                            call,
                            party.id(),
                            preference.stop()
                                    ? new OptOutContact(call.workspace(), "provider")
                                    : new OptInContact(call.workspace()));
                });
    }

    private void template(Callback call, News.TemplateNews news) {
        send(
                call,
                Template.idOf(call.instance(), news.name(), news.language()),
                new RecordTemplateStatus(
                        call.workspace(), Templates.status(news.status()), news.reason(), null));
    }

    private Optional<Party> party(Callback call, JsonNode address) {
        return contacts.of(call.workspace(), address, null, call.receivedAt());
    }

    private void see(Callback call, Party party) {
        party.seen().ifPresent(seen -> send(call, party.id(), seen));
    }

    private void send(Callback call, String aggregate, java.lang.Record command) {
        context().forward(commands.record(call.workspace(), aggregate, command));
    }

    private static Message message(
            Callback call, News.Inbound inbound, String id, Optional<Party> sender, String sealed) {
        Instant at = call.receivedAt();
        return new Message(
                id,
                call.workspace(),
                call.instance(),
                Direction.INBOUND,
                inbound.type(),
                sender.map(Party::id).orElse(null),
                sealed,
                MessageStatus.RECEIVED,
                inbound.providerId(),
                List.of(),
                null,
                null,
                null,
                Map.of(),
                at,
                at);
    }
}
