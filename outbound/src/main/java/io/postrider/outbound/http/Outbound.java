package io.postrider.outbound.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetUrl;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.netty.NettyPipeline;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/**
 * Opens connections to targets that callers name: each target is resolved and checked for each call, the connection goes
 * to the address that was checked, and redirects are not followed.
 *
 * <p>A receiver may close a kept connection in the moment when the next request is written. Whether it read the request is not
 * known then. {@link #call} opens a connection for each call, so that this does not occur; {@link #callKept} keeps connections by
 * name, port and address, and makes such a call again on a connection of its own, which may repeat it.
 */
public final class Outbound implements AutoCloseable {

    private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(5);
    private static final int STATUS_LINE_BYTES_MAX = 4_096;

    /** To one receiver; callers have lower bounds of their own. */
    private static final int CONNECTIONS_MAX = 4_096;

    /** Of all receivers, from which on no more are kept. */
    private static final int KEPT_MAX = 2_048;

    private static final Duration IDLE_MAX = Duration.ofSeconds(10);

    private final HostResolver resolver;
    private final Destinations destinations;
    private final ConnectionProvider pool;
    private final Clients fresh;
    private final Clients kept;
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** One client for each scheme. */
    private record Clients(HttpClient plain, HttpClient encrypted) {}

    private Outbound(
            EgressPolicy policy,
            OutboundSettings settings,
            LoopResources loops,
            HostResolver resolver,
            SslContext tls) {
        this.resolver = resolver;
        this.destinations = new Destinations(policy, resolver, settings.resolveTimeout());
        this.pool =
                ConnectionProvider.builder("postrider-outbound")
                        .maxConnections(CONNECTIONS_MAX)
                        .maxIdleTime(IDLE_MAX)
                        .evictInBackground(IDLE_MAX)
                        .disposeInactivePoolsInBackground(IDLE_MAX, IDLE_MAX)
                        .lifo()
                        .build();
        this.kept = clients(settings, tls, client(settings, loops, pool));
        this.fresh =
                clients(
                        settings,
                        tls,
                        client(settings, loops, ConnectionProvider.newConnection())
                                .headers(Outbound::close));
    }

    private Clients clients(OutboundSettings settings, SslContext tls, HttpClient client) {
        // One configurer for all calls: connections are kept for clients of the same one.
        HttpClient guarded =
                client.doOnChannelInit((_, channel, address) -> guard(channel, address));
        return new Clients(
                guarded,
                guarded.secure(
                        spec -> spec.sslContext(tls).handshakeTimeout(settings.tlsTimeout())));
    }

    /** Asks the machine's name servers and trusts the JDK's certificate authorities. */
    public static Outbound open(EgressPolicy policy, OutboundSettings settings) {
        LoopResources loops = SenderLoops.SHARED.acquire();
        long queryTimeout = settings.resolveTimeout().dividedBy(2).toMillis();
        HostResolver resolver = DnsHostResolver.open(loops, queryTimeout);
        return new Outbound(policy, settings, loops, resolver, trustedByTheJdk());
    }

    /** The same with names and authorities of its own. */
    public static Outbound open(
            EgressPolicy policy, OutboundSettings settings, HostResolver resolver, SslContext tls) {
        return new Outbound(policy, settings, SenderLoops.SHARED.acquire(), resolver, tls);
    }

    /** The certificate authorities that the JDK trusts. */
    public static SslContext trustedByTheJdk() {
        try {
            return SslContextBuilder.forClient().build();
        } catch (SSLException impossible) {
            throw new IllegalStateException("no TLS in this JDK", impossible);
        }
    }

    private static void close(HttpHeaders headers) {
        headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }

    private static HttpClient client(
            OutboundSettings settings, LoopResources loops, ConnectionProvider connections) {
        return HttpClient.create(connections)
                .runOn(loops)
                .noProxy()
                .followRedirect(false)
                .compress(false)
                // By default a POST whose connection breaks is sent a second time, silently.
                .disableRetry(true)
                // Addresses come resolved; the default group would open sockets for DNS.
                .resolver(DefaultAddressResolverGroup.INSTANCE)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(settings.connectTimeout().toMillis()))
                .httpResponseDecoder(decoder ->
                        decoder.maxInitialLineLength(STATUS_LINE_BYTES_MAX)
                                .maxHeaderSize(settings.headerBytesMax())
                                // A sloppy header is no reason to call again.
                                .validateHeaders(false))
                .headers(headers ->
                        headers.set(HttpHeaderNames.USER_AGENT, settings.userAgent())
                                // Bodies are never unpacked, so a small one cannot become a large
                                // one here.
                                .set(HttpHeaderNames.ACCEPT_ENCODING, HttpHeaderValues.IDENTITY));
    }

    /**
     * Calls a target. It fails as {@link CallErrors} can tell; another address is tried only where nothing can have been
     * sent to the one before. Cancelling closes the connection. How long it may take is the caller's to say.
     *
     * @param interim hears the status of every 1xx answer, which another should follow
     * @param exchange sends the request and reads the answer, on a connection of its own
     */
    public <T> Flux<T> call(
            TargetUrl target, IntConsumer interim, Function<HttpClient, Publisher<T>> exchange) {
        return Flux.defer(() -> call(target, fresh, new ConnectionUse(interim), exchange));
    }

    /**
     * The same on a connection that may be kept from a former call and for the next one. Where a kept one is closed before
     * anything of an answer comes, the call is made again on another one; the receiver may have read it before.
     */
    public <T> Flux<T> callKept(
            TargetUrl target, IntConsumer interim, Function<HttpClient, Publisher<T>> exchange) {
        return Flux.defer(() -> {
            ConnectionUse use = new ConnectionUse(interim);
            return call(target, kept, use, exchange)
                    .onErrorResume(use::isStale, _ -> call(target, interim, exchange));
        });
    }

    private <T> Flux<T> call(
            TargetUrl target,
            Clients clients,
            ConnectionUse use,
            Function<HttpClient, Publisher<T>> exchange) {
        HttpClient client =
                (target.secure() ? clients.encrypted() : clients.plain())
                        .headers(headers -> headers.set(HttpHeaderNames.HOST, target.authority()))
                        .doOnRequest((request, connection) -> {
                            use.begin(connection.channel());
                            if (open.size() > KEPT_MAX) {
                                close(request.requestHeaders());
                            }
                        });
        return TracedCall.request(
                client,
                target.host().text(),
                target.port(),
                traced -> resolved(target, traced, exchange));
    }

    private <T> Flux<T> resolved(
            TargetUrl target, HttpClient client, Function<HttpClient, Publisher<T>> exchange) {
        return destinations
                .of(target)
                .flatMapMany(destination ->
                        switch (destination) {
                            case ResolvedTarget.Reachable(List<InetSocketAddress> addresses) ->
                                    tried(client, addresses, exchange);
                            case ResolvedTarget.Unreachable(CallError error) ->
                                    Flux.error(new NoDestinationException(error));
                        });
    }

    private static <T> Flux<T> tried(
            HttpClient client,
            List<InetSocketAddress> addresses,
            Function<HttpClient, Publisher<T>> exchange) {
        InetSocketAddress address = addresses.getFirst();
        Flux<T> first = Flux.from(exchange.apply(client.remoteAddress(() -> address)));
        if (addresses.size() == 1) {
            return first;
        }
        List<InetSocketAddress> rest = addresses.subList(1, addresses.size());
        return first.onErrorResume(
                CallErrors::isBeforeConnected, _ -> tried(client, rest, exchange));
    }

    private void guard(Channel channel, @Nullable SocketAddress address) {
        open.add(channel);
        channel.closeFuture().addListener(_ -> open.remove(channel));
        if (closed.get()) {
            var _ = channel.close();
        }
        channel.pipeline()
                .addFirst(new PeerGuard(address))
                .addBefore(NettyPipeline.ReactiveBridge, null, new InterimResponses());
    }

    /** What this cuts off ends like any broken connection. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        resolver.close();
        pool.dispose();
        List<ChannelFuture> closing = open.stream().map(Channel::close).toList();
        long end = System.nanoTime() + SHUTDOWN_MAX.toNanos();
        for (ChannelFuture each : closing) {
            var _ =
                    each.awaitUninterruptibly(
                            Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        SenderLoops.SHARED.release();
    }
}
