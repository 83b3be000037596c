package io.postrider.web.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client reads none of the waiting bytes for some time, at twice that time at the latest. A client
 * that reads some keeps its connection, and so does one for which no bytes wait. The operating system may report what a client
 * reads only once a part of the socket's send buffer is free, which is a third of it on Linux.
 */
final class WriteTimeoutHandler extends IdleStateHandler {

    WriteTimeoutHandler(Duration timeout) {
        super(true, 0, timeout.toMillis(), 0, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        // The first event of an idle period shows only the time since the last write ended: a large
        // one can have begun since.
        if (event.isFirst()) {
            return;
        }
        ChannelOutboundBuffer waiting = context.channel().unsafe().outboundBuffer();
        if (waiting != null && waiting.totalPendingWriteBytes() > 0) {
            var _ = context.close();
        }
    }
}
