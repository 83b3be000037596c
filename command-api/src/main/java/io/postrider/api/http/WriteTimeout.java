package io.postrider.api.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client takes none of the bytes that wait to be written to it for some time. A client that takes
 * some, however slowly, keeps its connection, and so does one for which nothing waits.
 */
final class WriteTimeout extends IdleStateHandler {

    WriteTimeout(Duration timeout) {
        super(true, 0, timeout.toMillis(), 0, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
        ChannelOutboundBuffer waiting = context.channel().unsafe().outboundBuffer();
        if (waiting != null && waiting.totalPendingWriteBytes() > 0) {
            var _ = context.close();
        }
    }
}
