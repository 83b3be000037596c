package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A callback of a provider, as received.
 *
 * @param instance the id of the instance; the record's key
 * @param receivedAt the time of the call, by the clock of the node that accepted it
 * @param body the body as ciphertext under the workspace's data key; empty if it is a file
 * @param file the id of a body that is stored outside of the log because of its size; null for none
 */
public record Callback(
        String workspace, String instance, Instant receivedAt, String body, @Nullable String file) {

    /** The purpose of the sealed body of a callback. */
    public static String purpose(String instance) {
        return instance + "/callback";
    }
}
