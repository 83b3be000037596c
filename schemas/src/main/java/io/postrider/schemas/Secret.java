package io.postrider.schemas;

import java.time.Instant;

/**
 * A wrapped data key or a password hash; a tombstone under its subject destroys it.
 *
 * @param subject the id that it belongs to; the record's key
 * @param kind {@code data_key} or {@code password}
 */
public record Secret(String subject, String kind, String value, Instant createdAt) {
    @Override
    public String toString() {
        return "Secret[" + subject + ", " + kind + "]";
    }
}
