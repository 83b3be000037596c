package io.postrider.redirects;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.TimeUnit;

/** The answer with which a connection ends. */
final class LastAnswer {

    private static final long LINGER_SECONDS = 2;

    private LastAnswer() {}

    /**
     * Whether a request's answer is the last of its connection. It is where the client waits for a 100 before it sends a
     * body: it may then send the body or leave it, and what comes next could be taken for either. And behind a malformed
     * request nobody can tell where the next begins.
     */
    static boolean isFor(HttpRequest request) {
        return !HttpUtil.isKeepAlive(request)
                || HttpUtil.is100ContinueExpected(request)
                || request.decoderResult().isFailure();
    }

    /** Sends it, and closes the connection once the client has it. */
    @SuppressWarnings(
            "FutureReturnValueIgnored") // The listener is told, and nobody else could do anything.
    static void send(ChannelHandlerContext ctx, HttpRequest request, FullHttpResponse response) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        ChannelFutureListener then =
                maySendMore(request) ? written -> linger(ctx) : ChannelFutureListener.CLOSE;
        ctx.writeAndFlush(response).addListener(then);
    }

    private static boolean maySendMore(HttpRequest request) {
        return request.decoderResult().isFailure()
                || HttpUtil.isTransferEncodingChunked(request)
                || HttpUtil.isContentLengthSet(request);
    }

    /**
     * Closes one direction first and takes in for a while what still arrives: closing with something unread makes the
     * system reset the connection, and the client may never see the answer (RFC 9112, section 9.6).
     */
    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private static void linger(ChannelHandlerContext ctx) {
        if (ctx.channel() instanceof DuplexChannel channel && channel.isActive()) {
            channel.shutdownOutput();
            ctx.executor().schedule(() -> ctx.close(), LINGER_SECONDS, TimeUnit.SECONDS);
            ctx.read();
        } else {
            ctx.close();
        }
    }
}
