package io.postrider.web.server;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Ends a connection whose next request begins and does not get on: the head has to be whole some time after its first byte,
 * however evenly it drips. The server's own deadlines begin when a head is whole, and its idle one is not for this.
 *
 * <p>It stands on both sides of what makes requests of bytes, and is of one connection.
 */
final class RequestHeadTimeoutHandler extends ChannelInboundHandlerAdapter {

    private final Duration max;
    private final ServerErrorProblems answers;

    private boolean expectsHead = true;
    private boolean hasBegun;
    private int unanswered;
    private @Nullable Future<?> deadline;

    RequestHeadTimeoutHandler(Duration max, ServerErrorProblems answers) {
        this.max = max;
        this.answers = answers;
    }

    /** Only now, so that it is nearer to the codec than who answers in front of the server. */
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
            // While an answer is under way nothing may be read, and nothing else can be said.
            begin(ctx);
            return;
        }
        ChannelHandlerContext codec = ctx.pipeline().context(Messages.class);
        var _ =
                codec.writeAndFlush(answers.last(HttpResponseStatus.REQUEST_TIMEOUT))
                        .addListener(ChannelFutureListener.CLOSE);
    }

    /** Sees what becomes of the bytes, and what is answered. */
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
