package io.postrider.runtime.outbound;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.resolver.DefaultAddressResolverGroup;
import io.postrider.runtime.egress.EgressPolicy;
import io.postrider.runtime.egress.TargetUrl;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import javax.net.ssl.SSLException;
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
 * <p>Connections are not reused. A receiver may close a kept connection in the moment the next request is written, and then
 * nobody can tell whether it was read: to report it is a false failure, to repeat it is a second call. A fresh connection
 * has no such moment, never mixes names or certificates, and is checked anew each time. What it costs is one round trip
 * and, by TLS, an abbreviated handshake.
 */
public final class Outbound implements AutoCloseable {

    private static final Duration SHUTDOWN_MAX = Duration.ofSeconds(5);
    private static final int STATUS_LINE_BYTES_MAX = 4_096;

    private final LoopResources loops;
    private final HostResolver resolver;
    private final Destinations destinations;
    private final HttpClient plain;
    private final HttpClient encrypted;

    private Outbound(
            EgressPolicy policy,
            OutboundSettings settings,
            LoopResources loops,
            HostResolver resolver,
            SslContext tls) {
        this.loops = loops;
        this.resolver = resolver;
        this.destinations = new Destinations(policy, resolver, settings.resolveTimeout());
        this.plain = client(settings, loops);
        this.encrypted =
                plain.secure(spec -> spec.sslContext(tls).handshakeTimeout(settings.tlsTimeout()));
    }

    /** Asks the machine's name servers and trusts the JDK's certificate authorities. */
    public static Outbound open(EgressPolicy policy, OutboundSettings settings) {
        LoopResources loops = newLoops();
        long queryTimeout = settings.resolveTimeout().dividedBy(2).toMillis();
        HostResolver resolver = DnsHostResolver.open(loops, queryTimeout);
        return new Outbound(policy, settings, loops, resolver, trustedByTheJdk());
    }

    /** The same with names and authorities of its own. */
    public static Outbound open(
            EgressPolicy policy, OutboundSettings settings, HostResolver resolver, SslContext tls) {
        return new Outbound(policy, settings, newLoops(), resolver, tls);
    }

    private static LoopResources newLoops() {
        return LoopResources.create("postrider-sender");
    }

    /** The certificate authorities that the JDK trusts. */
    public static SslContext trustedByTheJdk() {
        try {
            return SslContextBuilder.forClient().build();
        } catch (SSLException impossible) {
            throw new IllegalStateException("no TLS in this JDK", impossible);
        }
    }

    private static HttpClient client(OutboundSettings settings, LoopResources loops) {
        return HttpClient.create(ConnectionProvider.newConnection())
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
                                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
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
        return destinations
                .of(target)
                .flatMapMany(destination ->
                        switch (destination) {
                            case Destination.Reachable(List<InetSocketAddress> addresses) ->
                                    tried(target, addresses, interim, exchange);
                            case Destination.Unreachable(CallError error) ->
                                    Flux.error(new NoDestination(error));
                        });
    }

    private <T> Flux<T> tried(
            TargetUrl target,
            List<InetSocketAddress> addresses,
            IntConsumer interim,
            Function<HttpClient, Publisher<T>> exchange) {
        Flux<T> first = Flux.from(exchange.apply(to(target, addresses.getFirst(), interim)));
        if (addresses.size() == 1) {
            return first;
        }
        List<InetSocketAddress> rest = addresses.subList(1, addresses.size());
        return first.onErrorResume(
                CallErrors::isBeforeConnected, _ -> tried(target, rest, interim, exchange));
    }

    private HttpClient to(TargetUrl target, InetSocketAddress address, IntConsumer interim) {
        return (target.secure() ? encrypted : plain)
                .remoteAddress(() -> address)
                .headers(headers -> headers.set(HttpHeaderNames.HOST, target.authority()))
                .doOnChannelInit((_, channel, _) -> guard(channel, address, interim));
    }

    private static void guard(Channel channel, InetSocketAddress address, IntConsumer interim) {
        channel.pipeline()
                .addFirst(new PeerGuard(address))
                .addBefore(NettyPipeline.ReactiveBridge, null, new InterimResponses(interim));
    }

    /** What this cuts off ends like any broken connection. */
    @Override
    public void close() {
        resolver.close();
        loops.disposeLater(Duration.ZERO, SHUTDOWN_MAX).block(SHUTDOWN_MAX.plusSeconds(1));
    }
}
