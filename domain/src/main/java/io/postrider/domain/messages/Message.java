package io.postrider.domain.messages;

import io.postrider.domain.kernel.ExpiringResource;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that is sent or was received through an instance.
 *
 * @param type the type of the message, for example text, which is also the name of the content's member
 * @param contactId the id of the contact; null for a group
 * @param content the content and its addresses as JSON, as ciphertext under the workspace's data key
 * @param providerId the provider's id of the message; null until it is known
 * @param receipts the receipts, at most one of each status
 * @param revision the later edit or revocation by the sender; null for none
 * @param replyTo the id of the message that is replied to; null for none
 * @param scheduledAt the earliest time of the first attempt; null for immediately
 * @param expiresAt the time from which the message is not sent any more; null for none
 */
public record Message(
        String id,
        String workspace,
        String instanceId,
        Direction direction,
        String type,
        @Nullable String contactId,
        String content,
        MessageStatus status,
        @Nullable String providerId,
        List<Receipt> receipts,
        @Nullable Revision revision,
        @Nullable String replyTo,
        @Nullable Instant scheduledAt,
        @Nullable Instant expiresAt,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt)
        implements ExpiringResource {

    public Message {
        receipts = List.copyOf(receipts);
        metadata = Map.copyOf(metadata);
    }

    /** A message that its sender has not changed. */
    public Message(
            String id,
            String workspace,
            String instanceId,
            Direction direction,
            String type,
            @Nullable String contactId,
            String content,
            MessageStatus status,
            @Nullable String providerId,
            List<Receipt> receipts,
            @Nullable String replyTo,
            @Nullable Instant scheduledAt,
            @Nullable Instant expiresAt,
            Map<String, String> metadata,
            Instant createdAt,
            Instant updatedAt) {
        this(
                id,
                workspace,
                instanceId,
                direction,
                type,
                contactId,
                content,
                status,
                providerId,
                receipts,
                null,
                replyTo,
                scheduledAt,
                expiresAt,
                metadata,
                createdAt,
                updatedAt);
    }

    /** Receipts may follow, but a message that waits no longer is not sent any more. */
    @Override
    public Optional<Instant> overSince() {
        return status == MessageStatus.ACCEPTED
                ? Optional.empty()
                : Optional.of(scheduledAt == null ? createdAt : scheduledAt);
    }

    /** The purpose under which the content of a message is sealed. */
    public static String purpose(String id) {
        return id + "/content";
    }

    /**
     * The id of a message that an instance received: the same however often the provider delivers it.
     *
     * @throws IllegalArgumentException if the instance has no id of an instance
     */
    public static String receivedId(String instance, String providerId) {
        UUID namespace =
                Id.parse(IdKind.INST, instance)
                        .orElseThrow(() -> new IllegalArgumentException(instance));
        return Id.of(IdKind.MSG, Uuids.v5(namespace, providerId));
    }

    /** The receipt of a status. */
    public Optional<Receipt> receipt(MessageStatus of) {
        return receipts.stream().filter(receipt -> receipt.status() == of).findFirst();
    }

    /** The cause of the failure; empty unless the message failed. */
    public Optional<MessageError> error() {
        return status == MessageStatus.FAILED
                ? receipt(MessageStatus.FAILED).map(Receipt::error)
                : Optional.empty();
    }

    /** The same message after one more step. */
    Message with(Receipt receipt, @Nullable String provider, Instant at) {
        List<Receipt> all = new ArrayList<>(receipts);
        all.add(receipt);
        MessageStatus next = MessageStatus.of(all.stream().map(Receipt::status).toList());
        return with(next, provider == null ? providerId : provider, all, revision, at);
    }

    /** The same message as its sender made it. */
    Message revised(Revision now, Instant at) {
        return with(status, providerId, receipts, now, at);
    }

    private Message with(
            MessageStatus statusNow,
            @Nullable String provider,
            List<Receipt> receiptsNow,
            @Nullable Revision revisionNow,
            Instant at) {
        return new Message(
                id,
                workspace,
                instanceId,
                direction,
                type,
                contactId,
                content,
                statusNow,
                provider,
                receiptsNow,
                revisionNow,
                replyTo,
                scheduledAt,
                expiresAt,
                metadata,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        List<FieldError> errors = new ArrayList<>(Metadata.errors(metadata));
        Instant begin = scheduledAt == null ? createdAt : scheduledAt;
        if (expiresAt != null && !expiresAt.isAfter(begin)) {
            errors.add(
                    new FieldError(
                            "/expires_at",
                            "invalid_time",
                            "Expected an expires_at after schedule_at."));
        }
        return errors;
    }
}
