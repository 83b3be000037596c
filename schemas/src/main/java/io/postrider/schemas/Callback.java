package io.postrider.schemas;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of a provider, as it came.
 *
 * @param instance the record's key
 * @param receivedAt by the clock of the node that took the call
 * @param body ciphertext under the workspace's data key; empty where the body is a file
 * @param file the id of a body that is stored outside of the log because of its size; null for none
 */
public record Callback(
        String workspace, String instance, Instant receivedAt, String body, @Nullable String file) {

    /** The purpose under which the body of a call is sealed. */
    public static String purpose(String instance) {
        return instance + "/callback";
    }
}
