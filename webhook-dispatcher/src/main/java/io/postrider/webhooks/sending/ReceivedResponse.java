package io.postrider.webhooks.sending;

import java.util.List;

/**
 * What is kept of a receiver's answer.
 *
 * @param headers in their order, secrets masked, control characters replaced
 * @param body the beginning of the body as text
 * @param truncated whether there was more body than is kept
 */
public record ReceivedResponse(int status, List<Field> headers, String body, boolean truncated) {

    /** One header field, safe to show. */
    public record Field(String name, String value) {}

    public ReceivedResponse {
        headers = List.copyOf(headers);
    }

    /** Leaves out what the receiver wrote. */
    @Override
    public String toString() {
        return "ReceivedResponse[status=" + status + ", truncated=" + truncated + "]";
    }
}
