package io.postrider.models;

import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.egress.TargetUrl;
import java.time.Duration;
import java.util.List;

/** A call to a provider: its request, its target, and the form of its response. */
final class ProviderRequest {

    private final String alias;
    private final TargetUrl target;
    private final List<HeaderField> headers;
    private final byte[] body;
    private final boolean stream;
    private final Duration deadline;
    private final int hops;

    /** The array is kept, not copied: it must not change any more. */
    ProviderRequest(
            String alias,
            TargetUrl target,
            List<HeaderField> headers,
            byte[] body,
            boolean stream,
            Duration deadline,
            int hops) {
        this.alias = alias;
        this.target = target;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.stream = stream;
        this.deadline = deadline;
        this.hops = hops;
    }

    /** The requested model name, which the response contains. */
    String alias() {
        return alias;
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

    boolean stream() {
        return stream;
    }

    Duration deadline() {
        return deadline;
    }

    /** The number of services that have forwarded the request, including this one. */
    int hops() {
        return hops;
    }

    /** Omits the request. */
    @Override
    public String toString() {
        return "Invocation[" + alias + "]";
    }
}
