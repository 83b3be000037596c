package io.postrider.outbound.http;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.DnsServerAddressStreamProviders;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.netty.resources.LoopResources;

/**
 * Asks the machine's name servers, without holding a thread.
 *
 * <p>The JDK's resolver blocks one per name, so one tenant's dead name server would delay everybody's deliveries.
 */
final class DnsHostResolver implements HostResolver {

    // Follows a receiver that moves, at the price of at most one question a minute and name.
    private static final int TTL_SECONDS_MAX = 60;
    private static final int QUERIES_MAX = 8;

    private final DnsNameResolver resolver;

    private DnsHostResolver(DnsNameResolver resolver) {
        this.resolver = resolver;
    }

    static DnsHostResolver open(LoopResources loops, long queryTimeoutMillis) {
        return open(loops, queryTimeoutMillis, DnsServerAddressStreamProviders.platformDefault());
    }

    static DnsHostResolver open(
            LoopResources loops, long queryTimeoutMillis, DnsServerAddressStreamProvider servers) {
        EventLoopGroup group = loops.onClient(LoopResources.DEFAULT_NATIVE);
        DnsNameResolver resolver =
                new DnsNameResolverBuilder(group.next())
                        .datagramChannelFactory(() -> loops.onChannel(DatagramChannel.class, group))
                        .socketChannelFactory(() -> loops.onChannel(SocketChannel.class, group))
                        .nameServerProvider(servers)
                        .resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
                        // A private AAAA beside a public A must be seen, not raced.
                        .completeOncePreferredResolved(false)
                        .queryTimeoutMillis(queryTimeoutMillis)
                        .maxQueriesPerResolve(QUERIES_MAX)
                        .ttl(0, TTL_SECONDS_MAX)
                        .negativeTtl(0)
                        .build();
        return new DnsHostResolver(resolver);
    }

    @Override
    public Mono<List<InetAddress>> resolve(String name) {
        return Mono.create(sink -> answer(resolver.resolveAll(name), sink));
    }

    private static void answer(
            Future<List<InetAddress>> resolved, MonoSink<List<InetAddress>> sink) {
        resolved.addListener((Future<List<InetAddress>> future) -> {
            if (future.isSuccess()) {
                sink.success(future.getNow());
            } else {
                sink.error(future.cause());
            }
        });
    }

    @Override
    public void close() {
        resolver.close();
    }
}
