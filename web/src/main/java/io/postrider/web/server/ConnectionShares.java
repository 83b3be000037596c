package io.postrider.web.server;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/**
 * Closes a connection whose network holds its share of the server's connections already. The connections of trusted proxies
 * are those of many callers and have no such limit.
 */
final class ConnectionShares {

    private final TrustedProxies proxies;
    private final AddressShares shares;

    ConnectionShares(ServerSettings settings) {
        this.proxies = settings.proxies();
        this.shares = new AddressShares(settings.connectionsPerAddress());
    }

    /** Takes a permit for the lifetime of the connection. */
    void admit(Channel channel) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress peer)
                || peer.getAddress() == null) {
            return;
        }
        byte[] address = peer.getAddress().getAddress();
        if (proxies.trusts(address)) {
            return;
        }
        if (shares.tryTake(address)) {
            var _ = channel.closeFuture().addListener(_ -> shares.giveBack(address));
        } else {
            var _ = channel.close();
        }
    }
}
