package io.postrider.web.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Closes a connection whose next request begins and stalls: the head must be complete within a time after its first byte,
 * however evenly its bytes arrive. The server's own timeouts begin with a complete head, and its idle timeout does not cover
 * this case.
 *
 * <p>It is on both sides of the HTTP codec, and belongs to one connection.
 */
final class RequestHeadTimeoutHandler extends ChannelInboundHandlerAdapter {

    private final Duration max;
    private final Supplier<FullHttpResponse> late;

    private boolean expectsHead = true;
    private boolean hasBegun;
    private int unanswered;
    private @Nullable Future<?> deadline;

    /** @param late the response to a head that is not complete in time */
    RequestHeadTimeoutHandler(Duration max, Supplier<FullHttpResponse> late) {
        this.max = max;
        this.late = late;
    }

    /** Added only now, so that it is nearer to the codec than the handlers in front of the server. */
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.pipeline().addAfter(NettyPipeline.HttpCodec, null, new Messages());
        ctx.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        hasBegun = expectsHead;
        ctx.fireChannelRead(bytes);
    }

    /** A head that came whole, as nearly all do, has ended before; it costs no timer. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (hasBegun && deadline == null) {
            begin(ctx);
        }
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
        ctx.fireChannelInactive();
    }

    private void begin(ChannelHandlerContext ctx) {
        deadline =
                ctx.executor().schedule(() -> passed(ctx), max.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void end() {
        hasBegun = false;
        if (deadline != null) {
            deadline.cancel(false);
            deadline = null;
        }
    }

    private void passed(ChannelHandlerContext ctx) {
        if (unanswered > 0) {
            // While a response is being written, nothing may be read, and no other response can be
            // sent.
            begin(ctx);
            return;
        }
        ChannelHandlerContext codec = ctx.pipeline().context(Messages.class);
        var _ = codec.writeAndFlush(late.get()).addListener(ChannelFutureListener.CLOSE);
    }

    /** Sees the decoded requests and the responses. */
    private final class Messages extends ChannelDuplexHandler {

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest) {
                end();
                expectsHead = false;
                unanswered++;
            }
            if (message instanceof LastHttpContent) {
                expectsHead = true;
            }
            ctx.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
                throws Exception {
            boolean isInterim =
                    message instanceof HttpResponse response
                            && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            if (message instanceof LastHttpContent && !isInterim) {
                unanswered--;
            }
            super.write(ctx, message, promise);
        }
    }
}
