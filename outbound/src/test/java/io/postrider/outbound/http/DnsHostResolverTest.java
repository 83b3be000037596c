package io.postrider.outbound.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.resolver.dns.SingletonDnsServerAddressStreamProvider;
import io.netty.util.NetUtil;
import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.netty.resources.LoopResources;

/** The resolver against a small name server of its own. */
class DnsHostResolverTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TTL = 0;

    private record Zone(Map<String, List<String>> addresses, Map<String, String> aliases) {}

    private final MultiThreadIoEventLoopGroup serverLoop =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final LoopResources loops = LoopResources.create("resolver-test", 1, true);

    @AfterEach
    void close() throws Exception {
        loops.disposeLater(Duration.ZERO, Duration.ofSeconds(1)).block(PATIENCE);
        serverLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(5_000);
    }

    private DnsHostResolver resolverFor(Zone zone) throws Exception {
        Channel server =
                new Bootstrap()
                        .group(serverLoop)
                        .channel(NioDatagramChannel.class)
                        .handler(
                                new ChannelInitializer<>() {
                                    @Override
                                    protected void initChannel(Channel channel) {
                                        channel.pipeline()
                                                .addLast(
                                                        new DatagramDnsQueryDecoder(),
                                                        new DatagramDnsResponseEncoder(),
                                                        new NameServer(zone));
                                    }
                                })
                        .bind(InetAddress.ofLiteral("127.0.0.1"), 0)
                        .sync()
                        .channel();
        return DnsHostResolver.open(
                loops,
                30_000,
                new SingletonDnsServerAddressStreamProvider(
                        (InetSocketAddress) server.localAddress()));
    }

    @Test
    @Verifies("target-addresses")
    void bothFamiliesAreFoundIpv4First() throws Exception {
        Zone zone =
                new Zone(Map.of("a.example.", List.of("fd00::1", "8.8.8.8", "8.8.4.4")), Map.of());

        assertThat(resolverFor(zone).resolve("a.example").block(PATIENCE))
                .containsExactlyInAnyOrder(
                        InetAddress.ofLiteral("8.8.8.8"),
                        InetAddress.ofLiteral("8.8.4.4"),
                        InetAddress.ofLiteral("fd00::1"))
                .last()
                .isEqualTo(InetAddress.ofLiteral("fd00::1"));
    }

    @Test
    void aliasesAreFollowedToTheirAddresses() throws Exception {
        Zone zone =
                new Zone(
                        Map.of("c.example.", List.of("10.0.0.1")),
                        Map.of("a.example.", "b.example.", "b.example.", "c.example."));

        assertThat(resolverFor(zone).resolve("a.example").block(PATIENCE))
                .containsExactly(InetAddress.ofLiteral("10.0.0.1"));
    }

    @Test
    void anUnknownNameFails() throws Exception {
        DnsHostResolver resolver = resolverFor(new Zone(Map.of(), Map.of()));

        assertThatThrownBy(() -> resolver.resolve("nowhere.example").block(PATIENCE))
                .satisfies(failure ->
                        assertThat(Exceptions.unwrap(failure))
                                .isInstanceOf(UnknownHostException.class));
    }

    private static final class NameServer extends SimpleChannelInboundHandler<DatagramDnsQuery> {

        private final Zone zone;

        NameServer(Zone zone) {
            this.zone = zone;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query)
                throws Exception {
            DnsQuestion question = query.recordAt(DnsSection.QUESTION);
            DatagramDnsResponse response =
                    new DatagramDnsResponse(
                            /* sender= */ query.recipient(),
                            /* recipient= */ query.sender(),
                            query.id());
            response.addRecord(DnsSection.QUESTION, question);
            String name = question.name();
            while (zone.aliases().containsKey(name)) {
                String alias = zone.aliases().getOrDefault(name, "");
                response.addRecord(DnsSection.ANSWER, alias(name, alias));
                name = alias;
            }
            if (!zone.addresses().containsKey(name)) {
                response.setCode(DnsResponseCode.NXDOMAIN);
            }
            for (String text : zone.addresses().getOrDefault(name, List.of())) {
                byte[] address = NetUtil.createByteArrayFromIpAddressString(text);
                DnsRecordType type = address.length == 4 ? DnsRecordType.A : DnsRecordType.AAAA;
                if (type.equals(question.type())) {
                    response.addRecord(
                            DnsSection.ANSWER,
                            new DefaultDnsRawRecord(
                                    name, type, TTL, Unpooled.wrappedBuffer(address)));
                }
            }
            assertThat(ctx.writeAndFlush(response)).isNotNull();
        }

        private static DefaultDnsRawRecord alias(String name, String target) {
            var bytes = Unpooled.buffer();
            for (String label : target.split("\\.", -1)) {
                bytes.writeByte(label.length()).writeCharSequence(label, StandardCharsets.US_ASCII);
            }
            return new DefaultDnsRawRecord(name, DnsRecordType.CNAME, TTL, bytes);
        }
    }
}
