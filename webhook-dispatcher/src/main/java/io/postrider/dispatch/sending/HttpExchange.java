package io.postrider.dispatch.sending;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContext;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.postrider.runtime.egress.HeaderField;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * One request and its answer, on a connection of their own.
 *
 * <p>Connections are not reused. A receiver may close a kept connection in the moment the next request is written, and then
 * nobody can tell whether it was read: to report it is a false failure, to repeat it is a second delivery. A fresh
 * connection has no such moment, never mixes names or certificates, and is checked anew each time. What it costs is one
 * round trip and, by TLS, an abbreviated handshake; {@link LingeringClose} keeps it from using up ports.
 */
final class HttpExchange {

    private static final int STATUS_LINE_BYTES_MAX = 4_096;

    private final AttemptSettings settings;
    private final HttpClient plain;
    private final HttpClient encrypted;
    private final AtomicInteger lingering = new AtomicInteger();

    HttpExchange(AttemptSettings settings, LoopResources loops, SslContext tls) {
        this.settings = settings;
        this.plain =
                HttpClient.create(ConnectionProvider.newConnection())
                        .runOn(loops)
                        .noProxy()
                        .followRedirect(false)
                        .compress(false)
                        // By default a POST whose connection breaks is sent a second time,
                        // silently.
                        .disableRetry(true)
                        // Addresses come resolved; the default group would open sockets for DNS.
                        .resolver(DefaultAddressResolverGroup.INSTANCE)
                        .option(
                                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                                Math.toIntExact(settings.connectTimeout().toMillis()))
                        .httpResponseDecoder(decoder ->
                                decoder.maxInitialLineLength(STATUS_LINE_BYTES_MAX)
                                        .maxHeaderSize(settings.headerBytesMax())
                                        // A sloppy header is no reason to deliver again.
                                        .validateHeaders(false));
        this.encrypted =
                plain.secure(spec -> spec.sslContext(tls).handshakeTimeout(settings.tlsTimeout()));
    }

    /** Sends the request to the address; what arrives is found in the record, also when this fails. */
    Mono<Void> run(AttemptRequest request, InetSocketAddress address, ResponseRecord record) {
        HttpClient client = request.target().secure() ? encrypted : plain;
        return client.remoteAddress(() -> address)
                .doOnChannelInit((_, channel, _) -> guard(channel, address, record))
                .headers(headers -> fill(headers, request))
                .post()
                .uri(request.target().requestTarget())
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body())))
                .responseConnection((response, connection) -> {
                    record.head(response);
                    return connection.inbound().receive().takeUntil(record::full).then();
                })
                .then();
    }

    private void guard(Channel channel, InetSocketAddress address, ResponseRecord record) {
        channel.pipeline()
                .addFirst(new PeerGuard(address))
                .addBefore(NettyPipeline.ReactiveBridge, null, new InterimResponses(record))
                .addBefore(NettyPipeline.ReactiveBridge, null, new LingeringClose(lingering));
    }

    private void fill(HttpHeaders headers, AttemptRequest request) {
        for (HeaderField field : request.headers()) {
            headers.set(field.name(), field.value());
        }
        headers.set(HttpHeaderNames.HOST, request.target().authority())
                .set(HttpHeaderNames.USER_AGENT, settings.userAgent())
                .set(HttpHeaderNames.CONTENT_LENGTH, request.body().length)
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                // Bodies are never unpacked, so a small one cannot become a large one here.
                .set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY);
    }
}
