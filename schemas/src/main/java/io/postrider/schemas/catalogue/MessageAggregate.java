package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand;
import io.postrider.domain.messages.MessageCommand.CancelMessage;
import io.postrider.domain.messages.MessageCommand.ExpireMessage;
import io.postrider.domain.messages.MessageCommand.MarkMessageRead;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageCommand.ReviseMessage;
import io.postrider.domain.messages.MessageCommand.SendMessage;
import io.postrider.domain.messages.MessageDecider;
import io.postrider.domain.messages.MessageError;
import io.postrider.domain.messages.MessageEvent;
import io.postrider.domain.messages.MessageEvent.MessageAccepted;
import io.postrider.domain.messages.MessageEvent.MessageCanceled;
import io.postrider.domain.messages.MessageEvent.MessageDelivered;
import io.postrider.domain.messages.MessageEvent.MessageEdited;
import io.postrider.domain.messages.MessageEvent.MessageExpired;
import io.postrider.domain.messages.MessageEvent.MessageFailed;
import io.postrider.domain.messages.MessageEvent.MessageOutcomeUnknown;
import io.postrider.domain.messages.MessageEvent.MessagePlayed;
import io.postrider.domain.messages.MessageEvent.MessageReaction;
import io.postrider.domain.messages.MessageEvent.MessageRead;
import io.postrider.domain.messages.MessageEvent.MessageReceived;
import io.postrider.domain.messages.MessageEvent.MessageRevoked;
import io.postrider.domain.messages.MessageEvent.MessageSent;
import io.postrider.domain.messages.MessageEvent.MessageSubmitted;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.domain.messages.Receipt;
import io.postrider.domain.messages.Revision;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.MessageJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages. */
final class MessageAggregate {

    private static final String PROVIDER_ID = "wamid.HBgLMTIwMjU1NTAxMDAVAgARGBI5QTNDQTVCM0Q0";

    private static final List<CommandType<MessageCommand>> COMMANDS =
            List.of(
                    command(
                            "message.send",
                            SendMessage.class,
                            ADDS,
                            s -> new SendMessage(outbound(s))),
                    command(
                            "message.receive",
                            ReceiveMessage.class,
                            CLOCK,
                            s -> new ReceiveMessage(inbound(s)),
                            s -> new ReceiveMessage(reaction(s))),
                    command(
                            "message.record_receipt",
                            RecordReceipt.class,
                            CLOCK,
                            s -> receipt(s, MessageStatus.SUBMITTED),
                            s -> receipt(s, MessageStatus.SENT),
                            s -> receipt(s, MessageStatus.DELIVERED),
                            s -> receipt(s, MessageStatus.READ),
                            s -> receipt(s, MessageStatus.PLAYED),
                            s -> receipt(s, MessageStatus.OUTCOME_UNKNOWN),
                            MessageAggregate::failure),
                    command(
                            "message.mark_read",
                            MarkMessageRead.class,
                            CHANGES,
                            s -> new MarkMessageRead(s.workspace(), true)),
                    command(
                            "message.revise",
                            ReviseMessage.class,
                            CLOCK,
                            s -> revision(s, "{\"text\":{\"body\":\"Thank you very much!\"}}"),
                            s -> revision(s, null)),
                    command(
                            "message.cancel",
                            CancelMessage.class,
                            CHANGES,
                            s -> new CancelMessage(s.workspace())),
                    command(
                            "message.expire",
                            ExpireMessage.class,
                            CLOCK,
                            s -> new ExpireMessage(s.workspace(), Sample.END)));
    private static final List<EventType<MessageEvent>> EVENTS =
            List.of(
                    event(
                            "message.accepted",
                            MessageAccepted.class,
                            "A message was accepted for sending."),
                    event(
                            "message.submitted",
                            MessageSubmitted.class,
                            "The provider accepted a message."),
                    event(
                            "message.sent",
                            MessageSent.class,
                            "The provider sent a message to the recipient."),
                    event(
                            "message.delivered",
                            MessageDelivered.class,
                            "A message was delivered to the recipient's device."),
                    event(
                            "message.read",
                            MessageRead.class,
                            "A sent message was read by its recipient, or a received message by the workspace."),
                    event(
                            "message.played",
                            MessagePlayed.class,
                            "A voice message was played by its recipient."),
                    event(
                            "message.failed",
                            MessageFailed.class,
                            "A message could not be sent or delivered."),
                    event(
                            "message.expired",
                            MessageExpired.class,
                            "A message expired before it was sent."),
                    event(
                            "message.canceled",
                            MessageCanceled.class,
                            "A message was canceled before it was sent."),
                    event(
                            "message.outcome_unknown",
                            MessageOutcomeUnknown.class,
                            "The provider did not answer a send request; a receipt may still arrive."),
                    event("message.received", MessageReceived.class, "A message was received."),
                    event(
                            "message.edited",
                            MessageEdited.class,
                            "A received message was edited by its sender."),
                    event(
                            "message.revoked",
                            MessageRevoked.class,
                            "A received message was revoked by its sender."),
                    event(
                            "message.reaction",
                            MessageReaction.class,
                            "A reaction to a message was received."));

    static final AggregateType<MessageCommand, Lifecycle<Message>, MessageEvent, Message> ENTRY =
            new AggregateType<>(
                    "message",
                    Context.MESSAGES,
                    new MessageDecider(),
                    MessageCommand.class,
                    MessageEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.MSG),
                            true,
                            Message.class,
                            MessageJson::of,
                            Replica.NONE,
                            List.of(
                                    new Index<>(
                                            "instance_id",
                                            Match.EXACT,
                                            m -> List.of(m.instanceId())),
                                    new Index<>(
                                            "contact_id",
                                            Match.ANY,
                                            m -> Stream.ofNullable(m.contactId()).toList()),
                                    new Index<>(
                                            "status",
                                            Match.EXACT,
                                            m -> List.of(m.status().label())),
                                    new Index<>(
                                            "direction",
                                            Match.EXACT,
                                            m -> List.of(m.direction().label())))),
                    List.of(
                            Scope.of("messages:read", "whatsapp", "automation"),
                            Scope.of("messages:send", "whatsapp", "automation")));

    private MessageAggregate() {}

    private static RecordReceipt receipt(Sample s, MessageStatus status) {
        return new RecordReceipt(s.workspace(), Receipt.of(status, Sample.AT), PROVIDER_ID);
    }

    private static ReviseMessage revision(Sample s, @Nullable String content) {
        return new ReviseMessage(
                s.workspace(), new Revision(PROVIDER_ID + "2", content, Sample.AT));
    }

    private static RecordReceipt failure(Sample s) {
        MessageError error =
                new MessageError("131026", "The recipient cannot be reached.", false, "recipient");
        return new RecordReceipt(
                s.workspace(), new Receipt(MessageStatus.FAILED, Sample.AT, error), PROVIDER_ID);
    }

    private static Message outbound(Sample s) {
        return message(
                s,
                Direction.OUTBOUND,
                "text",
                "{\"to\":{\"phone\":\"+12025550100\"},\"text\":{\"body\":\"Your order is ready.\"}}");
    }

    private static Message inbound(Sample s) {
        return message(
                s,
                Direction.INBOUND,
                "text",
                "{\"from\":{\"phone\":\"+12025550100\"},\"text\":{\"body\":\"Thank you!\"}}");
    }

    private static Message reaction(Sample s) {
        return message(
                s,
                Direction.INBOUND,
                "reaction",
                "{\"from\":{\"phone\":\"+12025550100\"},\"reaction\":{\"message_id\":\""
                        + s.id(IdKind.MSG)
                        + "\",\"emoji\":\"\uD83D\uDC4D\"}}");
    }

    private static Message message(Sample s, Direction direction, String type, String content) {
        boolean sent = direction == Direction.OUTBOUND;
        return new Message(
                s.id(IdKind.MSG),
                s.workspace(),
                s.id(IdKind.INST),
                direction,
                type,
                s.id(IdKind.CTC),
                content,
                sent ? MessageStatus.ACCEPTED : MessageStatus.RECEIVED,
                sent ? null : PROVIDER_ID,
                List.of(),
                null,
                null,
                sent ? Sample.END : null,
                sent ? Map.of("order", "1042") : Map.of(),
                Sample.AT,
                Sample.AT);
    }
}
