package io.postrider.schemas;

import java.time.Instant;

/**
 * A call of a provider, as it came.
 *
 * @param instance the record's key
 * @param receivedAt by the clock of the node that took the call
 * @param body ciphertext under the workspace's data key
 */
public record Callback(String workspace, String instance, Instant receivedAt, String body) {

    /** The purpose under which the body of a call is sealed. */
    public static String purpose(String instance) {
        return instance + "/callback";
    }
}
