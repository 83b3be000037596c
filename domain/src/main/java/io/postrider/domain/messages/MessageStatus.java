package io.postrider.domain.messages;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The status of a message, and the kind of a receipt that leads to it. */
public enum MessageStatus {
    ACCEPTED,
    OUTCOME_UNKNOWN,
    EXPIRED,
    CANCELED,
    FAILED,
    SUBMITTED,
    SENT,
    DELIVERED,
    READ,
    PLAYED,
    RECEIVED;

    private static final List<MessageStatus> PROGRESS =
            List.of(SUBMITTED, SENT, DELIVERED, READ, PLAYED);
    private static final List<MessageStatus> OTHERWISE =
            List.of(CANCELED, EXPIRED, OUTCOME_UNKNOWN);

    /** The name in JSON, for example {@code outcome_unknown}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status with a name in JSON. */
    public static Optional<MessageStatus> labelled(String label) {
        for (MessageStatus status : values()) {
            if (status.label().equals(label)) {
                return Optional.of(status);
            }
        }
        return Optional.empty();
    }

    /**
     * The status of an outbound message with these receipts, in any order. A delivered message has not failed, whatever another
     * receipt says.
     */
    static MessageStatus of(Collection<MessageStatus> receipts) {
        Optional<MessageStatus> furthest =
                PROGRESS.stream().filter(receipts::contains).max(Comparator.naturalOrder());
        boolean arrived = furthest.filter(status -> status.compareTo(DELIVERED) >= 0).isPresent();
        if (receipts.contains(FAILED) && !arrived) {
            return FAILED;
        }
        return furthest.or(() -> OTHERWISE.stream().filter(receipts::contains).findFirst())
                .orElse(ACCEPTED);
    }
}
