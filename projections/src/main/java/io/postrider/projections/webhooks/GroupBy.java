package io.postrider.projections.webhooks;

import io.postrider.schemas.Attempt;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What attempts are grouped by; the order is part of stored keys. */
enum GroupBy {
    ENDPOINT(0),
    EVENT_TYPE(1),
    STATUS(2),
    ERROR(3);

    private static final int NAME_CHARS_MAX = 100;

    private final int octet;

    GroupBy(int octet) {
        this.octet = octet;
    }

    /** Stands for it in the keys of rows. */
    int octet() {
        return octet;
    }

    /** The name in the API. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<GroupBy> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    /** The group of an attempt; empty for none. */
    String group(Attempt attempt) {
        Integer status = attempt.statusCode();
        String error = attempt.error();
        String group =
                switch (this) {
                    case ENDPOINT -> attempt.endpoint();
                    case EVENT_TYPE -> attempt.eventType();
                    case STATUS -> status == null ? "" : status / 100 + "xx";
                    case ERROR -> error == null ? "" : error;
                };
        return group.substring(0, Math.min(group.length(), NAME_CHARS_MAX));
    }
}
