package io.postrider.outbound.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerGuardTest {

    private static final InetSocketAddress CHECKED = peer("8.8.8.8", 443);

    private final AtomicBoolean activated = new AtomicBoolean();

    @Test
    void theCheckedPeerIsLetThrough() {
        EmbeddedChannel channel = connected(peer("8.8.8.8", 443));

        assertThat(channel.isOpen()).isTrue();
        assertThat(activated).isTrue();
    }

    @Test
    @Verifies("target-addresses")
    void anyOtherPeerIsCutOffBeforeAnythingIsSent() {
        for (InetSocketAddress other :
                new InetSocketAddress[] {peer("127.0.0.1", 443), peer("8.8.8.8", 444)}) {
            EmbeddedChannel channel = connected(other);

            assertThat(channel.isOpen()).isFalse();
            assertThat(activated).isFalse();
            assertThatThrownBy(channel::checkException)
                    .isInstanceOf(PeerGuard.UnexpectedPeerException.class);
        }
    }

    @Test
    void aPeerThatIsGoneAlreadyIsNoOtherPeer() {
        EmbeddedChannel channel = connected(null);

        assertThat(channel.isOpen()).isFalse();
        assertThat(activated).isFalse();
        assertThatThrownBy(channel::checkException).isInstanceOf(ClosedChannelException.class);
    }

    private EmbeddedChannel connected(@Nullable InetSocketAddress peer) {
        return new EmbeddedChannel(
                new PeerGuard(CHECKED),
                new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelActive(ChannelHandlerContext ctx) {
                        activated.set(true);
                    }
                }) {
            @Override
            protected @Nullable SocketAddress remoteAddress0() {
                return peer;
            }
        };
    }

    private static InetSocketAddress peer(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }
}
