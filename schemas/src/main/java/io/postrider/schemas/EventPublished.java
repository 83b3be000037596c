package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * A caller published an event. Its type is the caller's own, and only in the header.
 *
 * @param data the data of the event as a JSON object
 * @param proof the name of the endpoint's proof by which the request was authenticated; null for none
 */
public record EventPublished(String data, @Nullable String proof) {

    /** An event published with a key, or about a request without a proof. */
    public EventPublished(String data) {
        this(data, null);
    }

    /** The encoded event has at most 256 KiB; the rest is for the header. */
    public static final int DATA_BYTES_MAX = 240 << 10;

    /** The name of callers' types in the schema of the topic. */
    public static final String TYPE = "event.published";

    /** The type of requests that a publishing endpoint rejected. */
    public static final String REJECTED = "automation.endpoint.rejected";

    /** The type of reports of deliveries that were exhausted. */
    public static final String EXHAUSTED = "delivery.exhausted";

    /** The type of duplicate requests to a publishing endpoint. */
    public static final String DUPLICATE = "automation.endpoint.duplicate";
}
