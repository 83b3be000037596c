package io.postrider.domain.messages;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.messages.MessageCommand.CancelMessage;
import io.postrider.domain.messages.MessageCommand.ExpireMessage;
import io.postrider.domain.messages.MessageCommand.MarkMessageRead;
import io.postrider.domain.messages.MessageCommand.ReceiveMessage;
import io.postrider.domain.messages.MessageCommand.RecordReceipt;
import io.postrider.domain.messages.MessageCommand.ReviseMessage;
import io.postrider.domain.messages.MessageCommand.SendMessage;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides on messages. Receipts are a set: each status is recorded once, in any order, and causes one event. */
public final class MessageDecider
        implements Decider<MessageCommand, Lifecycle<Message>, MessageEvent> {

    @Override
    public Lifecycle<Message> initialState() {
        return new None<>();
    }

    @Override
    public Decision<MessageEvent> decide(
            Lifecycle<Message> state, MessageCommand command, Instant at) {
        if (command instanceof SendMessage(Message message)) {
            return state instanceof None
                    ? checked(message.errors(), new MessageAccepted(message))
                    : Decision.reject(Rejection.exists("message", message.id()));
        }
        if (command instanceof ReceiveMessage(Message message)) {
            // A provider delivers a message as often as it likes.
            return state instanceof None
                    ? Decision.accept(received(message))
                    : Decision.unchanged();
        }
        if (!(state instanceof Present<Message>(Message message))
                || !message.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("message"));
        }
        return switch (command) {
            case SendMessage _, ReceiveMessage _ ->
                    Decision.reject(Rejection.exists("message", message.id()));
            case RecordReceipt(_, Receipt receipt, String provider) ->
                    record(message, receipt, provider, at);
            case MarkMessageRead(_, boolean typing) -> read(message, typing, at);
            case ReviseMessage(_, Revision revision) -> revise(message, revision, at);
            case CancelMessage _ -> cancel(message, at);
            case ExpireMessage _ ->
                    message.status() == MessageStatus.ACCEPTED && isDue(message, at)
                            ? step(message, Receipt.of(MessageStatus.EXPIRED, at), null, at)
                            : Decision.unchanged();
        };
    }

    @Override
    public Lifecycle<Message> evolve(Lifecycle<Message> state, MessageEvent event) {
        return Lifecycle.after(event);
    }

    @Override
    public Optional<ScheduledCommand<MessageCommand>> due(Lifecycle<Message> state) {
        return state instanceof Present<Message>(Message message)
                        && message.status() == MessageStatus.ACCEPTED
                ? Optional.ofNullable(message.expiresAt())
                        .map(at ->
                                new ScheduledCommand<>(
                                        at, new ExpireMessage(message.workspace(), at)))
                : Optional.empty();
    }

    private static boolean isDue(Message message, Instant at) {
        return message.expiresAt() != null && !message.expiresAt().isAfter(at);
    }

    private static Decision<MessageEvent> cancel(Message message, Instant at) {
        return switch (message.status()) {
            case ACCEPTED -> step(message, Receipt.of(MessageStatus.CANCELED, at), null, at);
            case CANCELED -> Decision.unchanged();
            default ->
                    Decision.reject(
                            Rejection.conflict(
                                    "message_not_cancelable",
                                    "The message was already sent or has ended."));
        };
    }

    /** Only the recipient can mark a sent message as read. */
    private static Decision<MessageEvent> read(Message message, boolean typing, Instant at) {
        boolean marks =
                message.direction() == Direction.INBOUND
                        && message.receipt(MessageStatus.READ).isEmpty();
        return marks
                ? Decision.accept(
                        new MessageRead(
                                message.with(Receipt.of(MessageStatus.READ, at), null, at), typing))
                : Decision.unchanged();
    }

    /** A provider may report a revision repeatedly, and an older one after a newer one. */
    private static Decision<MessageEvent> revise(Message message, Revision revision, Instant at) {
        Revision before = message.revision();
        boolean isNewest = before == null || isFollowed(before, revision);
        if (message.direction() != Direction.INBOUND || !isNewest) {
            return Decision.unchanged();
        }
        Message revised = message.revised(revision, at);
        return Decision.accept(
                revision.revokes() ? new MessageRevoked(revised) : new MessageEdited(revised));
    }

    private static boolean isFollowed(Revision before, Revision revision) {
        return !before.revokes()
                && (revision.revokes()
                        || (!before.providerId().equals(revision.providerId())
                                && !revision.at().isBefore(before.at())));
    }

    private static Decision<MessageEvent> record(
            Message message, Receipt receipt, @Nullable String provider, Instant at) {
        if (message.direction() == Direction.INBOUND
                || message.receipt(receipt.status()).isPresent()) {
            return Decision.unchanged();
        }
        return step(message, receipt, provider, at);
    }

    private static Decision<MessageEvent> step(
            Message message, Receipt receipt, @Nullable String provider, Instant at) {
        Message changed = message.with(receipt, provider, at);
        return switch (receipt.status()) {
            case SUBMITTED -> Decision.accept(new MessageSubmitted(changed));
            case SENT -> Decision.accept(new MessageSent(changed));
            case DELIVERED -> Decision.accept(new MessageDelivered(changed));
            case READ -> Decision.accept(new MessageRead(changed, false));
            case PLAYED -> Decision.accept(new MessagePlayed(changed));
            case FAILED -> Decision.accept(new MessageFailed(changed));
            case EXPIRED -> Decision.accept(new MessageExpired(changed));
            case CANCELED -> Decision.accept(new MessageCanceled(changed));
            case OUTCOME_UNKNOWN -> Decision.accept(new MessageOutcomeUnknown(changed));
            case ACCEPTED, RECEIVED -> Decision.unchanged();
        };
    }

    private static MessageEvent received(Message message) {
        return message.type().equals("reaction")
                ? new MessageReaction(message)
                : new MessageReceived(message);
    }

    private static Decision<MessageEvent> checked(List<FieldError> errors, MessageEvent event) {
        return errors.isEmpty()
                ? Decision.accept(event)
                : Decision.reject(Rejection.invalid(errors));
    }
}
