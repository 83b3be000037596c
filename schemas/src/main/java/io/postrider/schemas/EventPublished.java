package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/**
 * A caller published an event. Its type is the caller's own, and is in the header alone.
 *
 * @param data a JSON object
 * @param proof the name of the proof of the endpoint by which it was published; null where there is none
 */
public record EventPublished(String data, @Nullable String proof) {

    /** What was published by a key, or tells of a request without a proof. */
    public EventPublished(String data) {
        this(data, null);
    }

    /** The encoded event has at most 256 KiB; the rest is for the header. */
    public static final int DATA_BYTES_MAX = 240 << 10;

    /** Stands in the schema of the topic for the types of callers. */
    public static final String TYPE = "event.published";

    /** The type of what a publishing endpoint refused. */
    public static final String REJECTED = "automation.endpoint.rejected";

    /** The type of what a publishing endpoint had published before. */
    public static final String DUPLICATE = "automation.endpoint.duplicate";
}
