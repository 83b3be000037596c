package io.postrider.dispatch.sending;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * After a whole answer, lets the receiver close the connection first, as {@code Connection: close} asked it to.
 *
 * <p>Whoever closes first keeps the port in TIME_WAIT for a minute. At thousands of deliveries a second to one receiver
 * that would use up this node's ports; on the receiver's side it costs none.
 */
// What a close leads to is seen by closeFuture, for every way in which it comes about.
@SuppressWarnings("FutureReturnValueIgnored")
final class LingeringClose extends ChannelDuplexHandler {

    private static final int LINGERING_MAX = 2_048;
    private static final long LINGER_MILLIS = 1_000;

    private final AtomicInteger lingering;
    private boolean answered;
    private boolean closing;

    /**
     * @param lingering counts the connections of this node that wait to be closed
     */
    LingeringClose(AtomicInteger lingering) {
        this.lingering = lingering;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
            ctx.close();
            return;
        }
        answered = answered || isEnd(message);
        ctx.fireChannelRead(message);
    }

    private static boolean isEnd(Object message) {
        return message instanceof LastHttpContent end && end.decoderResult().isSuccess();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!answered || closing || !ctx.channel().isActive()) {
            ctx.close(promise);
            return;
        }
        closing = true;
        if (lingering.incrementAndGet() > LINGERING_MAX) {
            lingering.decrementAndGet();
            ctx.close(promise);
            return;
        }
        ScheduledFuture<?> closer =
                ctx.executor()
                        .schedule((Runnable) ctx::close, LINGER_MILLIS, TimeUnit.MILLISECONDS);
        ctx.channel()
                .closeFuture()
                .addListener(_ -> {
                    lingering.decrementAndGet();
                    closer.cancel(false);
                    promise.trySuccess();
                });
    }
}
