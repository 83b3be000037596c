package io.postrider.domain.messages;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of messages; each carries the message after the change. */
public sealed interface MessageEvent extends ResourceEvent<Message> {

    /** The message after the change. */
    Message message();

    @Override
    default Message resource() {
        return message();
    }

    /** A message was accepted to be sent. */
    record MessageAccepted(Message message) implements MessageEvent {}

    /** The provider took a message. */
    record MessageSubmitted(Message message) implements MessageEvent {}

    /** The provider sent a message on. */
    record MessageSent(Message message) implements MessageEvent {}

    /** A message reached the recipient's device. */
    record MessageDelivered(Message message) implements MessageEvent {}

    /**
     * The recipient read a message; the workspace is the recipient of one that it received.
     *
     * @param typing whether the sender is shown that an answer is being written
     */
    record MessageRead(Message message, boolean typing) implements MessageEvent {}

    /** The recipient played a voice message. */
    record MessagePlayed(Message message) implements MessageEvent {}

    /** A message could not be sent or delivered. */
    record MessageFailed(Message message) implements MessageEvent {}

    /** A message was not sent in time. */
    record MessageExpired(Message message) implements MessageEvent {}

    /** A message was canceled before it was sent. */
    record MessageCanceled(Message message) implements MessageEvent {}

    /** The provider was called and did not answer. */
    record MessageOutcomeUnknown(Message message) implements MessageEvent {}

    /** A message was received. */
    record MessageReceived(Message message) implements MessageEvent {}

    /** The sender of a received message changed it. */
    record MessageEdited(Message message) implements MessageEvent {}

    /** The sender of a received message took it back. */
    record MessageRevoked(Message message) implements MessageEvent {}

    /** A reaction to a message was received. */
    record MessageReaction(Message message) implements MessageEvent {}
}
