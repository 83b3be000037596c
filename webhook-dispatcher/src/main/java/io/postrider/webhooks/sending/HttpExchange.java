package io.postrider.webhooks.sending;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.postrider.outbound.egress.HeaderField;
import io.postrider.outbound.http.Outbound;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** One request and its answer. A subscriber knows an event that comes twice by its id, so that connections can be kept. */
final class HttpExchange {

    private final Outbound outbound;

    HttpExchange(Outbound outbound) {
        this.outbound = outbound;
    }

    /** Sends the request; what arrives is found in the record, also when this fails. */
    Mono<Void> run(AttemptRequest request, ResponseRecord record) {
        return outbound.<Void>callKept(
                        request.target(),
                        record::interim,
                        client -> exchanged(client, request, record))
                .then();
    }

    private static Mono<Void> exchanged(
            HttpClient client, AttemptRequest request, ResponseRecord record) {
        return client.headers(headers -> fill(headers, request))
                .post()
                .uri(request.target().requestTarget())
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body())))
                .responseConnection((response, connection) -> {
                    record.head(response);
                    return connection.inbound().receive().takeUntil(record::full).then();
                })
                .then();
    }

    /** No field can take the place of those that every call has: callers' headers are checked for that. */
    private static void fill(HttpHeaders headers, AttemptRequest request) {
        for (HeaderField field : request.headers()) {
            headers.set(field.name(), field.value());
        }
        headers.set(HttpHeaderNames.CONTENT_LENGTH, request.body().length);
    }
}
