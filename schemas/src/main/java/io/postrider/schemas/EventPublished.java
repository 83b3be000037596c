package io.postrider.schemas;

/**
 * A caller published an event. Its type is the caller's own, and is in the header alone.
 *
 * @param data a JSON object
 */
public record EventPublished(String data) {

    /** The encoded event has at most 256 KiB; the rest is for the header. */
    public static final int DATA_BYTES_MAX = 240 << 10;

    /** Stands in the schema of the topic for the types of callers. */
    public static final String TYPE = "event.published";

    /** The type of what a publishing endpoint refused. */
    public static final String REJECTED = "automation.endpoint.rejected";

    /** The type of what a publishing endpoint had published before. */
    public static final String DUPLICATE = "automation.endpoint.duplicate";
}
