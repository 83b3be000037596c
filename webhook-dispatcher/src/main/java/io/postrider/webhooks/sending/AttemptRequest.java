package io.postrider.webhooks.sending;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetUrl;
import java.util.List;

/** What one attempt sends: always a POST, always these very bytes. */
public final class AttemptRequest {

    private final TargetUrl target;
    private final List<HeaderField> headers;
    private final byte[] body;

    /** The array is kept, not copied: it must not change any more. */
    public AttemptRequest(TargetUrl target, List<HeaderField> headers, byte[] body) {
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    TargetUrl target() {
        return target;
    }

    List<HeaderField> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return "AttemptRequest[host=" + target.host().text() + ", bytes=" + body.length + "]";
    }
}
