package io.postrider.domain.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Commands to messages. */
public sealed interface MessageCommand {

    /** The workspace that asks. */
    String workspace();

    /** Accepts a message to be sent. */
    record SendMessage(Message message) implements MessageCommand {
        @Override
        public String workspace() {
            return message.workspace();
        }
    }

    /** Records a message that a provider delivered. */
    record ReceiveMessage(Message message) implements MessageCommand {
        @Override
        public String workspace() {
            return message.workspace();
        }
    }

    /**
     * Records a step of a message.
     *
     * @param providerId the provider's id of the message; null if it is not known
     */
    record RecordReceipt(String workspace, Receipt receipt, @Nullable String providerId)
            implements MessageCommand {}

    /**
     * Tells the provider that a received message was read.
     *
     * @param typing whether the sender is shown that an answer is being written
     */
    record MarkMessageRead(String workspace, boolean typing) implements MessageCommand {}

    /** Records that the sender of a received message changed it or took it back. */
    record ReviseMessage(String workspace, Revision revision) implements MessageCommand {}

    /** Cancels a message that is not sent yet. */
    record CancelMessage(String workspace) implements MessageCommand {}

    /** Ends a message that was not sent in time. */
    record ExpireMessage(String workspace, Instant at) implements MessageCommand {}
}
