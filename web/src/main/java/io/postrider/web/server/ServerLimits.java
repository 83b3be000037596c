package io.postrider.web.server;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.postrider.platform.meters.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** The limits of every connection of the HTTP server, and the media types that it compresses. */
public final class ServerLimits
        implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final int HEADER_BYTES_MAX = 8 << 10;
    private static final int INITIAL_LINE_BYTES_MAX = 4 << 10;

    /** Parts of the names of text types; a stream of events is not one of them, since it must not wait for a full block. */
    private static final List<String> COMPRESSED =
            List.of("json", "yaml", "javascript", "text/css", "text/html", "markdown", "svg");

    private static final int COMPRESSED_BYTES_MIN = 1 << 10;
    static final int CONNECTIONS_MAX = 10_000;
    static final Duration IDLE_MAX = Duration.ofSeconds(75);
    private static final Duration REQUEST_MAX = Duration.ofSeconds(30);
    private static final Duration SILENCE_MAX = Duration.ofSeconds(10);

    /** A coding with weight 0, which the server's own selection ignores if there are others. */
    private static final Pattern REFUSED =
            Pattern.compile("(gzip|zstd|deflate|snappy|br)\\s*;\\s*q=0(\\.0*)?\\s*(,|$)");

    private final ServerSettings settings;
    private final ServerErrorProblems bareErrors;
    private final ConnectionShares shares;
    private final AtomicInteger connections = new AtomicInteger();

    public ServerLimits(ServerSettings settings, ProblemWriter problems, RequestId requestIds) {
        this.settings = settings;
        this.shares = new ConnectionShares(settings);
        this.bareErrors = new ServerErrorProblems(problems, requestIds);
    }

    /** Shows how many connections are open. */
    public void show(Bounds bounds) {
        bounds.show("connections", connections::get, CONNECTIONS_MAX);
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::limited);
    }

    /** The server with its limits. */
    public HttpServer limited(HttpServer server) {
        return server.protocol(HttpProtocol.HTTP11)
                .httpRequestDecoder(decoder ->
                        decoder.maxInitialLineLength(INITIAL_LINE_BYTES_MAX)
                                .maxHeaderSize(HEADER_BYTES_MAX)
                                .allowDuplicateContentLengths(false)
                                .validateHeaders(true))
                .idleTimeout(IDLE_MAX)
                .readTimeout(SILENCE_MAX)
                .requestTimeout(REQUEST_MAX)
                .maxConnections(CONNECTIONS_MAX)
                .compress(COMPRESSED_BYTES_MIN)
                .compress(ServerLimits::mayCompress)
                .doOnChannelInit((observer, channel, remote) -> prepare(channel));
    }

    private void prepare(Channel channel) {
        channel.pipeline().addAfter(NettyPipeline.HttpCodec, "bare-errors", bareErrors);
        ConnectionTimeouts.add(
                channel,
                settings.head(),
                settings.write(),
                () -> bareErrors.last(HttpResponseStatus.REQUEST_TIMEOUT));
        connections.incrementAndGet();
        var _ = channel.closeFuture().addListener(_ -> connections.decrementAndGet());
        shares.admit(channel);
    }

    /** Whether the response is text without a secret: the compressed length would reveal its content. */
    private static boolean mayCompress(HttpServerRequest request, HttpServerResponse response) {
        HttpHeaders headers = response.responseHeaders();
        String type = headers.get(HttpHeaderNames.CONTENT_TYPE, "").toLowerCase(Locale.ROOT);
        String cache = headers.get(HttpHeaderNames.CACHE_CONTROL, "");
        return COMPRESSED.stream().anyMatch(type::contains)
                && !cache.contains("no-transform")
                && !REFUSED.matcher(
                                request.requestHeaders().get(HttpHeaderNames.ACCEPT_ENCODING, ""))
                        .find();
    }
}
