package io.postrider.outbound.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a connection live only if its peer is the address that was checked.
 *
 * <p>The addresses are checked before the connection is opened; this holds even if something between, such as a proxy
 * setting or another resolver, led it elsewhere. It acts before the first byte is sent, a TLS hello included.
 */
final class PeerGuard extends ChannelInboundHandlerAdapter {

    private final @Nullable SocketAddress expected;

    /** @param expected the address that was checked; null lets no connection live */
    PeerGuard(@Nullable SocketAddress expected) {
        this.expected = expected;
    }

    /** The connection went to another address than the one that was checked. */
    static final class UnexpectedPeerException extends IOException {
        UnexpectedPeerException() {
            super("the peer is not the address that was checked");
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        SocketAddress peer = ctx.channel().remoteAddress();
        if (peer == null) {
            // Reset already: there is no peer to verify or to reach.
            refuse(ctx, new ClosedChannelException());
        } else if (isExpected(peer)) {
            ctx.fireChannelActive();
        } else {
            refuse(ctx, new UnexpectedPeerException());
        }
    }

    // The exception says all there is to say of this close.
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void refuse(ChannelHandlerContext ctx, IOException reason) {
        ctx.fireExceptionCaught(reason);
        ctx.close();
    }

    private boolean isExpected(SocketAddress peer) {
        return peer instanceof InetSocketAddress inet
                && expected instanceof InetSocketAddress checked
                && checked.getAddress().equals(inet.getAddress())
                && checked.getPort() == inet.getPort();
    }
}
