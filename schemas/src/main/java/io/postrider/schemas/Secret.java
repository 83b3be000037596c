package io.postrider.schemas;

import java.time.Instant;

/**
 * A wrapped data key; a tombstone under its record's key destroys it.
 *
 * @param subject the id of the workspace or user that the key belongs to
 * @param kind the kind of secret: {@code data_key}
 */
public record Secret(String subject, String kind, String value, Instant createdAt) {
    @Override
    public String toString() {
        return "Secret[" + subject + ", " + kind + "]";
    }
}
